/** Short sounds made on the spot, like wood, dice and a bell: no files, nothing to load. */

let context: AudioContext | null = null;
let hiss: AudioBuffer | null = null;

/** A struck tone that rings out: pitch in Hz, when and how long in seconds. */
function bell(at: number, pitch: number, length: number, loud: number): void {
  const { destination } = context!;
  for (const [overtone, share] of [[1, 1], [2.01, 0.35], [3.02, 0.12]] as const) {
    const [tone, volume] = [context!.createOscillator(), context!.createGain()];
    tone.frequency.value = pitch * overtone;
    volume.gain.setValueAtTime(0.0001, at);
    volume.gain.exponentialRampToValueAtTime(loud * share, at + 0.012);
    volume.gain.exponentialRampToValueAtTime(0.0001, at + length / overtone);
    tone.connect(volume).connect(destination);
    tone.start(at);
    tone.stop(at + length);
  }
}

/** Something put down on a table: filtered noise with a short body. */
function knock(at: number, pitch: number, length: number, loud: number): void {
  hiss ??= noise();
  const [source, filter, volume] = [context!.createBufferSource(), context!.createBiquadFilter(), context!.createGain()];
  source.buffer = hiss;
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  filter.Q.value = 2.2;
  volume.gain.setValueAtTime(loud, at);
  volume.gain.exponentialRampToValueAtTime(0.0001, at + length);
  source.connect(filter).connect(volume).connect(context!.destination);
  source.start(at);
  source.stop(at + length);
}

function noise(): AudioBuffer {
  const made = context!.createBuffer(1, context!.sampleRate / 2, context!.sampleRate);
  const samples = made.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  return made;
}

const SOUNDS: Record<string, (at: number) => void> = {
  move: (at) => knock(at, 420, 0.09, 0.5),
  dice: (at) => [0, 0.07, 0.13, 0.22, 0.27, 0.36].forEach((after, i) => knock(at + after, 1500 + (i % 3) * 350, 0.05, 0.4 - i * 0.04)),
  hit: (at) => {
    knock(at, 110, 0.35, 0.9);
    knock(at, 700, 0.08, 0.25);
  },
  turn: (at) => {
    bell(at, 523.25, 0.5, 0.07);
    bell(at + 0.13, 783.99, 0.7, 0.06);
  },
  end: (at) => [392, 523.25, 659.25, 783.99].forEach((pitch, i) => bell(at + i * 0.14, pitch, 0.9, 0.06)),
};

export function play(name: string): void {
  const sound = SOUNDS[name];
  if (!sound || typeof AudioContext === "undefined") return;
  context ??= new AudioContext();
  void context.resume();
  sound(context.currentTime + 0.01);
}

/** Short sounds made on the spot: no files, nothing to load. */

const NOTES: Record<string, [number, number, OscillatorType][]> = {
  move: [[220, 0.07, "triangle"]],
  dice: [[900, 0.03, "square"], [700, 0.03, "square"], [1000, 0.03, "square"]],
  hit: [[110, 0.18, "sawtooth"]],
  turn: [[523, 0.1, "sine"], [659, 0.14, "sine"]],
  end: [[392, 0.15, "sine"], [523, 0.15, "sine"], [784, 0.3, "sine"]],
};

let context: AudioContext | null = null;

export function play(name: string): void {
  const notes = NOTES[name];
  if (!notes || typeof AudioContext === "undefined") return;
  context ??= new AudioContext();
  let at = context.currentTime;
  for (const [pitch, length, type] of notes) {
    const [tone, volume] = [context.createOscillator(), context.createGain()];
    tone.type = type;
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.06, at);
    volume.gain.exponentialRampToValueAtTime(0.0001, at + length);
    tone.connect(volume).connect(context.destination);
    tone.start(at);
    tone.stop(at + length);
    at += length * 0.8;
  }
}

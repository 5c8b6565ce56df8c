// Two clients a match, each moving as soon as it is its turn.  Prints the number of moves made in the given seconds.
import pkg from 'boardgame.io/dist/cjs/client.js';
import multiplayer from 'boardgame.io/dist/cjs/multiplayer.js';

const [port, matches, seconds, rate] = process.argv.slice(2).map(Number);
const pause = rate ? (1000 * matches) / rate : 0; // between two moves of a match; 0: none
const game = {
  name: 'tic-tac-toe',
  setup: () => ({ cells: Array(9).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    clickCell: ({ G, playerID }, id) => {
      if (G.cells[id] !== null) return 'INVALID_MOVE';
      G.cells[id] = playerID;
      if (G.cells.every((cell) => cell !== null)) G.cells = Array(9).fill(null);
    },
  },
};

let moves = 0;
let running = false;
const clients = [];

function act(client, playerID) {
  const state = client.getState();
  if (!running || !state || !state.isConnected || state.ctx.currentPlayer !== playerID) return;
  const free = state.G.cells.findIndex((cell) => cell === null);
  if (pause) setTimeout(() => client.moves.clickCell(free), pause);
  else setImmediate(() => client.moves.clickCell(free));
}

for (let match = 0; match < matches; match++) {
  for (const playerID of ['0', '1']) {
    const client = pkg.Client({
      game,
      numPlayers: 2,
      debug: false,
      multiplayer: multiplayer.SocketIO({ server: `http://127.0.0.1:${port}`, socketOpts: { transports: ['websocket'] } }),
      matchID: `m${match}`,
      playerID,
    });
    let last = -1;
    client.subscribe((state) => {
      if (!state) return;
      // counted where the other side hears of it: by then the server has done its work
      if (state._stateID > last && state.ctx.currentPlayer === playerID) {
        if (running && last >= 0) moves++;
        last = state._stateID;
        act(client, playerID);
      }
    });
    client.start();
    clients.push([client, playerID]);
  }
}

setTimeout(() => {
  running = true;
  moves = 0;
  console.log('start');
  for (const [client, playerID] of clients) act(client, playerID);
  setTimeout(() => {
    console.log(JSON.stringify({ moves }));
    process.exit(0);
  }, seconds * 1000);
}, 4000);

// Two clients a match.  Every match makes the same number of moves: some to warm up, then those that are measured, each at
// its moment (rate) or as soon as the one before was heard of by the other side (rate 0).  Prints "start", then the figures.
import pkg from 'boardgame.io/dist/cjs/client.js';
import multiplayer from 'boardgame.io/dist/cjs/multiplayer.js';

const [port, matches, each, rate, warm] = process.argv.slice(2).map(Number);
const gap = rate ? (1000 * matches) / rate : 0; // between two moves of a match
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

const tables = [];

// One match: counts a move where the other side hears of it, for by then the server has done its work.  (The mover's own
// client shows its move at once, with itself still to move: that is no news from the server.)
function sit(number) {
  const table = { clients: [], heard: -1, mover: '', made: 0, wanted: 0, due: 0, done: () => {} };
  for (const playerID of ['0', '1']) {
    const client = pkg.Client({
      game,
      numPlayers: 2,
      debug: false,
      multiplayer: multiplayer.SocketIO({ server: `http://127.0.0.1:${port}`, socketOpts: { transports: ['websocket'] } }),
      matchID: `m${number}`,
      playerID,
    });
    client.subscribe((state) => {
      if (!state?.isConnected || state.ctx.currentPlayer !== playerID || playerID === table.mover || state._stateID <= table.heard) return;
      table.heard = state._stateID;
      table.made++;
      if (table.made >= table.wanted) table.done();
      else move(table);
    });
    client.start();
    table.clients.push(client);
  }
  return table;
}

function move(table) {
  const client = table.clients.find((each) => each.playerID !== table.mover && each.getState().ctx.currentPlayer === each.playerID);
  table.mover = client.playerID;
  const act = () => client.moves.clickCell(client.getState().G.cells.findIndex((cell) => cell === null));
  const wait = table.due - Date.now();
  table.due += gap;
  if (wait > 0) setTimeout(act, wait);
  else setImmediate(act);
}

function play(count, paced) {
  const start = Date.now();
  return Promise.all(
    tables.map(
      (table, index) =>
        new Promise((done) => {
          Object.assign(table, { made: 0, wanted: count, done, due: paced ? start + (gap * index) / matches : 0 });
          move(table);
        }),
    ),
  );
}

for (let number = 0; number < matches; number++) tables.push(sit(number));
const connected = () => tables.every((table) => table.clients.every((client) => client.getState()?.isConnected));
while (!connected()) await new Promise((done) => setTimeout(done, 100));
await play(warm, false);
console.log('start');
const start = Date.now();
await play(each, gap > 0);
console.log(JSON.stringify({ moves: matches * each, seconds: (Date.now() - start) / 1000 }));
process.exit(0);

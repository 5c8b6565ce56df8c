// boardgame.io's server, in memory, with its tutorial's tic-tac-toe.  The board is cleared when it is full, so that
// a match has no end and only moves are measured.
import pkg from 'boardgame.io/dist/cjs/server.js';
import core from 'boardgame.io/dist/cjs/core.js';

const { Server, Origins } = pkg;
const { INVALID_MOVE } = core;

const TicTacToe = {
  name: 'tic-tac-toe',
  setup: () => ({ cells: Array(9).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    clickCell: ({ G, playerID }, id) => {
      if (G.cells[id] !== null) return INVALID_MOVE;
      G.cells[id] = playerID;
      if (G.cells.every((cell) => cell !== null)) G.cells = Array(9).fill(null);
    },
  },
};

const server = Server({ games: [TicTacToe], origins: [Origins.LOCALHOST] });
server.run({ port: Number(process.argv[2]), callback: () => console.log('ready') });

import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

const server = process.env["SANDTABLE_SERVER"] ?? "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: "../src/sandtable/server/static",
    emptyOutDir: true,
    assetsInlineLimit: 0, // the content security policy allows no inline data
    modulePreload: { polyfill: false },
    target: "es2022",
    license: { fileName: "licences.md" }, // of the libraries inside the page
    rolldownOptions: { input: { main: "index.html" } },
  },
  server: { proxy: { "/v1": { target: server, ws: true } } },
  resolve: process.env["VITEST"] ? { conditions: ["browser"] } : {},
  // No test depends on how fast the machine is: the time-out only ends what hangs.
  test: { environment: "jsdom", include: ["test/**/*.test.ts"], testTimeout: 600_000, maxWorkers: "100%" },
});

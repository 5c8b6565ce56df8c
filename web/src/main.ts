import { mount } from "svelte";
import "./theme.css";
import "./shell/shell.css";
import "./boards/boards.css";
import App from "./shell/App.svelte";
import { listen } from "./shell/router.svelte";
import { applySettings } from "./shell/settings.svelte";

applySettings();
listen();
mount(App, { target: document.querySelector("#app")! });

/** A tab from before an update asks for parts that are gone: load the new page, but not over and over where that does not help. */
const PATIENCE = 60_000; // milliseconds between two such attempts
window.addEventListener("vite:preloadError", (event) => {
  const last = Number(sessionStorage.getItem("sandtable.renewed") ?? 0);
  if (Date.now() - last < PATIENCE) return;
  sessionStorage.setItem("sandtable.renewed", String(Date.now()));
  event.preventDefault();
  location.reload();
});

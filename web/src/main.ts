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

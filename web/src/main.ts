import "./style/fonts.css";
import "./style/base.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { speak } from "./api/client";
import { pace } from "./table/pace";
import { firstLanguage, texts } from "./texts/texts.svelte";

document.documentElement.dataset["pace"] = pace();
await texts.use(firstLanguage());
speak(texts.language);
mount(App, { target: document.getElementById("app")! });

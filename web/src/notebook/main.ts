// The page as one file, for notebooks: a search that was recorded elsewhere, with the engine beside it, so that it
// goes on when somebody drags an end. Nothing is fetched, nothing is kept.
import engine from "virtual:engine";
import { Wayline } from "wayline/client";
import { App } from "../app";
import { KEYS } from "../input/keyboard";
import { listenToKeys } from "../input/keys";
import { Pointer } from "../input/pointer";
import { cellCard } from "../panels/card";
import { el } from "../panels/dom";
import { legend } from "../panels/legend";
import { announcer, complaint, find, stageRoot } from "../panels/notes";
import { timelinePanel } from "../panels/timeline";
import { stageFoot, zoomControls } from "../panels/zoom";
import { Timeline } from "../player/timeline";
import { Stage } from "../render/stage";
import { language, say } from "../words";
import { inflated, opened, type Recording } from "./recording";
import EngineWorker from "./worker?worker&inline";

async function start(): Promise<void> {
  document.documentElement.lang = language;
  const recording = JSON.parse(find("#recording").textContent ?? "null") as Recording | null;
  const source = await WebAssembly.compile(await inflated(engine, "gzip"));
  const app = await App.open(() => Wayline.open({ worker: () => new EngineWorker(), source }));
  const root = stageRoot(say("page.stageMap"));
  const card = cellCard(app, root);
  const stage = new Stage(app, root);
  find(".time").append(...timelinePanel(app));
  root.append(stageFoot(root, legend(app), zoomControls(app)), complaint(app), card);
  new Pointer(app, stage, root);
  listenToKeys(KEYS, app, root);
  announcer(app);
  if (recording) await app.attempt(() => show(app, recording));
  Object.assign(window, { wayline: { app, stage } });
  document.documentElement.dataset.ready = String(Math.round(performance.now()));
}

async function show(app: App, recording: Recording): Promise<void> {
  const { model, trace } = await opened(recording);
  await app.load({ model }, [trace.from, trace.to]);
  app.setPanes([recording.options]);
  const timeline = await Timeline.open(trace.events, trace.width * trace.height);
  app.showTraces([{ trace, timeline, name: recording.options.algorithm ?? "" }]);
}

start().catch((error: unknown) => {
  const why = error instanceof Error ? error.message : String(error);
  find(".stage").replaceChildren(
    el("p", { class: "fatal", role: "alert", text: say("page.thePlaygroundDidNotStart", { why }) }),
  );
});

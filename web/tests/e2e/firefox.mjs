// Firefox, by WebDriver BiDi: the protocol that it speaks itself, so that nothing is needed but Firefox and a socket.
// (What drives Chromium asks Debian's Firefox for commands that it does not know.)
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import WebSocket from "ws";

const known = [process.env.FIREFOX, "/usr/bin/firefox-esr", "/usr/bin/firefox"];
export const FIREFOX = known.find((path) => path && existsSync(path));

/** Starts Firefox, and opens a page in it. */
export async function openFirefox(url, { width = 1280, height = 800 } = {}) {
  const profile = mkdtempSync(join(tmpdir(), "wayline-firefox-"));
  const child = spawn(FIREFOX, ["--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0"], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  const ended = new Promise((done) => child.once("exit", done));
  const close = async () => {
    child.kill();
    await ended;
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const address = await new Promise((heard, failed) => {
      let said = "";
      child.stderr.on("data", (data) => {
        said += data;
        const found = /WebDriver BiDi listening on (ws:\S+)/.exec(said)?.[1];
        if (found) heard(found);
      });
      child.once("exit", (code) => failed(new Error(`Firefox ended with ${code}: ${said}`)));
    });
    return { ...(await connect(`${address}/session`, url, { width, height })), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function connect(address, url, viewport) {
  const socket = new WebSocket(address);
  await new Promise((open, failed) => socket.once("open", open).once("error", failed));
  const [waiting, wrong] = [new Map(), []];
  socket.on("message", (data) => {
    const message = JSON.parse(data);
    if (message.method === "log.entryAdded" && ["error", "warn"].includes(message.params.level))
      wrong.push(message.params.text);
    const { resolve, reject } = waiting.get(message.id) ?? {};
    waiting.delete(message.id);
    if (message.type === "error") reject?.(new Error(`${message.error}: ${message.message}`));
    else resolve?.(message.result);
  });
  let last = 0;
  const send = (method, params) =>
    new Promise((resolve, reject) => {
      waiting.set(++last, { resolve, reject });
      socket.send(JSON.stringify({ id: last, method, params }));
    });
  await send("session.new", { capabilities: {} });
  await send("session.subscribe", { events: ["log.entryAdded"] });
  const { context } = await send("browsingContext.create", { type: "tab" });
  await send("browsingContext.setViewport", { context, viewport });

  /** What a function of the page returns; it may return a promise. */
  const evaluate = async (page, ...values) => {
    const answer = await send("script.evaluate", {
      expression: `(async () => JSON.stringify(await (${page})(${values.map((value) => JSON.stringify(value)).join(", ")})))()`,
      target: { context },
      awaitPromise: true,
    });
    if (answer.type === "exception") throw new Error(answer.exceptionDetails.text);
    return answer.result.value === undefined ? undefined : JSON.parse(answer.result.value);
  };
  /** Until a function of the page says yes. */
  const until = async (page, ...values) => {
    for (const began = Date.now(); Date.now() - began < 30_000; ) {
      if (await evaluate(page, ...values)) return;
      await new Promise((later) => setTimeout(later, 50));
    }
    throw new Error(`waited in vain for ${page}`);
  };
  const go = async (to) => {
    await send("browsingContext.navigate", { context, url: to, wait: "complete" });
    await until(() => document.documentElement.dataset.ready);
  };
  /** Presses at the first of some places, and lets go at the last. */
  const drag = (...places) => {
    const [[x, y], ...others] = places.map((place) => place.map(Math.round));
    return send("input.performActions", {
      context,
      actions: [
        {
          type: "pointer",
          id: "mouse",
          actions: [
            { type: "pointerMove", x, y },
            { type: "pointerDown", button: 0 },
            ...others.map(([x, y]) => ({ type: "pointerMove", x, y, duration: 60 })),
            { type: "pointerUp", button: 0 },
          ],
        },
      ],
    });
  };
  await go(url);
  return { evaluate, until, go, drag, wrong };
}

// How fast the page is in this Chromium, as a table: `npm run speed`. Measures, and asserts nothing:
// figures depend on the machine, and on whether it has a graphics card.
import { launch, open, serve, settled } from "./browser.mjs";

const [browser, server] = await Promise.all([launch(), serve()]);
const rows = [];
const row = (what, value) => rows.push([what, value]);
const ms = (value) => `${value.toFixed(1)} ms`;
const at = (values, share) =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))];

// The page, from nothing to usable: several times, each in a fresh profile.
const ready = [];
for (let run = 0; run < 5; run++) {
  const { page, context } = await open(browser, server.url);
  ready.push(Number(await page.getAttribute("html", "data-ready")));
  await context.close();
}
row("usable after, median of 5 (target: 1000 ms)", ms(at(ready, 0.5)));

for (const renderer of ["webgl2", "2d"]) {
  const { page, context } = await open(browser, server.url, {}, `?renderer=${renderer}`);
  const result = await page.evaluate(async () => {
    const { app, stage } = globalThis.wayline;
    const frame = () => new Promise((now) => requestAnimationFrame(now));
    app.setAnimate(false);
    app.setPanes([{ algorithm: "dijkstra" }]);
    await app.load({ spec: "open:1024x1024" }, [0, 1024 * 1024 - 1]);
    app.search();
    while (app.solver.busy || !app.pane.timeline) await frame();
    // No search of a million cells has four million events: it is played on into a second time.
    const FOUR_MILLION = 4_000_000;
    const { events } = app.pane.timeline;
    const longer = Object.fromEntries(
      Object.entries(events).map(([name, array]) => {
        if (!ArrayBuffer.isView(array)) return [name, array];
        const made = new array.constructor(FOUR_MILLION);
        made.set(array);
        made.set(array.subarray(0, FOUR_MILLION - array.length), array.length);
        return [name, made];
      }),
    );
    const timeline = await app.pane.timeline.constructor.open({ ...longer, length: FOUR_MILLION }, 1024 * 1024);
    app.pane.take(app.pane.answer, timeline);
    app.answered(true);
    // Seeks to anywhere: what the page does when the slider is dragged.
    let random = 12345;
    const seeks = [];
    for (let seek = 0; seek < 300; seek++) {
      random = (Math.imul(random, 1103515245) + 12345) & 0x7fffffff;
      const began = performance.now();
      timeline.seek(random % timeline.length);
      seeks.push(performance.now() - began);
    }
    // Playing all of it in ten seconds.
    app.player.seek(0);
    app.chooseSpeed(timeline.length / 10);
    app.player.play();
    for (let warm = 0; warm < 10; warm++) await frame();
    stage.frames.length = 0;
    const gaps = [];
    let last = await frame();
    const until = performance.now() + 8000;
    while (performance.now() < until) {
      const now = await frame();
      gaps.push(now - last);
      last = now;
    }
    return { events: timeline.length, seeks, gaps, draws: [...stage.frames], search: app.pane.answer.ms };
  });
  const playing = result.gaps.reduce((sum, gap) => sum + gap, 0) / result.gaps.length;
  row(`${renderer}: 1024x1024, events`, String(result.events));
  row(
    `${renderer}: a seek to anywhere, median / most (target: 5 ms)`,
    `${ms(at(result.seeks, 0.5))} / ${ms(Math.max(...result.seeks))}`,
  );
  row(`${renderer}: frames a second while playing (target: 60)`, (1000 / playing).toFixed(1));
  row(
    `${renderer}: the page's work for a frame, median / 95 %`,
    `${ms(at(result.draws, 0.5))} / ${ms(at(result.draws, 0.95))}`,
  );
  await context.close();
}

// The network view, with about 50,000 edges: a whole search played in ten seconds, then dragged about.
{
  const { page, context } = await open(browser, server.url, {}, "?view=network#net=county&by=dijkstra");
  const result = await page.evaluate(async () => {
    const { app, stage } = globalThis.wayline;
    const frame = () => new Promise((now) => requestAnimationFrame(now));
    const run = async (ms, act) => {
      for (let warm = 0; warm < 10; warm++) await frame();
      stage.frames.length = 0;
      const gaps = [];
      let last = await frame();
      for (const until = performance.now() + ms; performance.now() < until; ) {
        act(gaps.length);
        const now = await frame();
        gaps.push(now - last);
        last = now;
      }
      return { gaps, draws: [...stage.frames] };
    };
    app.player.seek(0);
    app.chooseSpeed(app.player.length / 10);
    app.player.play();
    const playing = await run(8000, () => {});
    app.player.pause();
    app.player.seek(app.player.length);
    const panning = await run(3000, (i) => app.view.pan(i % 40 < 20 ? 9 : -9, 4 - (i % 9)));
    const zooming = await run(3000, (i) => app.view.zoom(i % 60 < 30 ? 1.03 : 1 / 1.03));
    return { edges: app.model.edges, events: app.player.length, playing, panning, zooming };
  });
  row("network: edges, events", `${result.edges}, ${result.events}`);
  for (const what of ["playing", "panning", "zooming"]) {
    const { gaps, draws } = result[what];
    const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
    row(
      `network: frames a second while ${what} (target: 60); work for a frame, median / 95 %`,
      `${(1000 / mean).toFixed(1)}; ${ms(at(draws, 0.5))} / ${ms(at(draws, 0.95))}`,
    );
  }
  await context.close();
}

// B dragged about by the pointer: how soon a path to where it is is shown, how many frames there are meanwhile, and
// what keeps the page from answering.
for (const [what, path, side] of [
  ["the first map", "", 0],
  ["512x512", "#map=caves:512x512:seed=3&algorithm=astar", 0],
  ["roads with 15,000 edges", "?view=network#net=roads&by=dijkstra,astar", 1],
]) {
  const { page, context } = await open(browser, server.url, {}, path);
  const [from, box] = await page.evaluate((isNetwork) => {
    const { app } = globalThis.wayline;
    app.player.pause();
    app.setAnimate?.(false);
    app.player.seek(app.player.length);
    const { left, top, width, height } = document.querySelector(".overlay").getBoundingClientRect();
    const end = app.ends[1];
    const [x, y] = isNetwork
      ? app.view.pixel(app.model.plane.x[end], app.model.plane.y[end])
      : app.view.pixel((end % app.map.width) + 0.5, Math.floor(end / app.map.width) + 0.5);
    globalThis.dragged = { gaps: [], long: [], lags: [], moved: 0, last: 0 };
    const { dragged } = globalThis;
    new PerformanceObserver((list) => dragged.long.push(...list.getEntries().map((one) => one.duration))).observe({
      type: "longtask",
    });
    app.topics.on("ends", () => {
      dragged.moved ||= performance.now();
    });
    app.topics.on("answer", () => {
      if (dragged.moved && app.pane.answer) dragged.lags.push(performance.now() - dragged.moved);
      dragged.moved = 0;
    });
    const frame = (now) => {
      if (dragged.last) dragged.gaps.push(now - dragged.last);
      dragged.last = now;
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
    return [[left + x, top + y], { left, top, width, height }];
  }, side === 1);
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.evaluate(() => {
    globalThis.dragged.gaps.length = 0;
  });
  for (let turn = 0; turn < 240; turn++) {
    const angle = turn / 20;
    const [x, y] = [0.5 + 0.35 * Math.cos(angle), 0.5 + 0.35 * Math.sin(1.3 * angle)];
    await page.mouse.move(box.left + x * box.width, box.top + y * box.height);
  }
  const { gaps, long, lags } = await page.evaluate(() => globalThis.dragged);
  await page.mouse.up();
  const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
  row(
    `dragging B on ${what}: answers, after median / 95 %; frames a second; tasks over 50 ms`,
    `${lags.length}, ${ms(at(lags, 0.5))} / ${ms(at(lags, 0.95))}; ${(1000 / mean).toFixed(1)}; ${long.map(Math.round).join(", ") || "none"}`,
  );
  await context.close();
}

// What keeps the page from answering, from nothing to the end of the first animation.
{
  const context = await browser.newContext();
  await context.addInitScript(() => {
    globalThis.longTasks = [];
    const keep = (list) => globalThis.longTasks.push(...list.getEntries().map(({ duration }) => duration));
    new PerformanceObserver(keep).observe({ type: "longtask", buffered: true });
  });
  const page = await context.newPage();
  await page.goto(server.url);
  await page.waitForFunction(() => globalThis.wayline?.app.player.at === globalThis.wayline?.app.player.length);
  const tasks = await page.evaluate(() => globalThis.longTasks.map(Math.round));
  row("tasks of more than 50 ms on the first map (target: none over 100 ms)", tasks.join(", ") || "none");
  await context.close();
}

const { page } = await open(browser, server.url);
row("chosen by the page here", await page.evaluate(() => globalThis.wayline.stage.renderer));
row(
  "graphics",
  await page.evaluate(() => {
    const gl = document.createElement("canvas").getContext("webgl2");
    const named = gl?.getExtension("WEBGL_debug_renderer_info");
    return named ? gl.getParameter(named.UNMASKED_RENDERER_WEBGL) : "none";
  }),
);
await settled(page);
await browser.close();
server.close();
const wide = Math.max(...rows.map(([what]) => what.length));
for (const [what, value] of rows) console.log(`${what.padEnd(wide)}  ${value}`);

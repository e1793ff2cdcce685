// The engine in a worker, by promises: the page never waits.

/** The engine itself failed: out of memory, or a defect. A new one has to be opened. */
export class EngineFailure extends Error {}

/** The engine in a worker of its own. Calls are answered in the order they were made. */
export class Wayline {
  #worker;
  #make;
  #source;
  #waiting = new Map();
  #last = 0;
  #failure = null;

  constructor(make, source) {
    this.#make = make;
    this.#source = source;
    this.#start();
  }

  /**
   * Opens an engine. `worker` makes the worker, if a bundler has to know of it; `source` is where
   * the module is, if not beside the JavaScript.
   */
  static async open({ worker, source } = {}) {
    const make = worker ?? (() => new Worker(new URL("./worker.js", import.meta.url), { type: "module" }));
    const opened = new this(make, source);
    try {
      await opened.call("init");
    } catch (error) {
      opened.close();
      throw error;
    }
    return opened;
  }

  #start() {
    this.#worker = this.#make();
    this.#worker.onmessage = ({ data: { id, value, error } }) => {
      const { resolve, reject } = this.#waiting.get(id) ?? {};
      this.#waiting.delete(id);
      if (!error) resolve?.(value);
      else if (error.dead) {
        const failure = new EngineFailure(`the engine failed: ${error.message}`);
        reject?.(failure);
        this.#fail(failure);
      } else reject?.(new Error(error.message));
    };
    this.#worker.onerror = (event) => {
      this.#fail(new EngineFailure(`the engine failed: ${event.message ?? "its worker did not start"}`));
    };
  }

  #fail(failure) {
    this.#failure = failure;
    this.#worker.terminate();
    for (const { reject } of this.#waiting.values()) reject(failure);
    this.#waiting.clear();
  }

  /** Asks the worker: what the classes below are made of. */
  call(name, ...values) {
    if (this.#failure) return Promise.reject(this.#failure);
    return new Promise((resolve, reject) => {
      const id = ++this.#last;
      this.#waiting.set(id, { resolve, reject });
      try {
        this.#worker.postMessage({ id, call: name, values, source: this.#source });
      } catch (error) {
        this.#waiting.delete(id);
        reject(error);
      }
    });
  }

  /** Ends the worker at once, whatever it is doing. What was asked is rejected, maps are gone. */
  close() {
    if (!this.#failure) this.#fail(new EngineFailure("the engine was closed"));
  }

  algorithms() { return this.call("algorithms"); }
  version() { return this.call("version"); }

  async #map(promise) {
    const { thing, width, height } = await promise;
    return new MapClient(this, thing, width, height);
  }

  /** A map of free cells. */
  create(width, height) { return this.#map(this.call("create", width, height)); }
  /** The map of a generator. */
  generate(spec) { return this.#map(this.call("generate", spec)); }
  /** A map from the bytes of a file. */
  read(bytes) { return this.#map(this.call("read", bytes)); }
  /** Wraps what the worker keeps. */
  adopt(promise) { return this.#map(promise); }
}

/** A map in the worker. */
export class MapClient {
  constructor(wayline, thing, width, height) {
    Object.assign(this, { wayline, thing, width, height });
  }
  #ask(name, ...values) { return this.wayline.call("ask", this.thing, name, ...values); }

  solve(options) { return this.wayline.call("solve", this.thing, options); }
  record(options, limits) { return this.wayline.call("record", this.thing, options, limits); }
  judge(path, options) { return this.wayline.call("judge", this.thing, path, options); }

  start() { return this.#ask("start"); }
  goal() { return this.#ask("goal"); }
  setStart(cell) { return this.wayline.call("set", this.thing, "start", cell); }
  setGoal(cell) { return this.wayline.call("set", this.thing, "goal", cell); }
  ends() { return this.#ask("ends"); }
  freeCells() { return this.#ask("freeCells"); }
  components() { return this.#ask("components"); }
  blocked() { return this.#ask("blocked"); }
  multipliers() { return this.#ask("multipliers"); }
  elevations() { return this.#ask("elevations"); }
  setBlocked(cells, blocked) { return this.#ask("setBlocked", cells, blocked); }
  setAllBlocked(cells) { return this.#ask("setAllBlocked", cells); }
  setMultiplier(cells, multiplier) { return this.#ask("setMultiplier", cells, multiplier); }
  setElevation(cells, elevation) { return this.#ask("setElevation", cells, elevation); }
  /** The bytes of a file: "map" (Moving AI), "txt" (ASCII) or "png". */
  write(format) { return this.wayline.call("write", this.thing, format); }

  clone() { return this.wayline.adopt(this.wayline.call("clone", this.thing)); }
  resized(width, height) { return this.wayline.adopt(this.wayline.call("resized", this.thing, width, height)); }
  async body(options) {
    const { thing } = await this.wayline.call("body", this.thing, options);
    return new BodyClient(this.wayline, thing);
  }
  free() { return this.wayline.call("free", this.thing); }
}

/** A body in the worker. */
export class BodyClient {
  constructor(wayline, thing) {
    Object.assign(this, { wayline, thing });
  }
  #ask(name, ...values) { return this.wayline.call("ask", this.thing, name, ...values); }

  plan(query) { return this.#ask("plan", query); }
  record(query, limits) { return this.#ask("record", query, limits); }
  /** Plans to one goal again and again, and remembers what earlier plans have learnt. */
  async replanner(to) {
    const { thing } = await this.wayline.call("replanner", this.thing, to);
    return new ReplannerClient(this.wayline, thing);
  }
  judge(path, from, to) { return this.#ask("judge", path, from, to); }
  covers(at) { return this.#ask("covers", at); }
  unfit(at) { return this.#ask("unfit", at); }
  setGround(cells, ground) { return this.#ask("setGround", cells, ground); }
  sync(map) { return this.wayline.call("sync", this.thing, map.thing); }
  free() { return this.wayline.call("free", this.thing); }
}

/** A replanner in the worker. */
export class ReplannerClient {
  constructor(wayline, thing) {
    Object.assign(this, { wayline, thing });
  }
  #ask(name, ...values) { return this.wayline.call("ask", this.thing, name, ...values); }

  plan(from) { return this.#ask("plan", from); }
  record(from, limits) { return this.#ask("record", from, limits); }
  learnt() { return this.#ask("learnt"); }
  free() { return this.wayline.call("free", this.thing); }
}

// What a worker does, in browsers and in Node. Maps and bodies live here, by number.

// Typed arrays are handed over, not copied.
function buffers(value, found = []) {
  if (ArrayBuffer.isView(value)) found.push(value.buffer);
  else if (value && typeof value === "object") for (const part of Object.values(value)) buffers(part, found);
  return found;
}

const isPicture = (bytes) => bytes?.[0] === 0x89 && bytes[1] === 0x50 && bytes[2] === 0x4e && bytes[3] === 0x47;

/** Answers messages by the engine; what comes in is read as `data`, what goes out is posted. */
export function serve(engine, post) {
  const things = new Map();
  let last = 0;
  let ready;

  const thing = (number) => {
    const found = things.get(number);
    if (!found) throw new Error("this map or body was freed");
    return found;
  };

  const keep = (made) => {
    things.set(++last, made);
    const handle = { thing: last };
    if (made instanceof engine.WaylineMap) Object.assign(handle, { width: made.width, height: made.height });
    return handle;
  };

  const calls = {
    init: () => undefined,
    version: () => engine.version(),
    algorithms: () => engine.algorithms(),
    create: (width, height) => keep(new engine.WaylineMap(width, height)),
    generate: (spec) => keep(engine.WaylineMap.generate(spec)),
    read: async (bytes) => keep(isPicture(bytes) ? await engine.readPicture(bytes) : engine.WaylineMap.read(bytes)),
    write: (map, format) => format === "png" ? engine.writePicture(thing(map)) : thing(map).write(format),
    body: async (map, options) => {
      await engine.initBodies();
      return keep(new engine.WaylineBody(thing(map), options));
    },
    replanner: (body, to) => keep(thing(body).replanner(to)),
    // Beside the time of the search alone: the whole call, with what is derived from the map first and the judge.
    solve: (map, options) => {
      const asked = thing(map);
      const began = performance.now();
      const answer = engine.solve(asked, options);
      answer.totalMs = performance.now() - began;
      return answer;
    },
    record: (map, options, limits) => engine.record(thing(map), options, limits),
    judge: (map, path, options) => engine.judge(thing(map), path, options),
    sync: (body, map) => thing(body).sync(thing(map)),
    clone: (map) => keep(thing(map).clone()),
    resized: (map, width, height) => keep(thing(map).resized(width, height)),
    // What is asked of a map, and how it is changed: by the method's own name.
    ask: (number, name, ...values) => {
      const asked = thing(number);
      const found = asked[name];
      return typeof found === "function" ? found.apply(asked, values) : found;
    },
    set: (number, name, value) => { thing(number)[name] = value; },
    free: (number) => {
      things.get(number)?.free();
      things.delete(number);
    },
  };

  async function answer({ id, call, values, source }) {
    try {
      ready ??= engine.init(source);
      await ready;
      const value = await calls[call](...values);
      post({ id, value }, buffers(value));
    } catch (error) {
      // A trap leaves the engine in no state to go on.
      const dead = error instanceof WebAssembly.RuntimeError || error instanceof WebAssembly.LinkError;
      post({ id, error: { message: String(error?.message ?? error), dead } });
    }
  }

  // In order, also where something has to be loaded first.
  let answered = Promise.resolve();
  return ({ data }) => { answered = answered.then(() => answer(data)); };
}

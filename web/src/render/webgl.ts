// Codes as a texture, colours as a second one, and a shader that looks one up in the other: a map of
// a million cells is drawn in a fraction of a millisecond, and only rows that changed are sent.
import type { Surface } from "./surface";
import type { View } from "./view";

const VERTEX = `#version 300 es
void main() { // One triangle that covers everything.
  vec2 corner = vec2(float((gl_VertexID << 1) & 2), float(gl_VertexID & 2));
  gl_Position = vec4(corner * 2.0 - 1.0, 0.0, 1.0);
}`;

const FRAGMENT = `#version 300 es
precision highp float;
precision highp usampler2D;
uniform usampler2D codes;
uniform sampler2D colours;
uniform vec2 origin;   // the map's point at the top left corner
uniform vec2 size;     // of the map, in cells
uniform float perPixel; // cells a pixel of the canvas
uniform float high;    // of the canvas
uniform float lines;
uniform vec3 background;
out vec4 colour;

vec3 cell(vec2 at) {
  if (at.x < 0.0 || at.y < 0.0 || at.x >= size.x || at.y >= size.y) return background;
  uint code = texelFetch(codes, ivec2(at), 0).r;
  return texelFetch(colours, ivec2(int(code), 0), 0).rgb;
}

void main() {
  vec2 pixel = vec2(gl_FragCoord.x, high - gl_FragCoord.y);
  vec2 at = origin + pixel * perPixel;
  vec3 seen;
  if (perPixel > 0.9) { // Several cells a pixel: their mean, so that thin walls do not flicker.
    seen = vec3(0.0);
    int side = clamp(int(ceil(perPixel)), 2, 4);
    float apart = perPixel / float(side);
    vec2 corner = at - 0.5 * perPixel + 0.5 * apart;
    for (int y = 0; y < side; y++) for (int x = 0; x < side; x++) seen += cell(corner + vec2(float(x), float(y)) * apart);
    seen /= float(side * side);
  } else {
    seen = cell(at);
    vec2 within = fract(at) / perPixel;
    bool inside = at.x >= 0.0 && at.y >= 0.0 && at.x < size.x && at.y < size.y;
    if (inside && (within.x < 1.0 || within.y < 1.0)) seen = mix(seen, vec3(0.5), lines);
  }
  colour = vec4(seen, 1.0);
}`;

export class WebglSurface implements Surface {
  readonly kind = "webgl2";
  readonly #gl: WebGL2RenderingContext;
  readonly #program: WebGLProgram;
  readonly #codes: WebGLTexture;
  readonly #colours: WebGLTexture;
  readonly #places = new Map<string, WebGLUniformLocation | null>();
  #size = { width: 0, height: 0 };
  #background: readonly [number, number, number] = [255, 255, 255];

  constructor(gl: WebGL2RenderingContext) {
    this.#gl = gl;
    this.#program = linked(gl);
    gl.useProgram(this.#program);
    gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);
    this.#codes = texture(gl, 0);
    this.#colours = texture(gl, 1);
    gl.uniform1i(this.#place("codes"), 0);
    gl.uniform1i(this.#place("colours"), 1);
    // Without a vertex array some drivers draw nothing, even if no attribute is read.
    gl.bindVertexArray(gl.createVertexArray());
  }

  setCodes(bytes: Uint8Array, width: number, height: number, first: number, end: number): void {
    const gl = this.#gl;
    gl.activeTexture(gl.TEXTURE0);
    gl.bindTexture(gl.TEXTURE_2D, this.#codes);
    if (this.#size.width !== width || this.#size.height !== height) {
      this.#size = { width, height };
      gl.texImage2D(gl.TEXTURE_2D, 0, gl.R8UI, width, height, 0, gl.RED_INTEGER, gl.UNSIGNED_BYTE, bytes);
    } else if (first < end) {
      const rows = bytes.subarray(first * width, end * width);
      gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, first, width, end - first, gl.RED_INTEGER, gl.UNSIGNED_BYTE, rows);
    }
  }

  setColours(table: Uint8Array): void {
    const gl = this.#gl;
    gl.activeTexture(gl.TEXTURE1);
    gl.bindTexture(gl.TEXTURE_2D, this.#colours);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, 256, 1, 0, gl.RGBA, gl.UNSIGNED_BYTE, table);
  }

  setBackground(rgb: readonly [number, number, number]): void {
    this.#background = rgb;
  }

  draw(view: View, density: number, lines: boolean): void {
    const gl = this.#gl;
    const { width, height } = gl.canvas;
    gl.viewport(0, 0, width, height);
    gl.uniform2f(this.#place("origin"), view.x, view.y);
    gl.uniform2f(this.#place("size"), this.#size.width, this.#size.height);
    gl.uniform1f(this.#place("perPixel"), 1 / (view.scale * density));
    gl.uniform1f(this.#place("high"), height);
    gl.uniform1f(this.#place("lines"), lines ? Math.min(0.22, (view.scale - 5) / 40) : 0);
    const [red, green, blue] = this.#background;
    gl.uniform3f(this.#place("background"), red / 255, green / 255, blue / 255);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
  }

  close(): void {
    this.#gl.getExtension("WEBGL_lose_context")?.loseContext();
  }

  #place(name: string): WebGLUniformLocation | null {
    const known = this.#places.get(name);
    if (known !== undefined) return known;
    const found = this.#gl.getUniformLocation(this.#program, name);
    this.#places.set(name, found);
    return found;
  }
}

function linked(gl: WebGL2RenderingContext): WebGLProgram {
  const program = gl.createProgram();
  for (const [kind, source] of [
    [gl.VERTEX_SHADER, VERTEX],
    [gl.FRAGMENT_SHADER, FRAGMENT],
  ] as const) {
    const shader = gl.createShader(kind);
    if (!shader) throw new Error("this WebGL makes no shaders");
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS))
    throw new Error(gl.getProgramInfoLog(program) ?? "shaders do not link");
  return program;
}

function texture(gl: WebGL2RenderingContext, unit: number): WebGLTexture {
  const made = gl.createTexture();
  gl.activeTexture(gl.TEXTURE0 + unit);
  gl.bindTexture(gl.TEXTURE_2D, made);
  for (const filter of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER])
    gl.texParameteri(gl.TEXTURE_2D, filter, gl.NEAREST);
  for (const wrap of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T]) gl.texParameteri(gl.TEXTURE_2D, wrap, gl.CLAMP_TO_EDGE);
  return made;
}

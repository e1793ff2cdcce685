// Bytes as text that needs no escaping in a link.
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const VALUES = new Map([...LETTERS].map((letter, value) => [letter.charCodeAt(0), value]));

export function base64(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let i = 0; i < bytes.length; i += 3) {
    const [a, b, c] = [bytes[i], bytes[i + 1] ?? 0, bytes[i + 2] ?? 0];
    const four =
      LETTERS[a >> 2] + LETTERS[((a & 3) << 4) | (b >> 4)] + LETTERS[((b & 15) << 2) | (c >> 6)] + LETTERS[c & 63];
    parts.push(four.slice(0, Math.min(4, bytes.length - i + 1)));
  }
  return parts.join("");
}

/** Null if the text is not one that `base64` writes. */
export function bytesOf(text: string): Uint8Array | null {
  if (text.length % 4 === 1) return null;
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4));
  let [at, bits, held] = [0, 0, 0];
  for (let i = 0; i < text.length; i++) {
    const value = VALUES.get(text.charCodeAt(i));
    if (value === undefined) return null;
    held = ((held << 6) | value) & 0xffff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes[at++] = held >> bits;
  }
  return bytes;
}

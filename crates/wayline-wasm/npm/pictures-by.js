// Pictures, PNG files: decoded by a module of their own, which is loaded when the first is read or written.

/** What reads and writes pictures, by a function that loads the module and what it holds then. */
export function picturesBy(load, { decode, encode }, WaylineMap) {
  return {
    /** A map from the bytes of a PNG file: black is blocked, white is plain, the darker the slower. */
    async readPicture(bytes) {
      await load();
      const decoded = decode(bytes);
      const sides = new DataView(decoded.buffer, decoded.byteOffset, 8);
      return WaylineMap.fromGreys(sides.getUint32(0, true), sides.getUint32(4, true), decoded.subarray(8));
    },
    /** The bytes of a PNG file. A multiplier that no grey stands for is an error, and elevation. */
    async writePicture(map) {
      await load();
      return encode(map.width, map.height, map.greys());
    },
  };
}

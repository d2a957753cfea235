/** What a ZIP file says of itself, without unfolding it. */

const END = 0x06054b50;
const ENTRY = 0x02014b50;
/** The end record, and the longest comment behind it. */
const TAIL = 22 + 65_535;

/** Bytes of all its files unfolded, as its directory tells them; undefined where it has none that can be read. */
export function unfoldedBytes(zip: Buffer): number | undefined {
  for (let at = zip.length - 22; at >= Math.max(0, zip.length - TAIL); at--) {
    if (zip.readUInt32LE(at) !== END) continue;
    let entry = zip.readUInt32LE(at + 16);
    let bytes = 0;
    for (let left = zip.readUInt16LE(at + 10); left > 0; left--) {
      if (entry + 46 > zip.length || zip.readUInt32LE(entry) !== ENTRY) return undefined;
      bytes += zip.readUInt32LE(entry + 24);
      entry +=
        46 + zip.readUInt16LE(entry + 28) + zip.readUInt16LE(entry + 30) + zip.readUInt16LE(entry + 32);
    }
    return bytes;
  }
  return undefined;
}

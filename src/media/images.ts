export interface ImageProperties {
  readonly mimeType: string;
  readonly width: number;
  readonly height: number;
}

const startsWith = (bytes: Buffer, text: string, at = 0): boolean =>
  bytes.toString('latin1', at, at + text.length) === text;

const png = (bytes: Buffer): ImageProperties | undefined =>
  startsWith(bytes, '\x89PNG\r\n\x1a\n') && startsWith(bytes, 'IHDR', 12) && bytes.length >= 24
    ? { mimeType: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
    : undefined;

const gif = (bytes: Buffer): ImageProperties | undefined =>
  /^GIF8[79]a/.test(bytes.toString('latin1', 0, 6)) && bytes.length >= 10
    ? { mimeType: 'image/gif', width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }
    : undefined;

const ORIENTATION = 0x0112;

/** Whether the Exif at `at` says that a picture is turned by a quarter, as phones store upright ones. */
const isTurned = (bytes: Buffer, at: number): boolean => {
  const start = at + 6;
  const isLittle = startsWith(bytes, 'II*\0', start);
  if (!startsWith(bytes, 'Exif\0\0', at) || !(isLittle || startsWith(bytes, 'MM\0*', start))) return false;
  const read = (from: number, length: 2 | 4): number => {
    if (from + length > bytes.length) return 0;
    return isLittle ? bytes.readUIntLE(from, length) : bytes.readUIntBE(from, length);
  };
  const directory = start + read(start + 4, 4);
  for (let entry = directory + 2; entry < directory + 2 + 12 * read(directory, 2); entry += 12) {
    if (read(entry, 2) === ORIENTATION) return read(entry + 8, 2) >= 5 && read(entry + 8, 2) <= 8;
  }
  return false;
};

/** The size in the first frame header, which follows segments of any length; as the picture is shown. */
const jpeg = (bytes: Buffer): ImageProperties | undefined => {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return undefined;
  let turned = false;
  for (let at = 2; at + 9 <= bytes.length && bytes[at] === 0xff; ) {
    const marker = bytes[at + 1] ?? 0;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) {
      const [height, width] = [bytes.readUInt16BE(at + 5), bytes.readUInt16BE(at + 7)];
      const shown = turned ? { width: height, height: width } : { width, height };
      return { mimeType: 'image/jpeg', ...shown };
    }
    turned ||= marker === 0xe1 && isTurned(bytes, at + 4);
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
};

const webp = (bytes: Buffer): ImageProperties | undefined => {
  if (!startsWith(bytes, 'RIFF') || !startsWith(bytes, 'WEBP', 8) || bytes.length < 30) return undefined;
  const size = (width: number, height: number): ImageProperties => ({ mimeType: 'image/webp', width, height });
  if (startsWith(bytes, 'VP8 ', 12)) return size(bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff);
  if (startsWith(bytes, 'VP8X', 12)) return size(bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1);
  if (!startsWith(bytes, 'VP8L', 12)) return undefined;
  const bits = bytes.readUInt32LE(21);
  return size((bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1);
};

/** The size is in the box `ispe`, which is among the first ones. */
const avif = (bytes: Buffer): ImageProperties | undefined => {
  if (!startsWith(bytes, 'ftyp', 4) || !/^avi[fs]/.test(bytes.toString('latin1', 8, 12))) return undefined;
  const at = bytes.indexOf('ispe', 0, 'latin1');
  if (at < 0 || at + 16 > bytes.length) return undefined;
  return { mimeType: 'image/avif', width: bytes.readUInt32BE(at + 8), height: bytes.readUInt32BE(at + 12) };
};

/** The largest side of an image in pixels. */
const MAX_SIDE = 65_535;

/** What an image is by its first bytes (256 KiB are enough); undefined for anything else. */
export const imageFacts = (head: Uint8Array): ImageProperties | undefined => {
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.byteLength);
  const found = png(bytes) ?? gif(bytes) ?? jpeg(bytes) ?? webp(bytes) ?? avif(bytes);
  if (found === undefined) return undefined;
  const { width, height } = found;
  return Math.min(width, height) > 0 && Math.max(width, height) <= MAX_SIDE ? found : undefined;
};

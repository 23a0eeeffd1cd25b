// Pictures without what cameras write into them: the place where they were taken, serial numbers, thumbnails, comments.

/** Segments of a JPEG that say how its colors are: JFIF, ICC profiles, Adobe. */
const isOfColor = (marker: number, bytes: Buffer, at: number): boolean => {
  if (marker === 0xe0) return bytes.toString('latin1', at + 4, at + 8) === 'JFIF';
  if (marker === 0xe2) return bytes.toString('latin1', at + 4, at + 15) === 'ICC_PROFILE';
  return marker === 0xee;
};

const isKept = (marker: number, bytes: Buffer, at: number): boolean => {
  const isApplication = marker >= 0xe0 && marker <= 0xef;
  return isApplication ? isOfColor(marker, bytes, at) : marker !== 0xfe;
};

const ORIENTATION = 0x0112;

/** How a picture is turned, from 1 (not at all) to 8, by the part with Exif that begins at `at`. */
const orientationAt = (bytes: Buffer, at: number): number => {
  const start = at + 6;
  const order = bytes.toString('latin1', start, start + 4);
  if (bytes.toString('latin1', at, at + 4) !== 'Exif' || !['II*\0', 'MM\0*'].includes(order)) return 1;
  const read = (from: number, length: 2 | 4): number => {
    if (from + length > bytes.length) return 0;
    return order === 'II*\0' ? bytes.readUIntLE(from, length) : bytes.readUIntBE(from, length);
  };
  const directory = start + read(start + 4, 4);
  for (let entry = directory + 2; entry < directory + 2 + 12 * read(directory, 2); entry += 12) {
    const value = read(entry + 8, 2);
    if (read(entry, 2) === ORIENTATION) return value >= 1 && value <= 8 ? value : 1;
  }
  return 1;
};

/** A segment that says only how the picture is rotated. */
const turnedBy = (orientation: number): Buffer =>
  Buffer.from([
    0xff,
    0xe1,
    0,
    34,
    0x45,
    0x78,
    0x69,
    0x66,
    0,
    0,
    0x4d,
    0x4d,
    0,
    0x2a,
    0,
    0,
    0,
    8,
    0,
    1,
    0x01,
    0x12,
    0,
    3,
    0,
    0,
    0,
    1,
    0,
    orientation,
    0,
    0,
    0,
    0,
    0,
    0,
  ]);

/** The end of the compressed data that begins at `at`: the next marker that is no restart. */
const endOfScan = (bytes: Buffer, at: number): number => {
  for (let next = bytes.indexOf(0xff, at); next >= 0 && next + 1 < bytes.length; next = bytes.indexOf(0xff, next + 1)) {
    const marker = bytes[next + 1] ?? 0;
    if (marker !== 0 && marker !== 0xff && !(marker >= 0xd0 && marker <= 0xd7)) return next;
  }
  return -1;
};

/** A JPEG without metadata, up to its end; undefined for a broken one. */
const cleanJpeg = (bytes: Buffer): Buffer | undefined => {
  const parts: Buffer[] = [bytes.subarray(0, 2)];
  let orientation = 1;
  for (let at = 2; at + 4 <= bytes.length && bytes[at] === 0xff; ) {
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    if (end > bytes.length) return undefined;
    if (marker === 0xe1) orientation = Math.max(orientation, orientationAt(bytes, at + 4));
    if (isKept(marker, bytes, at)) parts.push(bytes.subarray(at, end));
    at = end;
    if (marker !== 0xda) continue;
    const stop = endOfScan(bytes, at);
    if (stop < 0) return undefined;
    parts.push(bytes.subarray(at, stop));
    if (bytes[stop + 1] === 0xd9) {
      const turned = orientation === 1 ? [] : [turnedBy(orientation)];
      return Buffer.concat([bytes.subarray(0, 2), ...turned, ...parts.slice(1), Buffer.from([0xff, 0xd9])]);
    }
    at = stop;
  }
  return undefined;
};

/** The chunks of a PNG that are the picture and its colors. */
const PNG_CHUNKS = new Set([
  'IHDR',
  'PLTE',
  'IDAT',
  'IEND',
  'tRNS',
  'gAMA',
  'cHRM',
  'sRGB',
  'iCCP',
  'sBIT',
  'bKGD',
  'pHYs',
  'acTL',
  'fcTL',
  'fdAT',
]);

const cleanPng = (bytes: Buffer): Buffer | undefined => {
  const parts = [bytes.subarray(0, 8)];
  for (let at = 8; at + 12 <= bytes.length; ) {
    const type = bytes.toString('latin1', at + 4, at + 8);
    const end = at + 12 + bytes.readUInt32BE(at);
    if (end > bytes.length) return undefined;
    if (PNG_CHUNKS.has(type)) parts.push(bytes.subarray(at, end));
    if (type === 'IEND') return Buffer.concat(parts);
    at = end;
  }
  return undefined;
};

const WEBP_CHUNKS = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP']);
/** The bits of a VP8X that say that Exif and XMP follow. */
const WITH_METADATA = 0x08 | 0x04;

const cleanWebp = (bytes: Buffer): Buffer | undefined => {
  const parts: Buffer[] = [];
  const whole = Math.min(bytes.length, 8 + bytes.readUInt32LE(4));
  for (let at = 12; at + 8 <= whole; ) {
    const type = bytes.toString('latin1', at, at + 4);
    const size = bytes.readUInt32LE(at + 4);
    const end = at + 8 + size + (size % 2);
    if (end > whole) return undefined;
    if (WEBP_CHUNKS.has(type)) {
      const chunk = Buffer.from(bytes.subarray(at, end));
      if (type === 'VP8X') chunk[8] = (chunk[8] ?? 0) & ~WITH_METADATA;
      parts.push(chunk);
    }
    at = end;
  }
  if (parts.length === 0) return undefined;
  const body = Buffer.concat([Buffer.from('WEBP', 'latin1'), ...parts]);
  const head = Buffer.alloc(8);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body]);
};

const CLEANERS: Readonly<Record<string, (bytes: Buffer) => Buffer | undefined>> = {
  'image/jpeg': cleanJpeg,
  'image/png': cleanPng,
  'image/webp': cleanWebp,
};

export const CLEANED_TYPES = Object.keys(CLEANERS);

/** A picture of a type of `CLEANED_TYPES` without metadata; undefined for one that is broken or of another type. */
export const withoutMetadata = (bytes: Buffer, mimeType: string): Buffer | undefined => CLEANERS[mimeType]?.(bytes);

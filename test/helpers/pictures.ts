/** A segment of a JPEG. */
const segment = (marker: number, data: Buffer): Buffer => {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
};

const latin = (text: string): Buffer => Buffer.from(text, 'latin1');

/** A JPEG of 80 x 40 pixels as a phone takes it: with Exif, its place, an ICC profile, a comment, and a second picture behind. */
export const jpegWithPlace = ({ orientation }: { orientation: number }): Buffer => {
  const exif = Buffer.concat([
    latin('Exif\0\0MM\0*'),
    Buffer.from([0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0]),
    latin('GPS Berlin Canon'),
  ]);
  const frame = Buffer.from([8, 0, 40, 0, 80, 1, 1, 0x11, 0]);
  const picture = Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xe0, latin('JFIF\0\x01\x01\0\0\x01\0\x01\0\0')),
    segment(0xe1, exif),
    segment(0xe1, latin('http://ns.adobe.com/xap/1.0/\0GPS Berlin')),
    segment(0xe2, latin('ICC_PROFILE\0\x01\x01colours')),
    segment(0xe2, latin('MPF\0serial')),
    segment(0xfe, latin('Berlin')),
    segment(0xc0, frame),
    segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
    Buffer.from([0x12, 0xff, 0, 0x34, 0xff, 0xd0, 0x56]),
    Buffer.from([0xff, 0xd9]),
  ]);
  return Buffer.concat([picture, picture]);
};

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

/** A PNG of one pixel with a text and Exif. */
export const pngWithText = (): Buffer => {
  const chunk = (type: string, data: string): Buffer => {
    const size = Buffer.alloc(4);
    size.writeUInt32BE(data.length);
    return Buffer.concat([size, latin(type + data), Buffer.alloc(4)]);
  };
  const [head, rest] = [PIXEL.subarray(0, 33), PIXEL.subarray(33)];
  return Buffer.concat([head, chunk('tEXt', 'Comment\0Berlin'), chunk('eXIf', 'MM\0*GPS'), rest, latin('serial')]);
};

/** A WebP of 2 x 3 pixels with Exif. */
export const webpWithExif = (): Buffer => {
  const chunk = (type: string, data: Buffer): Buffer => {
    const size = Buffer.alloc(4);
    size.writeUInt32LE(data.length);
    return Buffer.concat([latin(type), size, data, Buffer.alloc(data.length % 2)]);
  };
  const body = Buffer.concat([
    latin('WEBP'),
    chunk('VP8X', Buffer.from([0x0c, 0, 0, 0, 1, 0, 0, 2, 0, 0])),
    chunk('VP8L', Buffer.from([0x2f, 1, 0x80, 0, 0, 7, 7])),
    chunk('EXIF', latin('MM\0*GPS Berlin')),
  ]);
  const head = Buffer.alloc(8);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body]);
};

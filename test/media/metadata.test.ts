import { describe, expect, test } from 'bun:test';
import { imageFacts } from '../../src/media/images.ts';
import { withoutMetadata } from '../../src/media/metadata.ts';
import { jpegWithPlace, pngWithText, webpWithExif } from '../helpers/pictures.ts';

const SECRET = /Berlin|GPS|Canon|serial/;
const textOf = (bytes: Buffer | undefined): string => (bytes ?? Buffer.alloc(0)).toString('latin1');

describe('a picture without metadata', () => {
  test('a JPEG keeps its colours and how it is turned, and nothing else', () => {
    const before = jpegWithPlace({ orientation: 6 });
    expect(textOf(before)).toMatch(SECRET);
    const clean = withoutMetadata(before, 'image/jpeg');
    expect(textOf(clean)).not.toMatch(SECRET);
    expect(textOf(clean)).toContain('ICC_PROFILE');
    // Shown upright, as before.
    expect(imageFacts(clean ?? Buffer.alloc(0))).toEqual({ mimeType: 'image/jpeg', width: 40, height: 80 });
    expect(imageFacts(before)).toEqual({ mimeType: 'image/jpeg', width: 40, height: 80 });
    // Nothing follows the end of the picture, where cameras put a second one.
    expect(clean?.subarray(-2)).toEqual(Buffer.from([0xff, 0xd9]));
    expect(withoutMetadata(clean ?? Buffer.alloc(0), 'image/jpeg')).toEqual(clean as Buffer);
  });

  test('a JPEG that is not turned has no Exif at all', () => {
    expect(textOf(withoutMetadata(jpegWithPlace({ orientation: 1 }), 'image/jpeg'))).not.toContain('Exif');
  });

  test('a PNG keeps the chunks of the picture', () => {
    const clean = withoutMetadata(pngWithText(), 'image/png');
    expect(textOf(clean)).not.toMatch(SECRET);
    expect(textOf(clean)).toMatch(/IHDR.*IDAT.*IEND/s);
    expect(imageFacts(clean ?? Buffer.alloc(0))).toMatchObject({ mimeType: 'image/png', width: 1, height: 1 });
  });

  test('a WebP keeps the picture, and says that it has no metadata', () => {
    const clean = withoutMetadata(webpWithExif(), 'image/webp');
    expect(textOf(clean)).not.toMatch(SECRET);
    expect(clean?.[20]).toBe(0);
    expect(clean?.readUInt32LE(4)).toBe((clean?.length ?? 0) - 8);
    expect(imageFacts(clean ?? Buffer.alloc(0))).toEqual({ mimeType: 'image/webp', width: 2, height: 3 });
  });

  test('what ends early is undefined, wherever it ends', () => {
    for (const [bytes, type] of [
      [jpegWithPlace({ orientation: 1 }), 'image/jpeg'],
      [pngWithText(), 'image/png'],
      [webpWithExif(), 'image/webp'],
    ] as const) {
      const whole = withoutMetadata(bytes, type)?.length ?? 0;
      for (let length = 30; length < bytes.length; length += 1) {
        const clean = withoutMetadata(bytes.subarray(0, length), type);
        if (clean !== undefined) expect(clean.length).toBeLessThanOrEqual(whole);
        expect(textOf(clean)).not.toMatch(SECRET);
      }
    }
    expect(withoutMetadata(Buffer.from('<svg/>'), 'image/svg+xml')).toBeUndefined();
  });
});

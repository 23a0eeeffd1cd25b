export type Color = string;

/** The most colors of a picture: each of its pixels takes 4 bits. */
const MAX_COLORS = 16;

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

const chunk = (type: string, data: Uint8Array): Uint8Array => {
  const bytes = Buffer.alloc(data.length + 12);
  bytes.writeUInt32BE(data.length, 0);
  bytes.write(type, 4, 'latin1');
  bytes.set(data, 8);
  bytes.writeUInt32BE(Bun.hash.crc32(bytes.subarray(4, data.length + 8)), data.length + 8);
  return bytes;
};

const bytesOf = (color: Color): number[] => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));

/** A picture of few colors, whose pixels are numbers of its palette, row by row. It is of color 0 at first. */
export class Picture {
  readonly #pixels: Uint8Array;

  constructor(
    readonly width: number,
    readonly height: number,
    readonly palette: readonly Color[],
  ) {
    if (width % 2 !== 0 || palette.length > MAX_COLORS) throw new Error('a picture has an even width and 16 colors');
    this.#pixels = new Uint8Array(width * height);
  }

  /** Fills a rectangle; what is outside the picture is cut off. */
  fill(left: number, top: number, width: number, height: number, color: number): void {
    const [from, to] = [Math.max(0, left), Math.min(this.width, left + width)];
    const bottom = Math.min(this.height, top + height);
    for (let y = Math.max(0, top); y < bottom; y += 1) {
      if (from < to) this.#pixels.fill(color, y * this.width + from, y * this.width + to);
    }
  }

  /** The picture as a PNG file with a palette and 4 bits for each pixel. */
  png(): Uint8Array<ArrayBuffer> {
    const stride = this.width / 2;
    const lines = new Uint8Array((stride + 1) * this.height);
    for (let y = 0; y < this.height; y += 1) {
      const line = y * (stride + 1) + 1;
      const row = y * this.width;
      for (let x = 0; x < stride; x += 1) {
        lines[line + x] = ((this.#pixels[row + 2 * x] ?? 0) << 4) | (this.#pixels[row + 2 * x + 1] ?? 0);
      }
    }
    const { deflateSync } = process.getBuiltinModule('node:zlib');
    const header = Buffer.alloc(13);
    header.writeUInt32BE(this.width, 0);
    header.writeUInt32BE(this.height, 4);
    // 4 bits, with a palette.
    header.set([4, 3, 0, 0, 0], 8);
    const parts = [
      SIGNATURE,
      chunk('IHDR', header),
      chunk('PLTE', Uint8Array.from(this.palette.flatMap(bytesOf))),
      chunk('IDAT', deflateSync(lines, { level: 6 })),
      chunk('IEND', new Uint8Array(0)),
    ];
    return new Uint8Array(Buffer.concat(parts));
  }
}

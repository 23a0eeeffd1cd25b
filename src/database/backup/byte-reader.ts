export type Bytes = AsyncIterable<Uint8Array>;

/** Reads bytes in the amounts that its caller asks for. */
export class ByteReader {
  /** What the source failed with, in contrast to what its bytes are wrong with. */
  failure: unknown;
  readonly #pieces: AsyncIterator<Uint8Array>;
  #held = Buffer.alloc(0);

  constructor(source: Bytes) {
    this.#pieces = source[Symbol.asyncIterator]();
  }

  /** The next `length` bytes, which stay to be read; fewer at the end. */
  async peek(length: number): Promise<Buffer> {
    const pieces = [this.#held];
    for (let missing = length - this.#held.length; missing > 0; ) {
      const piece = await this.#next();
      if (piece === undefined) break;
      pieces.push(Buffer.from(piece));
      missing -= piece.length;
    }
    this.#held = Buffer.concat(pieces);
    return this.#held.subarray(0, length);
  }

  /** The next `length` bytes; fewer at the end. */
  async take(length: number): Promise<Buffer> {
    const bytes = await this.peek(length);
    this.#held = this.#held.subarray(bytes.length);
    return bytes;
  }

  async *rest(): Bytes {
    yield this.#held;
    for (let piece = await this.#next(); piece !== undefined; piece = await this.#next()) yield piece;
  }

  async #next(): Promise<Uint8Array | undefined> {
    try {
      const { value, done } = await this.#pieces.next();
      return done === true ? undefined : value;
    } catch (error) {
      this.failure = error;
      throw error;
    }
  }
}

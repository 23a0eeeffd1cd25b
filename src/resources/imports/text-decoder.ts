type Encoding = 'utf-8' | 'windows-1252' | 'utf-16le' | 'utf-16be';

const ASCII_END = 0x80;

const decoderOf = (encoding: Encoding): TextDecoder => new TextDecoder(encoding, { fatal: true, ignoreBOM: true });

const joined = (left: Uint8Array, right: Uint8Array): Uint8Array => {
  if (left.length === 0) return right;
  const both = new Uint8Array(left.length + right.length);
  both.set(left);
  both.set(right, left.length);
  return both;
};

/** Encodings of spreadsheets: UTF-8, UTF-16 with its mark, Windows-1252. The first non-ASCII characters decide. */
export class FileDecoder {
  #decoder: TextDecoder | undefined;
  /** Bytes that do not tell the encoding yet. */
  #held = new Uint8Array();
  #isFirst = true;

  /** @param encoding the only one in which the file may be. */
  constructor(encoding?: Encoding) {
    if (encoding !== undefined) this.#decoder = decoderOf(encoding);
  }

  /** The text of the next bytes. @throws TypeError for bytes that the encoding does not have. */
  decode(bytes: Uint8Array): string {
    if (this.#decoder !== undefined) return this.#decoder.decode(bytes, { stream: true });
    const held = joined(this.#held, bytes);
    this.#held = new Uint8Array();
    if (this.#isFirst && held.length > 0) {
      if (held.length === 1) return this.#hold(held);
      this.#isFirst = false;
      const [first, second] = held;
      if (first === 0xff && second === 0xfe) return this.#begin('utf-16le', held);
      if (first === 0xfe && second === 0xff) return this.#begin('utf-16be', held);
    }
    const at = held.findIndex((byte) => byte >= ASCII_END);
    if (at === -1) return new TextDecoder().decode(held);
    const [ascii, rest] = [held.subarray(0, at), held.subarray(at)];
    return new TextDecoder().decode(ascii) + this.#choose(rest);
  }

  /** The text of the bytes that are left at the end. @throws TypeError as `decode`. */
  end(): string {
    if (this.#decoder !== undefined) return this.#decoder.decode();
    return new TextDecoder(this.#isFirst ? 'utf-8' : 'windows-1252').decode(this.#held);
  }

  #hold(bytes: Uint8Array): string {
    this.#held = Uint8Array.from(bytes);
    return '';
  }

  #begin(encoding: Encoding, bytes: Uint8Array): string {
    this.#decoder = decoderOf(encoding);
    return this.#decoder.decode(bytes, { stream: true });
  }

  /** Decodes bytes that begin beyond ASCII. */
  #choose(bytes: Uint8Array): string {
    try {
      const text = this.#begin('utf-8', bytes);
      // Too few bytes for a character.
      if (text !== '') return text;
      this.#decoder = undefined;
      return this.#hold(bytes);
    } catch {
      return this.#begin('windows-1252', bytes);
    }
  }
}

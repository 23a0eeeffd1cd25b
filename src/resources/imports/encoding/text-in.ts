/**
 * A decoder that refuses bytes which an encoding does not have, and keeps the byte order mark. The types of the runtime name a
 * few encodings, and it has all of the WHATWG Encoding Standard.
 * @throws RangeError for an encoding that the standard does not name.
 */
export const decoderOf = (encoding: string): TextDecoder =>
  Reflect.construct(TextDecoder, [encoding, { fatal: true, ignoreBOM: true }]);

/** The text of the next bytes, or of the end of the file; undefined where the encoding does not have them. */
export const nextText = (decoder: TextDecoder, bytes: Uint8Array | undefined): string | undefined => {
  try {
    return bytes === undefined ? decoder.decode() : decoder.decode(bytes, { stream: true });
  } catch (error) {
    // With which a strict decoder refuses bytes.
    if (error instanceof TypeError) return undefined;
    throw error;
  }
};

/** The text of bytes, without a last letter that is not complete; undefined where the encoding does not have them. */
export const textIn = (encoding: string, bytes: Uint8Array): string | undefined => nextText(decoderOf(encoding), bytes);

/** A box of an MP4 file. */
export const box = (name: string, ...contents: readonly Uint8Array[]): Buffer => {
  const content = Buffer.concat(contents);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(content.length + 8, 0);
  head.write(name, 4, 'latin1');
  return Buffer.concat([head, content]);
};

/** Numbers of 32 bits each. */
export const numbers = (...values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4);
  return bytes;
};

/** A video with a fragment of so many pictures, none of which has a size of its own, in a file of 77 kB. */
export const fragmentOf = (clip: Uint8Array, pictures: number): Uint8Array<ArrayBuffer> => {
  const header = box('tfhd', numbers(0x38, 1, 512, 100, 0));
  const run = box('trun', numbers(0, pictures));
  const moof = box('moof', box('mfhd', numbers(0, 1)), box('traf', header, run));
  const rest = Buffer.alloc(Math.max(0, 77_000 - clip.length - moof.length - 8));
  return new Uint8Array(Buffer.concat([clip, moof, box('free', rest)]));
};

/** A video with another number in the first entry of its first table of that name, and room for as many. */
export const falseCount = (clip: Uint8Array, table: string, at: number, count: number): Uint8Array<ArrayBuffer> => {
  const bytes = Buffer.concat([clip, Buffer.alloc(Math.ceil(count / 64))]);
  bytes.writeUInt32BE(count, bytes.indexOf(table, 0, 'latin1') + at);
  return new Uint8Array(bytes);
};

/** A video whose tables agree: so many pictures of a byte each, all in one chunk, and each with its own time on the screen. */
export const manyPictures = (clip: Uint8Array, pictures: number): Uint8Array<ArrayBuffer> => {
  const bytes = Buffer.concat([clip, Buffer.alloc(pictures)]);
  const tables = { stsz: [1, pictures], stts: [1, pictures], ctts: [1, pictures], stsc: [1, 1, pictures], stco: [1] };
  for (const [table, values] of Object.entries(tables)) {
    numbers(...values).copy(bytes, bytes.indexOf(table, 0, 'latin1') + 8);
  }
  return new Uint8Array(bytes);
};

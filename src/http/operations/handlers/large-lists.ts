import { isObject } from '../../../kernel/objects.ts';
import { envelopeText, textOf } from '../../../kernel/record-text.ts';
import { JSON_TYPE } from '../../reply.ts';
import { streamOf } from '../files.ts';

/** Longer reads, in real ms, are of large lists: 100 ordinary records take 0.5 ms. Counting characters costs time. */
export const LONG_READ_MS = 5;

/** Records are written together until their text has this many characters, which takes some 1.5 ms. */
const PIECE = 256_000;

/** The text of a list, in pieces; returns the last piece. */
function* piecesOf(list: object, data: readonly object[]): Generator<string, string> {
  const [start, end] = envelopeText(list);
  let piece = start;
  for (const [index, record] of data.entries()) {
    if (piece.length >= PIECE) {
      yield piece;
      piece = '';
    }
    piece += `${index === 0 ? '' : ','}${textOf(record)}`;
  }
  return piece + end;
}

function* allOf(first: string, others: Generator<string, string>): Generator<string, undefined> {
  yield first;
  const last = yield* others;
  yield last;
  return undefined;
}

/**
 * The text of a list, or the response that sends it in pieces, one in each turn of the event loop: a hundred of the largest
 * records are 20 MB, whose text takes a tenth of a second. Undefined for other responses.
 */
export const slicedList = (response: object): string | Response | undefined => {
  if (!isObject(response) || response.object !== 'list' || !Array.isArray(response.data)) return undefined;
  const pieces = piecesOf(response, response.data);
  const { value: first, done: isWhole } = pieces.next();
  // A processor that was busy with something else makes no list large.
  if (isWhole) return first;
  const stream = streamOf(allOf(first, pieces));
  return new Response(stream, { headers: { 'content-type': JSON_TYPE } });
};

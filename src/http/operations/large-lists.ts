import { isObject } from '../../kernel/objects.ts';
import { envelopeText, RecordText, textOf } from '../../kernel/record-text.ts';
import { streamOf } from './files.ts';
import { JSON_TYPE } from './json-response.ts';

/**
 * A list that took longer to read, in real milliseconds, is large: a hundred ordinary records take half a millisecond. The
 * time is measured because it costs nothing; counting the characters would slow down every list.
 */
export const LONG_READ_MS = 5;

/** The text of a list, one record at a time. */
function* piecesOf(list: object, data: readonly object[]): Generator<string, undefined> {
  const [start, end] = envelopeText(list);
  yield start;
  for (const [index, record] of data.entries()) yield `${index === 0 ? '' : ','}${textOf(record)}`;
  yield end;
  return undefined;
}

/** Texts that have been made already are sent at once up to this many characters, which takes a millisecond. */
const MAX_WHOLE = 1_000_000;

const isShort = (data: readonly object[]): boolean => {
  let length = 0;
  for (const record of data) {
    if (!(record instanceof RecordText) || record.length === undefined) return false;
    length += record.length;
  }
  return length <= MAX_WHOLE;
};

/**
 * The response with a list, whose records are written one in each turn of the event loop: a hundred of the largest records
 * are 20 MB, whose text takes a tenth of a second. Undefined for other answers.
 */
export const slicedList = (answer: object): Response | undefined => {
  if (!isObject(answer) || answer.object !== 'list' || !Array.isArray(answer.data)) return undefined;
  // A processor that was busy with something else makes no list large.
  if (isShort(answer.data)) return undefined;
  const stream = streamOf(piecesOf(answer, answer.data), () => {});
  return new Response(stream, { headers: { 'content-type': JSON_TYPE } });
};

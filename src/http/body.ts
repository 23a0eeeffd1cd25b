import { isUtf8 } from 'node:buffer';
import type { Static, TSchema } from '@sinclair/typebox';
import { readBytes } from '../kernel/bounded-body.ts';
import { exceededBound } from '../kernel/json-bounds.ts';
import { isObject } from '../kernel/objects.ts';
import { MAX_MARKS, normalizedText } from '../kernel/plain-text.ts';
import { type Detail, invalid, invalidDetail, invalidParam, MAX_DETAILS, Problem } from '../kernel/problem.ts';
import { parseJson } from './json-text.ts';
import { shownParam, type Validator } from './validation.ts';

export const MAX_BODY_BYTES = 1_048_576;

/** 413: a JSON body is larger than `most` bytes. */
export const bodyTooLarge = (most = MAX_BODY_BYTES): Problem =>
  new Problem(413, 'body_too_large', `The body is larger than ${most} bytes. Send less data in one request.`);

const notJson = (): Problem =>
  new Problem(415, 'content_type_unsupported', "The body must be JSON. Send it with 'Content-Type: application/json'.");

const compressed = (encoding: string): Problem =>
  new Problem(
    415,
    'content_type_unsupported',
    `The body is compressed (${encoding.slice(0, 40)}). Send it uncompressed, without 'Content-Encoding'.`,
    { acceptEncoding: 'identity' },
  );

const notUtf8 = (): Problem =>
  new Problem(400, 'json_invalid', 'The body is not valid UTF-8. Encode it as UTF-8 and send it again.');

/** Invalid UTF-8 is an error: decoding would silently replace it with U+FFFD. */
const decoded = (bytes: Uint8Array): string => {
  if (!isUtf8(bytes)) throw notUtf8();
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  return text.trim() === '' ? '' : text.startsWith('\ufeff') ? text.slice(1) : text;
};

/** @throws Problem 415 when the body of a request is compressed. */
export const requireUncompressed = ({ headers }: Request): void => {
  const encoding = headers.get('content-encoding');
  if (encoding !== null && encoding.toLowerCase() !== 'identity') throw compressed(encoding);
};

/** The text of a body of any content type; empty without a body. @throws Problem 413 too large, 400 not UTF-8. */
export const readUntypedText = async (request: Request): Promise<string> =>
  decoded(await readBytes(request, MAX_BODY_BYTES, () => bodyTooLarge()));

/**
 * The text of a request's body, of at most `most` bytes; empty if it has no body.
 * @throws Problem 413 when it is too large, 415 when it is not JSON or compressed, 400 when it is not UTF-8.
 */
export const readText = async (request: Request, most = MAX_BODY_BYTES): Promise<string> => {
  const bytes = await readBytes(request, most, () => bodyTooLarge(most));
  if (bytes.byteLength === 0) return '';
  const type = request.headers.get('content-type');
  if (type !== null && !/^application\/([\w.-]+\+)?json\b/i.test(type)) throw notJson();
  requireUncompressed(request);
  return decoded(bytes);
};

// biome-ignore lint/suspicious/noControlCharactersInRegex: it finds control characters
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII needs no normalisation
const ASCII = /^[\u0000-\u007f]*$/;

/** Limits recursion. No schema has half as many levels. */
const MAX_DEPTH = 32;

const tooDeep = (): Problem =>
  new Problem(400, 'json_invalid', `The body is nested more than ${MAX_DEPTH} levels deep. Check its structure.`);

/** The maximum number of characters of a key. No field has a longer name, and escaping a key for a JSON pointer is slow. */
const MAX_KEY_LENGTH = 1000;

/** The steps to a value. Its JSON path is written only for a problem, since a body can have hundreds of thousands. */
type Steps = (string | number)[];

const paramOf = (steps: Steps): string =>
  steps.reduce<string>(
    (path, step) => (typeof step === 'number' ? `${path}[${step}]` : path === '' ? step : `${path}.${step}`),
    '',
  );

const keyTooLong = (steps: Steps, { length }: string): Problem => {
  const message = `A key has ${length} characters. Shorten it: a key can have at most ${MAX_KEY_LENGTH}.`;
  return invalidParam(shownParam(paramOf(steps)), message, { reason: 'not_accepted' });
};

const cleanText = (value: string, steps: Steps, problems: Detail[]): string => {
  const report = (what: string): void => {
    if (problems.length === MAX_DETAILS) return;
    const param = shownParam(paramOf(steps));
    problems.push(invalidDetail(param, `'${param}' ${what}`, { reason: 'not_accepted' }));
  };
  if (FORBIDDEN.test(value)) report('must not contain control characters.');
  const trimmed = value.trim();
  if (ASCII.test(trimmed)) return trimmed;
  if (!trimmed.isWellFormed()) report('contains an unpaired surrogate, which is not a valid character.');
  const normalized = normalizedText(trimmed);
  if (normalized === undefined)
    report(`has more than ${MAX_MARKS} combining characters in a row. Remove some of them.`);
  return normalized ?? trimmed;
};

const clean = (value: unknown, steps: Steps, problems: Detail[]): unknown => {
  if (typeof value === 'string') return cleanText(value, steps, problems);
  if (!isObject(value)) return value;
  if (steps.length === MAX_DEPTH) throw tooDeep();
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index += 1) {
      steps.push(index);
      value[index] = clean(value[index], steps, problems);
      steps.pop();
    }
    return value;
  }
  for (const key of Object.keys(value)) {
    steps.push(key);
    if (key.length > MAX_KEY_LENGTH) throw keyTooLong(steps, key);
    value[key] = clean(value[key], steps, problems);
    steps.pop();
  }
  return value;
};

/**
 * Trims all strings, normalises them to NFC (conventions.md "Values") and reports those with control characters.
 * @throws Problem 400 `json_invalid` when it has too many levels of nesting, `parameter_invalid` when a key is too long.
 */
export const normalizeStrings = (value: unknown, problems: Detail[]): unknown => clean(value, [], problems);

/** The steps of `normalizeStrings`, one for each item of a list: fields can have lists of thousands of items. */
export function* normalizeFields(fields: Record<string, unknown>, problems: Detail[]): Generator<void, void> {
  for (const [name, value] of Object.entries(fields)) {
    if (!Array.isArray(value)) {
      fields[name] = clean(value, [name], problems);
      continue;
    }
    for (const [index, item] of value.entries()) {
      value[index] = clean(item, [name, index], problems);
      yield;
    }
  }
}

/** The maximum number of values at any depth. No valid body has half as many; half a million, as 1 MiB has, take 0.1 s. */
export const MAX_VALUES = 20_000;

const tooMany = (what: string, has: string, field: string): Problem => {
  const hint = field === '' ? '' : `, for example in '${shownParam(field)}'`;
  return invalidParam(shownParam(field), `${what} has ${has}. Send less data${hint}.`, { reason: 'not_accepted' });
};

/**
 * Checks, before texts are parsed, that parsing and validating them takes little time. `what` begins the message.
 * @param most the most values that they may have together
 * @throws Problem 400 `parameter_invalid` for too many values, `json_invalid` for too many levels of nesting.
 */
export const requireBounded = (texts: readonly string[], what: string, most = MAX_VALUES): void => {
  // Shorter texts have fewer values, and `normalizeStrings` finds their levels.
  if (texts.reduce((length, text) => length + text.length, 0) < MAX_VALUES) return;
  const exceeded = exceededBound(texts, { values: most, keys: MAX_VALUES, levels: MAX_DEPTH });
  if (exceeded === undefined) return;
  const { bound, field } = exceeded;
  if (bound === 'levels') throw tooDeep();
  throw tooMany(
    what,
    bound === 'keys' ? `an object with more than ${MAX_VALUES} keys` : `more than ${most} values`,
    field,
  );
};

const parse = (text: string): unknown => {
  requireBounded([text], 'The body');
  return parseJson(text, 'The body');
};

/** Parses and validates a body; an empty body is `{}`. @throws Problem 400 with all errors of the body. */
export const parseBody = <Schema extends TSchema>(text: string, shape: Validator<Schema>): Static<Schema> => {
  const problems: Detail[] = [];
  const value = normalizeStrings(text === '' ? {} : parse(text), problems);
  if (problems.length === 0 && shape.isValid(value)) return shape.stored(value);
  throw invalid([...problems, ...shape.errors(value)]);
};

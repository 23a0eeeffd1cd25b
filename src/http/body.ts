import { isUtf8 } from 'node:buffer';
import type { Static, TSchema } from '@sinclair/typebox';
import { type Detail, invalid, Problem } from '../kernel/problem.ts';
import { type Checked, MOST_DETAILS } from './validation.ts';

/** The largest body that is read, in bytes. */
export const MAX_BODY_BYTES = 1_048_576;

const tooLarge = (): Problem =>
  new Problem(413, 'body_too_large', `The body is larger than ${MAX_BODY_BYTES} bytes. Send less in one request.`);

const notJson = (): Problem =>
  new Problem(415, 'content_type_unsupported', "The body must be JSON. Send it with 'Content-Type: application/json'.");

const notUtf8 = (): Problem =>
  new Problem(400, 'json_invalid', 'The body is not UTF-8, in which JSON is written. Encode it so and send it again.');

const readChunks = async (stream: ReadableStream<Uint8Array>): Promise<Uint8Array> => {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.byteLength;
    if (size > MAX_BODY_BYTES) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

/** What is not UTF-8 is refused, not replaced by marks that nobody sent. */
const decoded = (bytes: Uint8Array): string => {
  if (!isUtf8(bytes)) throw notUtf8();
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  return text.trim() === '' ? '' : text.startsWith('\ufeff') ? text.slice(1) : text;
};

/**
 * The text of a request's body; empty when there is none.
 * @throws Problem 413 when it is too large, 415 when it calls itself something else than JSON, 400 when it is not UTF-8.
 */
export const readText = async (request: Request): Promise<string> => {
  const length = request.headers.get('content-length');
  if (length === '0' || request.body === null) return '';
  if (length !== null && Number(length) > MAX_BODY_BYTES) throw tooLarge();
  const bytes = length === null ? await readChunks(request.body) : await request.bytes();
  const type = request.headers.get('content-type');
  if (bytes.byteLength > 0 && type !== null && !/^application\/([\w.-]+\+)?json\b/i.test(type)) throw notJson();
  return decoded(bytes);
};

/** Control characters other than tab and line breaks. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII needs no normalisation
const ASCII = /^[\u0000-\u007f]*$/;

/** No shape is nested half as deep; deeper ones would cost the stack. */
const DEEPEST = 32;

const tooDeep = (): Problem =>
  new Problem(400, 'json_invalid', `The body is nested more than ${DEEPEST} levels deep. Send it as its shape says.`);

const cleanText = (value: string, param: string, problems: Detail[]): string => {
  const refuse = (message: string): void => {
    if (problems.length < MOST_DETAILS) problems.push({ param, code: 'parameter_invalid', message });
  };
  if (FORBIDDEN.test(value)) refuse(`'${param}' must not contain control characters.`);
  const trimmed = value.trim();
  if (ASCII.test(trimmed)) return trimmed;
  if (!trimmed.isWellFormed()) refuse(`'${param}' holds half of a surrogate pair, which is no character.`);
  return trimmed.normalize('NFC');
};

/**
 * Trims and composes every string (conventions.md "Values") and notes those with control characters.
 * @throws Problem 400 `json_invalid` when it is nested too deep.
 */
export const clean = (value: unknown, param: string, problems: Detail[], depth = 0): unknown => {
  if (typeof value === 'string') return cleanText(value, param, problems);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === DEEPEST) throw tooDeep();
  if (Array.isArray(value)) return value.map((item, index) => clean(item, `${param}[${index}]`, problems, depth + 1));
  const fields = value as Record<string, unknown>;
  for (const key of Object.keys(fields)) {
    fields[key] = clean(fields[key], param === '' ? key : `${param}.${key}`, problems, depth + 1);
  }
  return fields;
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^JSON Parse error: /, '') : '';
    throw new Problem(400, 'json_invalid', `The body is not valid JSON: ${reason}. Check it and send it again.`);
  }
};

/**
 * The body as its shape describes it. An action's body is optional: absent, empty and `{}` mean the same.
 * @throws Problem 400 with every problem at once.
 */
export const parseBody = <Schema extends TSchema>(text: string, shape: Checked<Schema>): Static<Schema> => {
  const problems: Detail[] = [];
  const value = clean(text === '' ? {} : parse(text), '', problems);
  if (problems.length === 0 && shape.fits(value)) return value;
  throw invalid([...problems, ...shape.problems(value)].slice(0, MOST_DETAILS));
};

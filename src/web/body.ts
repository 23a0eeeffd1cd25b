import type { Static, TSchema } from '@sinclair/typebox';
import { type Detail, invalid, Problem } from '../kernel/problem.ts';
import type { Checked } from './check.ts';

/** The largest body that is read, in bytes. */
export const MAX_BODY_BYTES = 1_048_576;

const tooLarge = (): Problem =>
  new Problem(413, 'body_too_large', `The body is larger than ${MAX_BODY_BYTES} bytes. Send less in one request.`);

const notJson = (): Problem =>
  new Problem(415, 'content_type_unsupported', "The body must be JSON. Send it with 'Content-Type: application/json'.");

const readChunks = async (stream: ReadableStream<Uint8Array>): Promise<string> => {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.byteLength;
    if (size > MAX_BODY_BYTES) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
};

/**
 * The text of a request's body; empty when there is none.
 * @throws Problem 413 when it is too large, 415 when it calls itself something else than JSON.
 */
export const readText = async (request: Request): Promise<string> => {
  const length = request.headers.get('content-length');
  if (length === '0' || request.body === null) return '';
  if (length !== null && Number(length) > MAX_BODY_BYTES) throw tooLarge();
  const text = length === null ? await readChunks(request.body) : await request.text();
  const type = request.headers.get('content-type');
  if (text !== '' && type !== null && !/^application\/([\w.-]+\+)?json\b/i.test(type)) throw notJson();
  return text;
};

/** Control characters other than tab and line breaks. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII needs no normalisation
const ASCII = /^[\u0000-\u007f]*$/;

/** Trims and composes every string (conventions.md "Values") and notes those with control characters. */
export const clean = (value: unknown, param: string, problems: Detail[]): unknown => {
  if (typeof value === 'string') {
    if (FORBIDDEN.test(value)) {
      problems.push({ param, code: 'parameter_invalid', message: `'${param}' must not contain control characters.` });
    }
    const trimmed = value.trim();
    return ASCII.test(trimmed) ? trimmed : trimmed.normalize('NFC');
  }
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item, index) => clean(item, `${param}[${index}]`, problems));
  const fields = value as Record<string, unknown>;
  for (const key of Object.keys(fields)) {
    fields[key] = clean(fields[key], param === '' ? key : `${param}.${key}`, problems);
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
  throw invalid([...problems, ...shape.problems(value)]);
};

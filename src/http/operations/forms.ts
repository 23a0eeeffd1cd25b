import { open, rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { BusboyInstance } from '@fastify/busboy';
import type { TObject } from '@sinclair/typebox';
import { leaveBody, readChunks } from '../../kernel/bounded-body.ts';
import { invalidParam, Problem } from '../../kernel/problem.ts';
import { yieldToRequests } from '../../kernel/slices.ts';
import { MAX_BODY_BYTES, requireBounded, requireUncompressed } from '../body.ts';
import { shownParam } from '../validation.ts';

export interface FormFileSpec {
  readonly part: string;
  readonly maxBytes: number;
  /** What to do with a file that is larger, for the error. */
  readonly ifLarger: string;
  readonly description: string;
}

export interface FormFile {
  /** A temporary file with its bytes. */
  readonly path: string;
  /** Its name and its type as the sender gives them; the type is in lower case and empty when it says nothing. */
  readonly name: string;
  readonly type: string;
  readonly sizeBytes: number;
  readonly sha256: string;
}

export interface FormFolder {
  /** The path for a new temporary file. @throws Problem 503 `storage_full`. */
  newFile(): Promise<string>;
}

/** What a form may have besides its file: fields, and the bytes of each. */
const MAX_FIELDS = 50;
const MAX_FIELD_BYTES = 65_536;
/** The maximum number of parts, those without a name counted: each costs the parser some microseconds, whatever it has. */
const MAX_PARTS = MAX_FIELDS + 2;
const MAX_HEADER_BYTES = 16_384;

/** The parser reads this many bytes at a time: a client can send the whole form in one chunk. */
const PIECE_BYTES = 65_536;

export const isForm = ({ headers }: Request): boolean =>
  /^multipart\/form-data\b/i.test(headers.get('content-type') ?? '');

const invalidForm = (message: string): Problem => invalidParam('body', message, { reason: 'not_accepted' });

const broken = (): Problem => invalidForm('The form ended early, or one of its parts is damaged.');

const fieldsTooLarge = (): Problem =>
  new Problem(413, 'body_too_large', `The fields of the form have more than ${MAX_BODY_BYTES} bytes. Send less data.`);

const tooLarge = ({ maxBytes, ifLarger }: FormFileSpec): Problem =>
  new Problem(413, 'body_too_large', `The file is larger than ${maxBytes} bytes. ${ifLarger}`);

/** The JSON of a field, as the body's schema has it: a string, or what the text says where it is JSON of another type. */
const jsonOf = (schema: TObject | undefined, name: string, text: string): string => {
  const types = JSON.stringify(schema?.properties[name] ?? {});
  if (!/"type":"(?:integer|number|boolean|array|object)"/.test(types)) return JSON.stringify(text);
  requireBounded([`{${JSON.stringify(name)}:${text}}`], 'The form');
  try {
    JSON.parse(text);
    return text;
  } catch {
    return JSON.stringify(text);
  }
};

/** What the parser reports of a part without a type (RFC 7578), which many programs send: it says nothing. */
const NO_TYPE = 'text/plain';

const typeOf = (sent = ''): string => (sent.toLowerCase() === NO_TYPE ? '' : sent.toLowerCase());

const receivePart = async (stream: Readable, path: string): Promise<Pick<FormFile, 'sizeBytes' | 'sha256'>> => {
  const digest = new Bun.CryptoHasher('sha256');
  const file = await open(path, 'wx', 0o600);
  let sizeBytes = 0;
  try {
    for await (const chunk of stream) {
      digest.update(chunk);
      await file.writeFile(chunk);
      sizeBytes += chunk.length;
    }
  } finally {
    await file.close();
  }
  return { sizeBytes, sha256: digest.digest('hex') };
};

interface Parts {
  /** The JSON of each field. */
  readonly fields: Map<string, string>;
  fieldBytes: number;
  file: Promise<FormFile> | undefined;
}

/** The parser for a request. @throws Problem 400 when its content type is one that the parser does not take. */
const parserFor = async ({ headers }: Request, { part, maxBytes }: FormFileSpec): Promise<BusboyInstance> => {
  const { default: Parser } = await import('@fastify/busboy');
  const perPart = { fieldSize: MAX_FIELD_BYTES, fileSize: maxBytes, headerPairs: 50, headerSize: MAX_HEADER_BYTES };
  try {
    return new Parser({
      headers: { 'content-type': headers.get('content-type') ?? '' },
      limits: { ...perPart, fields: MAX_FIELDS, files: 2, parts: MAX_PARTS },
      isPartAFile: (name, _type, fileName) => fileName !== undefined || name === part,
    });
  } catch (error) {
    // The parser refuses a content type with an error of no further kind.
    if (!(error instanceof Error) || error.constructor !== Error) throw error;
    throw invalidForm("The Content-Type needs a 'boundary' of 1 to 70 characters.");
  }
};

/** Keeps a field. @throws Problem 400, 413 when the fields are too large. */
const keepField = (parts: Parts, schema: TObject | undefined, name: string | undefined, text: string): void => {
  if (name === undefined) throw broken();
  const shown = shownParam(name);
  if (parts.fields.has(name))
    throw invalidParam(shown, `'${shown}' was sent twice. Send it once.`, { reason: 'not_accepted' });
  const json = jsonOf(schema, name, text);
  parts.fields.set(name, json);
  parts.fieldBytes += Buffer.byteLength(json);
  if (parts.fieldBytes > MAX_BODY_BYTES) throw fieldsTooLarge();
};

interface Destination {
  readonly parts: Parts;
  readonly path: string;
  readonly schema: TObject | undefined;
  readonly fail: (error: unknown) => void;
}

/** Keeps the parts that the parser finds; the file goes to `path`. Returns the streams of the files. */
const keepParts = (form: BusboyInstance, spec: FormFileSpec, destination: Destination): Readable[] => {
  const { part } = spec;
  const { parts, path, schema, fail } = destination;
  const streams: Readable[] = [];
  form.on('field', (name, value, _isNameCut, isCut) => {
    try {
      if (isCut)
        throw invalidParam(shownParam(name), `'${shownParam(name)}' has more than ${MAX_FIELD_BYTES} bytes.`, {
          reason: 'not_accepted',
        });
      keepField(parts, schema, name, value);
    } catch (error) {
      fail(error);
    }
  });
  form.on('fieldsLimit', () => fail(invalidForm(`The form has more than ${MAX_FIELDS} fields.`)));
  form.on('partsLimit', () => {
    // Thrown, so that the parser does not continue with the rest of its piece.
    throw invalidForm(`The form has more than ${MAX_PARTS} parts.`);
  });
  form.on('file', (name, stream, fileName, _encoding, type) => {
    streams.push(stream);
    stream.on('error', () => {});
    if (name !== part || parts.file !== undefined) {
      const message = `The form can have one file, in the part '${part}'.`;
      fail(invalidParam(shownParam(name ?? 'body'), message, 'parameter_unknown'));
      return;
    }
    stream.on('limit', () => fail(tooLarge(spec)));
    parts.file = receivePart(stream, path).then((facts) => ({
      path,
      name: fileName ?? '',
      type: typeOf(type),
      ...facts,
    }));
    parts.file.catch(fail);
  });
  form.on('error', () => fail(broken()));
  return streams;
};

/** Passes a piece of a form to the parser; resolves when there is room for the next one. */
const parse = (form: BusboyInstance, piece: Uint8Array): Promise<void> =>
  new Promise((resolve, reject) => {
    try {
      form.write(piece, () => resolve());
    } catch (error) {
      // The parser itself throws at some headers that are not valid.
      reject(error instanceof Problem ? error : broken());
    }
  });

/** Reads the parts of a form; the file goes to `path`. Rejects at the first error. */
const receiveParts = async (
  request: Request,
  spec: FormFileSpec,
  schema: TObject | undefined,
  path: string,
  parts: Parts,
): Promise<void> => {
  const { promise: failed, reject: fail } = Promise.withResolvers<never>();
  const form = await parserFor(request, spec);
  const finished = new Promise<void>((resolve) => form.on('finish', resolve));
  const streams = keepParts(form, spec, { parts, path, schema, fail });
  const limit = spec.maxBytes + MAX_FIELDS * MAX_FIELD_BYTES;
  const push = async (bytes: Uint8Array): Promise<void> => {
    for (let from = 0; from < bytes.byteLength; from += PIECE_BYTES) {
      await Promise.race([failed, parse(form, bytes.subarray(from, from + PIECE_BYTES))]);
      await yieldToRequests();
    }
  };
  try {
    await readChunks(request, limit, () => tooLarge(spec), push);
    form.end();
    await Promise.race([failed, finished]);
  } catch (error) {
    for (const stream of streams) stream.destroy();
    throw error;
  }
};

/**
 * Receives a multipart form: its file, which goes to disk as it comes, and its fields as the text of a JSON object, for the
 * validation of bodies.
 * @throws Problem 400 for a form without the file, 413 for a file that is too large, 503 `storage_full`.
 */
export const receiveForm = async (
  request: Request,
  spec: FormFileSpec,
  body: TObject | undefined,
  folder: FormFolder,
) => {
  const { part } = spec;
  requireUncompressed(request);
  const parts: Parts = { fields: new Map(), fieldBytes: 0, file: undefined };
  const path = await folder.newFile();
  try {
    await receiveParts(request, spec, body, path, parts);
    if (parts.file === undefined) {
      throw invalidParam(part, `The form needs a file in the part '${part}'.`, 'parameter_missing');
    }
    const fields = [...parts.fields].map(([name, json]) => `${JSON.stringify(name)}:${json}`);
    return { text: `{${fields.join()}}`, file: await parts.file };
  } catch (error) {
    leaveBody(request);
    await parts.file?.catch(() => {});
    await rm(path, { force: true });
    throw error;
  }
};

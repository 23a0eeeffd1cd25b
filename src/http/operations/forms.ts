import { open, rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { TObject } from '@sinclair/typebox';
import { leaveBody } from '../../kernel/bounded-body.ts';
import { invalidParam, Problem } from '../../kernel/problem.ts';
import { requireUncompressed } from '../body.ts';

/** The file that an operation takes as a part of a multipart form. */
export interface FormFileSpec {
  /** The name of its part. */
  readonly part: string;
  readonly maxBytes: number;
  readonly description: string;
}

/** A file that was received as a part of a form. */
export interface FormFile {
  /** A temporary file with its bytes. */
  readonly path: string;
  /** Its name and its type as the sender gives them; the type is in lower case and empty when it says nothing. */
  readonly name: string;
  readonly type: string;
  readonly sizeBytes: number;
  readonly sha256: string;
}

/** A multipart form that was received. */
export interface ReceivedForm {
  /** Its fields as a JSON object, for the validation of bodies. */
  readonly text: string;
  readonly file: FormFile;
}

/** Where the files of forms are received. */
export interface FormFolder {
  /** The path for a new temporary file. @throws Problem 503 `storage_full`. */
  newFile(): Promise<string>;
}

/** What a form may have besides its file: fields, and the bytes of each. */
const MAX_FIELDS = 50;
const MAX_FIELD_BYTES = 65_536;

/** Whether the body of a request is a multipart form. */
export const isForm = ({ headers }: Request): boolean =>
  /^multipart\/form-data\b/i.test(headers.get('content-type') ?? '');

const invalidForm = (message: string): Problem => invalidParam('body', message);

const tooLarge = (maxBytes: number): Problem =>
  new Problem(413, 'body_too_large', `The file is larger than ${maxBytes} bytes. Upload large media with tus.`);

/** A field of a form as the JSON value that the body's schema has: text as it is, other values as JSON. */
const fieldValue = (schema: TObject | undefined, name: string, text: string): unknown => {
  const types = JSON.stringify(schema?.properties[name] ?? {});
  if (!/"type":"(?:integer|number|boolean|array|object)"/.test(types)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

/** What the parser reports of a part without a type (RFC 7578), which many programs send: it says nothing. */
const NO_TYPE = 'text/plain';

const typeOf = (sent = ''): string => (sent.toLowerCase() === NO_TYPE ? '' : sent.toLowerCase());

/** Writes the part with the file to `path`. */
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

/** The parts of a form while it is received. */
interface Parts {
  readonly fields: Map<string, unknown>;
  file: Promise<FormFile> | undefined;
}

/** Reads the parts of a form; the file goes to `path`. Rejects at the first error. */
const receiveParts = async (
  request: Request,
  { part, maxBytes }: FormFileSpec,
  body: TObject | undefined,
  path: string,
  parts: Parts,
): Promise<void> => {
  const [{ Readable: Stream }, { default: Busboy }] = await Promise.all([
    import('node:stream'),
    import('@fastify/busboy'),
  ]);
  return new Promise((resolve, reject) => {
    const source = Stream.fromWeb(request.body as Parameters<typeof Stream.fromWeb>[0]);
    const open: Readable[] = [];
    const fail = (error: unknown): void => {
      source.unpipe();
      for (const stream of open) stream.destroy();
      reject(error);
    };
    const form = new Busboy({
      headers: { 'content-type': request.headers.get('content-type') ?? '' },
      limits: { fields: MAX_FIELDS, fieldSize: MAX_FIELD_BYTES, files: 2, fileSize: maxBytes, headerPairs: 50 },
      isPartAFile: (name, _type, fileName) => fileName !== undefined || name === part,
    });
    form.on('field', (name, value, _isNameCut, isCut) => {
      if (isCut) fail(invalidParam(name, `'${name}' has more than ${MAX_FIELD_BYTES} bytes.`));
      else if (parts.fields.has(name)) fail(invalidParam(name, `'${name}' is sent twice. Send it once.`));
      else parts.fields.set(name, fieldValue(body, name, value));
    });
    form.on('fieldsLimit', () => fail(invalidForm(`The form has more than ${MAX_FIELDS} fields.`)));
    form.on('file', (name, stream, fileName, _encoding, type) => {
      open.push(stream);
      stream.on('error', () => {});
      if (name !== part || parts.file !== undefined) {
        fail(invalidParam(name ?? 'body', `The form has one file, as its part '${part}'.`, 'parameter_unknown'));
        return;
      }
      stream.on('limit', () => fail(tooLarge(maxBytes)));
      parts.file = receivePart(stream, path).then((facts) => ({
        ...{ path, name: fileName ?? '', type: typeOf(type), ...facts },
      }));
      parts.file.catch(fail);
    });
    form.on('finish', resolve);
    form.on('error', () => fail(invalidForm('The form ends early, or one of its parts is broken.')));
    source.on('error', fail);
    source.pipe(form);
  });
};

/**
 * Receives a multipart form. Its file goes to disk as it comes.
 * @throws Problem 400 for a form without the file, 413 for a file that is too large, 503 `storage_full`.
 */
export const receiveForm = async (
  request: Request,
  spec: FormFileSpec,
  body: TObject | undefined,
  folder: FormFolder,
): Promise<ReceivedForm> => {
  const { part, maxBytes } = spec;
  requireUncompressed(request);
  const parts: Parts = { fields: new Map(), file: undefined };
  if (!/\bboundary=/i.test(request.headers.get('content-type') ?? '') || request.body === null) {
    throw invalidForm("The form is empty, or its Content-Type has no 'boundary'.");
  }
  const path = await folder.newFile();
  try {
    const length = Number(request.headers.get('content-length') ?? 0);
    if (length > maxBytes + MAX_FIELDS * MAX_FIELD_BYTES) throw tooLarge(maxBytes);
    await receiveParts(request, spec, body, path, parts);
    if (parts.file === undefined) {
      throw invalidParam(part, `The form needs a file, as its part '${part}'.`, 'parameter_missing');
    }
    return { text: JSON.stringify(Object.fromEntries(parts.fields)), file: await parts.file };
  } catch (error) {
    leaveBody(request);
    await parts.file?.catch(() => {});
    await rm(path, { force: true });
    throw error;
  }
};

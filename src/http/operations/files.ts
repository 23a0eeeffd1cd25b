import type { Tx } from '../../database/database.ts';
import { readChunks } from '../../kernel/bounded-body.ts';
import { nextTurn } from '../../kernel/clock.ts';
import { Problem } from '../../kernel/problem.ts';
import { runInSlices } from '../../kernel/slices.ts';
import { requireUncompressed } from '../body.ts';

/** Lets work of many continue in turns of the event loop, a few in each of them and in the order in which they came. */
class TurnQueue {
  readonly #waiting: (() => void)[] = [];

  constructor(private readonly perTurn: number) {}

  /** Resolves in the next turn that has room. */
  next(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#waiting.push(resolve) === 1) nextTurn(this.#turn);
    });
  }

  #turn = (): void => {
    for (const resolve of this.#waiting.splice(0, this.perTurn)) resolve();
    if (this.#waiting.length > 0) nextTurn(this.#turn);
  };
}

const MAX_FILE_BYTES = 32 * 1_048_576;

/** The size of the pieces of a received file, in bytes: a client can send all of it in one chunk. */
const PIECE_BYTES = 65_536;

export type FileFormat = 'csv' | 'json';

const CONTENT_TYPES: Readonly<Record<FileFormat, string>> = {
  csv: 'text/csv; charset=utf-8; header=present',
  json: 'application/json; charset=utf-8',
};

/** A file to send. Each piece of its text is generated when the one before has been sent. */
export interface SentFile {
  /** Without its extension. */
  readonly name: string;
  readonly format: FileFormat;
  readonly pieces: Iterator<string>;
}

/** Processes a file while it is received. `end` runs the rule and returns the response. */
export interface FileReceiver<ApiResponse> {
  /** The steps of processing a piece: other requests are served between them. */
  push(bytes: Uint8Array): Iterable<void>;
  /** @param remember stores the response for the idempotency key, in the transaction of the write. */
  end(remember: (tx: Tx, response: ApiResponse) => void): Promise<ApiResponse>;
}

interface Streaming {
  /** Called before each piece: the reader may lose the right to it. @throws Problem, which ends the stream. */
  requireStill?(): void;
  /** Called when a piece cannot be generated. */
  failed?(error: unknown): void;
}

/** How many pieces of all streams together are made in one turn of the event loop: each takes some 1.5 ms. */
const PIECES_PER_TURN = 4;
const pieceTurns = new TurnQueue(PIECES_PER_TURN);

/** The pieces as a stream, at most one per turn of the event loop, made when read. A reader who goes away ends them. */
export const streamOf = (
  pieces: Iterator<string>,
  { requireStill, failed }: Streaming = {},
): ReadableStream<Uint8Array> => {
  const encoder = new TextEncoder();
  let isCancelled = false;
  return new ReadableStream({
    cancel() {
      isCancelled = true;
      pieces.return?.();
    },
    async pull(controller) {
      await pieceTurns.next();
      if (isCancelled) return;
      try {
        requireStill?.();
        const { value, done } = pieces.next();
        if (done === true) controller.close();
        else controller.enqueue(encoder.encode(value));
      } catch (error) {
        pieces.return?.();
        if (!(error instanceof Problem)) failed?.(error);
        controller.error(error);
      }
    },
  });
};

export const fileResponse = (
  file: SentFile,
  headers: Record<string, string | number>,
  streaming: Streaming,
): Response => {
  headers['content-type'] = CONTENT_TYPES[file.format];
  headers['content-disposition'] = `attachment; filename="${file.name}.${file.format}"`;
  return new Response(streamOf(file.pieces, streaming));
};

/** A file in place of the JSON of a read that `alsoSends` its format. */
export class TextFile {
  /** @param name without its extension. */
  constructor(
    readonly name: string,
    readonly format: FileFormat,
    readonly text: string,
  ) {}
}

export const textResponse = ({ name, format, text }: TextFile): Response =>
  new Response(text, {
    headers: {
      'content-type': CONTENT_TYPES[format],
      'content-disposition': `attachment; filename="${name}.${format}"`,
    },
  });

/** A page in place of the JSON of a read that `alsoSends` html: it is shown, not downloaded. */
export class HtmlPage {
  /** @param policy the Content-Security-Policy of the page. */
  constructor(
    readonly text: string,
    readonly policy: string,
  ) {}
}

/** The format of a received file. @throws Problem 415 for another content type, or a compressed file. */
export const requireFileFormat = (request: Request, only: FileFormat | undefined): FileFormat => {
  requireUncompressed(request);
  const type = request.headers.get('content-type') ?? '';
  const format = /^text\/csv\b/i.test(type) ? 'csv' : /^application\/json\b/i.test(type) ? 'json' : undefined;
  if (format !== undefined && (only === undefined || format === only)) return format;
  const types = only === undefined ? ['csv', 'json'] : [only];
  const named = types.map((each) => `'Content-Type: ${each === 'csv' ? 'text/csv' : 'application/json'}'`);
  throw new Problem(415, 'content_type_unsupported', `Send the file as the body, with ${named.join(' or ')}.`);
};

/** The charset that the content type of a file declares, as it is; undefined for none. */
export const charsetOf = ({ headers }: Request): string | undefined => {
  const [, quoted, bare] = /;\s*charset\s*=\s*(?:"([^"]*)"|([^\s;"]+))/i.exec(headers.get('content-type') ?? '') ?? [];
  return quoted ?? bare;
};

const tooLarge = (): Problem =>
  new Problem(413, 'body_too_large', `The file is larger than ${MAX_FILE_BYTES} bytes. Send it in parts.`);

/** Passes the body to `push` in small pieces; returns its digest. @throws Problem 413 if it is too large. */
export const receiveFile = async (request: Request, push: (bytes: Uint8Array) => Iterable<void>): Promise<string> => {
  const digest = new Bun.CryptoHasher('sha256');
  function* steps(bytes: Uint8Array) {
    for (let from = 0; from < bytes.byteLength; from += PIECE_BYTES) {
      const piece = bytes.subarray(from, from + PIECE_BYTES);
      digest.update(piece);
      yield* push(piece);
      yield;
    }
  }
  // Received as fast as it comes, so that a body over the limit is noticed immediately, and read in slices after that.
  const chunks: Uint8Array[] = [];
  await readChunks(request, MAX_FILE_BYTES, tooLarge, (bytes) => {
    chunks.push(bytes);
  });
  // Each chunk is let go once it is read.
  for (let bytes = chunks.shift(); bytes !== undefined; bytes = chunks.shift()) await runInSlices(steps(bytes));
  return digest.digest('hex');
};

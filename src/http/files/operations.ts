import { createHash } from 'node:crypto';
import type { Static, TObject, TSchema } from '@sinclair/typebox';
import type { Tx } from '../../database/database.ts';
import type { Caller } from '../../kernel/caller.ts';
import { nextTurn } from '../../kernel/clock.ts';
import { Problem } from '../../kernel/problem.ts';
import { refuse } from '../errors.ts';
import { createOnce } from '../idempotent.ts';
import type { RouteDeps } from '../operations.ts';
import { parseQuery } from '../query-string.ts';
import { type Context, callerOf, NO_PARAMS, type Route } from '../request-context.ts';
import { checked } from '../validation.ts';

/** The largest file that is taken in, in bytes. */
const MAX_FILE_BYTES = 32 * 1_048_576;

/** The forms in which files come and go. */
export type FileFormat = 'csv' | 'json';

const CONTENT_TYPES: Readonly<Record<FileFormat, string>> = {
  csv: 'text/csv; charset=utf-8; header=present',
  json: 'application/json; charset=utf-8',
};

/** An operation that moves files, as data. */
interface FileOperation<Query extends TObject> {
  readonly id: string;
  readonly summary: string;
  readonly query: Query;
  readonly refusals: readonly number[];
}

/** What a file operation knows of its request. */
interface FileCall<Query> {
  readonly caller: Caller;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Query;
}

/** A file that goes out: its name without ending, and its text piece by piece, each made when the last one is sent. */
export interface SentFile {
  readonly name: string;
  readonly format: FileFormat;
  readonly pieces: Iterator<string>;
}

/** Takes the bytes of a file as they come in; `end` gives the rule that answers. */
export interface Taking<Answer> {
  push(bytes: Uint8Array): void;
  /** @param remember stores the answer for the idempotency key, in the transaction of the act itself. */
  end(remember: (tx: Tx, answer: Answer) => void): Promise<Answer>;
}

const callOf = <Query extends TObject>(
  { request, params, passage }: Context,
  query: Query,
): FileCall<Static<Query>> => ({
  caller: callerOf(passage),
  params: params ?? NO_PARAMS,
  query: parseQuery(request.url, checked(query)),
});

const detailOf = (tag: string, operation: FileOperation<TObject>, files: object) => ({
  operationId: operation.id,
  summary: operation.summary,
  tags: [tag],
  'x-refusals': operation.refusals,
  'x-extension': true,
  'x-files': files,
});

const turn = (): Promise<void> => new Promise((resolve) => nextTurn(resolve));

/** The pieces as a stream: one for each turn of the event loop, and none before it is asked for. */
const streamOf = ({ pieces }: SentFile, failed: (error: unknown) => void): ReadableStream<Uint8Array> => {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      await turn();
      try {
        const { value, done } = pieces.next();
        if (done === true) controller.close();
        else controller.enqueue(encoder.encode(value));
      } catch (error) {
        failed(error);
        controller.error(error);
      }
    },
  });
};

/** @throws Problem 415 when a file calls itself something else than CSV or JSON. */
const formatOf = (request: Request): FileFormat => {
  const type = request.headers.get('content-type') ?? '';
  if (/^text\/csv\b/i.test(type)) return 'csv';
  if (/^application\/json\b/i.test(type)) return 'json';
  throw new Problem(
    415,
    'content_type_unsupported',
    "Send the file itself as the body, with 'Content-Type: text/csv' or 'Content-Type: application/json'.",
  );
};

const tooLarge = (): Problem =>
  new Problem(413, 'body_too_large', `The file is larger than ${MAX_FILE_BYTES} bytes. Send it in parts.`);

/** Hands on the body as it comes in; answers what tells it from other bodies. */
const receive = async (request: Request, push: (bytes: Uint8Array) => void): Promise<string> => {
  if (Number(request.headers.get('content-length') ?? 0) > MAX_FILE_BYTES) throw tooLarge();
  const digest = createHash('sha256');
  let size = 0;
  for await (const bytes of request.body ?? []) {
    size += bytes.byteLength;
    if (size > MAX_FILE_BYTES) throw tooLarge();
    digest.update(bytes);
    push(bytes);
  }
  return digest.digest('hex');
};

/** The two kinds of operation that move files, for one family; the manners are those of `operations`. */
export const fileOperations = (deps: RouteDeps, tag: string) => {
  const refused = ({ set, passage }: Context, error: unknown) =>
    refuse({ set, requestId: passage.requestId }, error, deps.fault);

  const once = createOnce(deps);

  return {
    /** An operation that answers with a file. */
    sends: <Query extends TObject>(
      operation: FileOperation<Query>,
      rule: (call: FileCall<Static<Query>>) => SentFile,
    ): Route => [
      ({ request, params, set, passage, route }) => {
        const context = { request, params, set, passage, route };
        passage.route = route;
        try {
          const file = rule(callOf(context, operation.query));
          set.headers['content-type'] = CONTENT_TYPES[file.format];
          set.headers['content-disposition'] = `attachment; filename="${file.name}.${file.format}"`;
          return new Response(streamOf(file, (error) => deps.fault(error, passage.requestId)));
        } catch (error) {
          return refused(context, error);
        }
      },
      {
        detail: detailOf(tag, operation, { sends: Object.keys(CONTENT_TYPES).map((format) => mediaOf(format)) }),
        ...(deps.mode === 'document' ? { query: operation.query } : {}),
      },
    ],

    /** An operation whose body is a file, read as it comes in. */
    takes: <Query extends TObject, Answer extends object>(
      operation: FileOperation<Query> & { readonly answer: TSchema },
      begin: (call: FileCall<Static<Query>>, format: FileFormat) => Taking<Answer>,
    ): Route => [
      async ({ request, params, set, passage, route }) => {
        const context = { request, params, set, passage, route };
        passage.route = route;
        try {
          const taking = begin(callOf(context, operation.query), formatOf(request));
          const digest = await receive(request, (bytes) => taking.push(bytes));
          const use = deps.idempotency.use(request, callerOf(passage), digest);
          return await once(context, use, () =>
            taking.end((tx, answer) => {
              if (use !== undefined) deps.idempotency.remember(tx, use, 200, answer);
            }),
          );
        } catch (error) {
          return refused(context, error);
        }
      },
      {
        detail: detailOf(tag, operation, { takes: Object.keys(CONTENT_TYPES).map((format) => mediaOf(format)) }),
        ...(deps.mode === 'document'
          ? { query: operation.query, response: { 200: operation.answer } }
          : { parse: 'none' }),
      },
    ],
  };
};

const mediaOf = (format: string): string => (format === 'csv' ? 'text/csv' : 'application/json');

import type { TSchema } from '@sinclair/typebox';
import type { Read } from '../../database/database.ts';
import { lazily } from '../../kernel/lazily.ts';
import { Problem } from '../../kernel/problem.ts';
import { textOf } from '../../kernel/record-text.ts';
import { branchesOf } from '../../kernel/schemas.ts';
import { namesEtag } from '../etag-header.ts';
import { withRecord } from './execution.ts';
import type { AnyCall, Operation } from './operation.ts';

type Headers = Record<string, string | number>;

/** The ETag of the JSON of a record as it is answered, without expansions. */
const etagOfText = (text: string): string => `"${Bun.hash(text).toString(16)}"`;
const etagOf = (response: object): string => etagOfText(textOf(response));

const recordChanged = (): Problem =>
  new Problem(
    412,
    'record_changed',
    'The record has changed since you read it. Read it again, and send If-Match with its new ETag.',
    { param: 'If-Match' },
  );

/** The operations that read the record which another one creates, changes or deletes: of its path, and of `/v2`. */
const readersOf = ({ method, path, audience }: Operation, operations: readonly Operation[]): readonly Operation[] => {
  const own = method === 'POST' ? `${path}/:id` : path;
  const paths = [own, own.replace(/^\/manage\//, '/v2/')];
  return operations.filter(
    (each) => each.handler.kind === 'read' && each.audience === audience && paths.includes(each.path),
  );
};

/** Whether one of the schemas of a response is one of another answer. */
const isAlike = (left: TSchema | undefined, right: TSchema | undefined): boolean => {
  const [own, other] = [left, right].map((schema) => (schema === undefined ? [] : [schema, ...branchesOf(schema)]));
  return own?.some((schema) => other?.includes(schema)) === true;
};

/** Sets the ETag of a record that is answered. */
export const setEtag = (headers: Headers, response: object): void => {
  headers.etag = etagOf(response);
};

/** The JSON of a record, and its ETag among the headers. Serializing it once saves a tenth of the time of a read. */
export const jsonWithEtag = (headers: Headers, response: object): string => {
  const text = textOf(response);
  headers.etag = etagOfText(text);
  return text;
};

/** Whether an operation reads one record, whose ETag `If-Match` can name. */
export const readsRecord = ({ handler, on, path }: Operation, operations: readonly Operation[]): boolean =>
  handler.kind === 'read' &&
  (on !== undefined || operations.some((other) => other.method === 'PATCH' && other.path === path));

/** Whether an operation obeys `If-Match`. */
export const obeysIfMatch = (operation: Operation, operations: readonly Operation[]): boolean =>
  (operation.method === 'PATCH' || operation.method === 'DELETE') && readersOf(operation, operations).length > 0;

/** Whether an operation that writes answers the whole record that another one reads, with its ETag. */
export const responsesRecord = (operation: Operation, operations: readonly Operation[]): boolean => {
  const own = operation.method === 'POST' ? `${operation.path}/:id` : operation.path;
  return readersOf(operation, operations).some(
    ({ path, response }) => path === own && isAlike(operation.response, response),
  );
};

/** The ETags of an operation that writes (conventions.md "Extensions inside the interface"). */
interface Etags {
  /** @throws Problem 412 `record_changed` when `If-Match` names another ETag than that of the record. */
  check(read: Read, call: AnyCall, ifMatch: string | null): void;
  /** The JSON of a response that is the whole record, with its ETag among the headers; undefined for others. */
  json(headers: Headers, call: AnyCall, response: object): string | undefined;
}

export const etagsFor = (operation: Operation, operations: readonly Operation[]): Etags => {
  const known = lazily(() => {
    return {
      readers: readersOf(operation, operations),
      isObeyed: obeysIfMatch(operation, operations),
      responsesRecord: responsesRecord(operation, operations),
    };
  });
  return {
    check(read, call, ifMatch) {
      if (ifMatch === null || !known().isObeyed) return;
      const isNamed = known().readers.some((reader) => {
        if (reader.handler.kind !== 'read') return false;
        return namesEtag(ifMatch, etagOf(reader.handler.run(read, withRecord(reader, read, call))));
      });
      if (!isNamed) throw recordChanged();
    },
    json(headers, { id }, response) {
      // A preview is no record.
      const isRecord = operation.method === 'POST' || id === '' || Reflect.get(response, 'id') === id;
      return known().responsesRecord && isRecord ? jsonWithEtag(headers, response) : undefined;
    },
  };
};

import type { TSchema } from '@sinclair/typebox';
import type { Read } from '../../database/database.ts';
import { lazily } from '../../kernel/lazily.ts';
import { Problem } from '../../kernel/problem.ts';
import { textOf } from '../../kernel/record-text.ts';
import { branchesOf } from '../../kernel/schemas.ts';
import { namesEtag } from '../etag-header.ts';
import type { Reply } from '../reply.ts';
import type { OperationsById } from './by-id.ts';
import type { AnyCall, Operation } from './operation.ts';
import { creates, readersOf, readRecord } from './record-readers.ts';

/** The ETag of the JSON of a record as it is sent, without expansions. */
export const etagOf = (text: string): string => `"${Bun.hash(text).toString(16)}"`;

const recordChanged = (): Problem =>
  new Problem(
    412,
    'record_changed',
    'The record has changed since you read it. Read it again, and send If-Match with its new ETag.',
    { param: 'If-Match' },
  );

/** Whether one of the schemas of a response belongs to another response. */
const isAlike = (left: TSchema | undefined, right: TSchema | undefined): boolean => {
  const [own, other] = [left, right].map((schema) => (schema === undefined ? [] : [schema, ...branchesOf(schema)]));
  return own?.some((schema) => other?.includes(schema)) === true;
};

/** A reply with a record and its ETag. Serializing the record once saves a tenth of the time of a read. */
export const recordReply = (record: object): Pick<Required<Reply>, 'body' | 'headers'> => {
  const text = textOf(record);
  return { body: text, headers: { etag: etagOf(text) } };
};

export const obeysIfMatch = ({ method, reads, hasEtag }: Operation): boolean =>
  ['PATCH', 'PUT', 'DELETE'].includes(method) &&
  hasEtag !== false &&
  reads !== undefined &&
  typeof reads !== 'function';

/** Whether an operation reads one record, whose ETag `If-Match` can name. */
export const readsRecord = ({ handler, on, id }: Operation, byId: OperationsById): boolean =>
  handler.kind === 'read' &&
  (on !== undefined || byId.values().some((other) => obeysIfMatch(other) && [other.reads].flat().includes(id)));

/** Whether an operation that writes responds with the whole record that another one reads, with its ETag. */
export const respondsWithRecord = (operation: Operation, byId: OperationsById): boolean => {
  const [reader] = readersOf(operation, byId);
  if (reader === undefined || operation.hasEtag === false) return false;
  const isWhole = operation.method !== 'POST' || creates(operation, reader);
  return isWhole && isAlike(operation.response, reader.response);
};

/** The ETags of an operation that writes (conventions.md "Extensions inside the interface"). */
export const etagsFor = (operation: Operation, byId: OperationsById) => {
  const readers = lazily(() => readersOf(operation, byId));
  const isWhole = lazily(() => respondsWithRecord(operation, byId));
  const isObeyed = obeysIfMatch(operation);
  return {
    /** @throws Problem 412 `record_changed` when `If-Match` names another ETag than the record's. */
    check(read: Read, call: AnyCall, ifMatch: string | null): void {
      if (ifMatch === null || !isObeyed) return;
      if (!readers().some((reader) => namesEtag(ifMatch, etagOf(textOf(readRecord(reader, read, call))))))
        throw recordChanged();
    },
    /** The reply with a response, and with its ETag where it is the whole record. */
    reply({ id }: AnyCall, status: number, response: object): Reply {
      // A preview is not a record.
      const isRecord = operation.method === 'POST' || id === '' || Reflect.get(response, 'id') === id;
      return { status, ...(isRecord && isWhole() ? recordReply(response) : { body: response }) };
    },
  };
};

import type { Read } from '../../../database/database.ts';
import { type OperationsById, operationsNamed } from '../by-id.ts';
import type { AnyCall } from '../call.ts';
import type { Operation } from '../operation.ts';
import { withRecord } from './execution.ts';

export const readersOf = ({ reads }: Operation, byId: OperationsById): readonly Operation[] =>
  reads === undefined || typeof reads === 'function' ? [] : operationsNamed(byId, [reads].flat());

/** Whether an operation creates the record that `reader` reads: its own path does not name the record. */
export const creates = ({ params }: Operation, reader: Operation): boolean =>
  reader.params.some((name) => !params.includes(name));

/**
 * The site of the record that `readRecord` reads, as the record declares it; undefined where no declaration says it. A part
 * has the site of the record around it.
 */
export const declaredSite = (
  reader: Operation,
  read: Read,
  call: AnyCall,
  createdId = '',
): string | null | undefined => {
  const [first = ''] = reader.params;
  return reader.on?.siteOf?.(read, call.params[first] ?? createdId);
};

/** The record of a call, or the created one, without the request's expansions and page. @throws Problem 404. */
export const readRecord = (reader: Operation, read: Read, call: AnyCall, createdId = ''): object => {
  const { handler, params: names } = reader;
  if (handler.kind !== 'read') throw new Error(`the operation '${reader.id}' reads no record`);
  const params = Object.fromEntries(names.map((name) => [name, call.params[name] ?? createdId]));
  const [first = ''] = names;
  return handler.run(read, withRecord(reader, read, { ...call, params, id: params[first] ?? '', body: undefined }));
};

import type { Read } from '../../../database/database.ts';
import type { MemberCaller } from '../../../kernel/caller.ts';
import { lazily } from '../../../kernel/lazily.ts';
import { operationsById, operationsNamed } from '../by-id.ts';
import type { AnyCall } from '../call.ts';
import type { Operation } from '../operation.ts';
import { withRecord } from './execution.ts';

interface OwnQuestion {
  /** The record of the path, if it has one. */
  readonly id?: string | undefined;
  readonly query?: object;
  /** The end of the page before. */
  readonly after?: string | undefined;
  readonly limit: number;
}

export interface OwnReading {
  readonly records: readonly object[];
  /** The end of this page, if there is another one. */
  readonly next: string | undefined;
}

/** What an operation answers a member who asks for what is their own: a record, or a page of a list. */
export type ReadOwn = (read: Read, member: MemberCaller, operationId: string, asked: OwnQuestion) => OwnReading;

/** @param operations all operations; called with the first reading, since one of them reads the others. */
export const readOwnOf = (operations: () => readonly Operation[]): ReadOwn => {
  const byId = lazily(() => operationsById(operations()));
  return (read, caller, operationId, { id = '', query = {}, after, limit }) => {
    const [operation] = operationsNamed(byId(), [operationId]);
    if (operation?.audience !== 'member') throw new Error(`the operation ${operationId} is not for members`);
    const { handler, params } = operation;
    const named = Object.fromEntries(params.map((name) => [name, id]));
    const asked: AnyCall = { caller, params: named, id, record: undefined, query, body: undefined };
    const call = withRecord(operation, read, asked);
    if (handler.kind === 'read') return { records: [handler.run(read, call)], next: undefined };
    if (handler.kind !== 'list') throw new Error(`the operation ${operationId} does not read`);
    const { page, view } = handler.run(read, { ...call, page: { limit, startingAfter: after, isOwnCursor: true } });
    return { records: page.rows.map(view), next: page.hasNext ? page.rows.at(-1)?.id : undefined };
  };
};

// The audit log of operations (appliance.md "Running").

import type { Read, Tx } from '../../../database/database.ts';
import { staffIdOf } from '../../../kernel/caller.ts';
import { lazily } from '../../../kernel/lazily.ts';
import { isObject } from '../../../kernel/objects.ts';
import { Problem } from '../../../kernel/problem.ts';
import { type AuditEntry, appendAudit } from '../../../records/audit-log.ts';
import type { HandlerContext } from '../../request-context.ts';
import { type OperationsById, operationsNamed } from '../by-id.ts';
import type { AnyCall } from '../call.ts';
import type { Operation } from '../operation.ts';
import { creates, declaredSite, readersOf, readRecord } from './record-readers.ts';

/** Longer texts are cut, in characters. */
const LONGEST_TEXT = 1_000;
/** Of a larger change only the names of the fields are kept, unless the record is gone; in characters of its JSON. */
const LARGEST_CHANGE = 16_384;

type Fields = Readonly<Record<string, unknown>>;

interface Audited {
  readonly fields: Fields;
  /** null if it belongs to several, or to the brand. */
  readonly siteId: string | null;
}

export interface Before {
  readonly record: Audited | undefined;
  readonly whole: Audited | undefined;
}

export interface AuditedChange {
  readBefore(read: Read): Before;
  /** Adds the entry. `response` names a created record. `isRemoved`: the record will be gone, but is still there. */
  add(tx: Tx, before: Before | undefined, response: object, isRemoved?: boolean): void;
}

/** Makes the entries of an operation; undefined for a request that has none. */
type Audit = (context: HandlerContext, call: AnyCall) => AuditedChange | undefined;

/** What a rule reads, as JSON; undefined when it is not there. */
const asRead = (run: () => object): Fields | undefined => {
  try {
    return JSON.parse(JSON.stringify(run()));
  } catch (error) {
    if (error instanceof Problem && error.status === 404) return undefined;
    throw error;
  }
};

/** Reads the record of a call as JSON, or one that the call has created; undefined when it is not there. */
type ReadRecord = (read: Read, call: AnyCall, createdId?: string) => Audited | undefined;

interface RecordReader {
  readonly isCreated: boolean;
  /** undefined where nothing reads it, such as a file. */
  readonly record?: ReadRecord;
  readonly whole?: ReadRecord;
}

const textIn = (fields: Fields | undefined, name: string): string | null => {
  const value = fields?.[name];
  return typeof value === 'string' ? value : null;
};

/** Parts, settings and responses, which no record declares, have the site that their `siteId` names. */
const withoutDeclaration = (fields: Fields): Audited => ({ fields, siteId: textIn(fields, 'siteId') });

const readAs =
  (reader: Operation): ReadRecord =>
  (read, call, createdId) => {
    const fields = asRead(() => readRecord(reader, read, call, createdId));
    if (fields === undefined) return undefined;
    const siteId = declaredSite(reader, read, call, createdId);
    return siteId === undefined ? withoutDeclaration(fields) : { fields, siteId };
  };

const recordReader = (operation: Operation, byId: OperationsById): RecordReader => {
  const { reads, readsWhole, params } = operation;
  const [whole] = operationsNamed(byId, readsWhole === undefined ? [] : [readsWhole]);
  const around = whole === undefined ? {} : { whole: readAs(whole) };
  if (typeof reads === 'function') {
    const [, name = ''] = params;
    const record: ReadRecord = (read, call, createdId = '') => {
      const fields = asRead(() => reads(read, call.id, call.params[name] ?? createdId));
      return fields && withoutDeclaration(fields);
    };
    return { isCreated: name === '', record, ...around };
  }
  const [reader] = readersOf(operation, byId);
  if (reader === undefined) return { isCreated: false };
  return { isCreated: creates(operation, reader), record: readAs(reader), ...around };
};

const cut = (value: unknown): unknown =>
  typeof value === 'string' && value.length > LONGEST_TEXT ? `${value.slice(0, LONGEST_TEXT)}…` : value;

const changedIn = (of: Fields | undefined, other: Fields | undefined, isGone = false): string | null => {
  if (of === undefined) return null;
  const changed = Object.entries(of).filter(
    ([name, value]) => name !== 'updatedAt' && !Bun.deepEquals(value, other?.[name]),
  );
  const text = JSON.stringify(Object.fromEntries(changed.map(([name, value]) => [name, cut(value)])));
  if (isGone || text.length <= LARGEST_CHANGE) return text;
  return JSON.stringify({ tooLarge: changed.map(([name]) => name) });
};

const scalarsOf = (response: Fields): Fields =>
  Object.fromEntries(Object.entries(response).filter(([, value]) => typeof value !== 'object'));

const clientOf = (fields: Fields | undefined): string | null =>
  textIn(fields, 'object') === 'client' ? textIn(fields, 'id') : textIn(fields, 'clientId');

/** Whether the request needs an entry: one that only says what would change needs none. */
const isWanted = ({ audited = false }: Operation, { query, body }: AnyCall): boolean => {
  if (Reflect.get(query, 'dry_run') === true) return false;
  if (typeof audited === 'object') return isObject(body) && audited.some((field) => body[field] !== undefined);
  return audited !== false;
};

const requestedBy = (
  { requestContext: { requestId } }: HandlerContext,
  { caller }: AnyCall,
  address: string,
): Omit<AuditEntry, 'type'> => {
  const staffId = staffIdOf(caller);
  const credentialId = caller.kind === 'public' ? null : caller.credentialId;
  return { source: 'api', staffId, credentialId, actor: staffId ?? credentialId, address, requestId };
};

interface AuditDeps {
  readonly byId: OperationsById;
  readonly addressOf: (request: Request) => string;
}

export const auditFor = ({ byId, addressOf }: AuditDeps, operation: Operation): Audit => {
  if (operation.audited === undefined || operation.audited === false) return () => undefined;
  const reader = lazily(() => recordReader(operation, byId));
  const hasChanges = operation.audited !== 'without changes';
  return (context, call) => {
    if (!isWanted(operation, call)) return undefined;
    const { isCreated, record, whole } = reader();
    const origin = requestedBy(context, call, addressOf(context.request));
    return {
      readBefore: (read) => ({
        record: isCreated ? undefined : record?.(read, call),
        whole: whole?.(read, call),
      }),
      add(tx, before, response, isRemoved = false) {
        const createdId = textIn({ ...response }, 'id');
        const readAfter = () =>
          record === undefined
            ? withoutDeclaration(scalarsOf({ ...response }))
            : record(tx, call, createdId ?? undefined);
        const after = isRemoved ? undefined : readAfter();
        const found = after ?? before?.record;
        const named = found?.fields;
        appendAudit(tx, {
          ...origin,
          type: operation.id,
          recordType: textIn(named, 'object') ?? textIn({ ...response }, 'object'),
          recordId: textIn(named, 'id') ?? createdId,
          clientId: clientOf(named) ?? clientOf(before?.whole?.fields),
          siteId: found?.siteId ?? before?.whole?.siteId ?? null,
          ...(hasChanges
            ? {
                before: changedIn(before?.record?.fields, after?.fields, after === undefined),
                after: changedIn(after?.fields, before?.record?.fields),
              }
            : {}),
        });
      },
    };
  };
};

// The audit log of operations (appliance.md "Running").

import type { Read, Tx } from '../../database/database.ts';
import { staffIdOf } from '../../kernel/caller.ts';
import { lazily } from '../../kernel/lazily.ts';
import { isObject } from '../../kernel/objects.ts';
import { Problem } from '../../kernel/problem.ts';
import { type AuditEntry, appendAudit } from '../../records/audit-log.ts';
import type { HandlerContext } from '../request-context.ts';
import { withRecord } from './execution.ts';
import type { AnyCall, Operation } from './operation.ts';

/** Longer texts are cut, in characters. */
const LONGEST_TEXT = 1_000;
/** Of a larger change only the names of the fields are kept, in characters of its JSON. */
const LARGEST_CHANGE = 16_384;

type Fields = Readonly<Record<string, unknown>>;

/** What one request changes. */
interface Auditing {
  /** Reads the record as it is before the change, before anything is written. The last call counts. */
  begin(read: Read): void;
  /**
   * Adds the entry.
   * @param answer the response, which names a record that was created.
   * @param isRemoved whether the record will be gone, although it is still there.
   */
  end(tx: Tx, response: object, isRemoved?: boolean): void;
}

/** Makes the entries of an operation; undefined for a request that has none. */
export type Audit = (context: HandlerContext, call: AnyCall) => Auditing | undefined;

/** The operation that reads a record: its response has no secrets, whoever asks. */
const readAt = (path: string, operations: readonly Operation[]): Operation | undefined =>
  operations.find(({ handler, path: each }) => handler.kind === 'read' && each.replace(/:\w+$/, ':id') === path);

/** The operation that reads the record of the path which another one changes. */
const readerOf = ({ method, path }: Operation, operations: readonly Operation[]): Operation | undefined => {
  const own = /:/.test(path) || method !== 'POST' ? path.replace(/(:\w+)\/.*$/, '$1') : `${path}/:id`;
  const wanted = own.replace(/:\w+$/, ':id');
  return readAt(wanted, operations) ?? readAt(wanted.replace(/^\/manage\//, '/v2/'), operations);
};

/** What a rule reads, as JSON; undefined when it is not there. */
const asRead = (run: () => object): Fields | undefined => {
  try {
    return JSON.parse(JSON.stringify(run()));
  } catch (error) {
    if (error instanceof Problem && error.status === 404) return undefined;
    throw error;
  }
};

/** The record as its operation reads it; undefined when it is not there. */
const readWith = (reader: Operation | undefined, read: Read, call: AnyCall): Fields | undefined => {
  const handler = reader?.handler;
  if (reader === undefined || handler?.kind !== 'read') return undefined;
  // Without the expansions and the page of the request.
  const plain = { ...call, body: undefined, setStatus: () => {} };
  return asRead(() => handler.run(read, withRecord(reader, read, plain)));
};

/** Reads a record inside that of the path by its id; without one, that which the path names. */
type ReadPart = (read: Read, call: AnyCall, partId?: string) => Fields | undefined;

/** How the record inside that of the path is read, which an operation makes, changes or removes; undefined for none. */
const partReaderOf = (operation: Operation, operations: readonly Operation[]): ReadPart | undefined => {
  const { method, path, auditedPart } = operation;
  const [, inside] = /:\w+\/[\w-]+(?:\/:(\w+))?$/.exec(path) ?? [];
  const ownId = (call: AnyCall) => (inside === undefined ? '' : (call.params[inside] ?? ''));
  if (auditedPart !== undefined) {
    return (read, call, partId = ownId(call)) => asRead(() => auditedPart(read, call.id, partId));
  }
  const reader =
    inside === undefined
      ? method === 'POST' && path.includes(':')
        ? readAt(`${path}/:id`, operations)
        : undefined
      : readAt(path.replace(/:\w+$/, ':id'), operations);
  const [, name = ''] = /:(\w+)$/.exec(reader?.path ?? '') ?? [];
  return reader === undefined
    ? undefined
    : (read, call, partId = ownId(call)) =>
        readWith(reader, read, { ...call, params: { ...call.params, [name]: partId } });
};

const cut = (value: unknown): unknown =>
  typeof value === 'string' && value.length > LONGEST_TEXT ? `${value.slice(0, LONGEST_TEXT)}…` : value;

/** The fields of `of` that are not the same in `other`, as JSON. */
const changedIn = (of: Fields | undefined, other: Fields | undefined): string | null => {
  if (of === undefined) return null;
  const changed = Object.entries(of).filter(
    ([name, value]) => name !== 'updatedAt' && !Bun.deepEquals(value, other?.[name]),
  );
  const text = JSON.stringify(Object.fromEntries(changed.map(([name, value]) => [name, cut(value)])));
  if (text.length <= LARGEST_CHANGE) return text;
  return JSON.stringify({ tooLarge: changed.map(([name]) => name) });
};

/** The counts and words of a response about a file. */
const scalarsOf = (response: Fields): Fields =>
  Object.fromEntries(Object.entries(response).filter(([, value]) => typeof value !== 'object'));

const textIn = (fields: Fields | undefined, name: string): string | null => {
  const value = fields?.[name];
  return typeof value === 'string' ? value : null;
};

/** The site of a record; null if it belongs to several, or to the brand. */
const siteOf = (fields: Fields | undefined): string | null => {
  if (textIn(fields, 'object') === 'site') return textIn(fields, 'id');
  const [only, ...others] = [fields?.siteIds ?? fields?.eligibleSiteIds ?? fields?.locationIds].flat();
  const one = ['siteId', 'locationId', 'homeLocationId'].map((name) => textIn(fields, name)).find((id) => id !== null);
  return one ?? (typeof only === 'string' && others.length === 0 ? only : null);
};

const clientOf = (fields: Fields | undefined): string | null =>
  textIn(fields, 'object') === 'client' ? textIn(fields, 'id') : textIn(fields, 'clientId');

/** Whether the request needs an entry: one that only says what would change needs none. */
const isWanted = ({ audited = false }: Operation, { query, body }: AnyCall): boolean => {
  if (Reflect.get(query, 'dry_run') === true) return false;
  if (typeof audited === 'object') return isObject(body) && audited.some((field) => body[field] !== undefined);
  return audited !== false;
};

/** Who asks, and from where. */
const originOf = (
  { requestContext: { caller, requestId } }: HandlerContext,
  address: string,
): Omit<AuditEntry, 'type'> => {
  const staffId = caller === undefined ? null : staffIdOf(caller);
  const credentialId = caller?.credentialId ?? null;
  return { source: 'api', staffId, credentialId, actor: staffId ?? credentialId, address, requestId };
};

interface AuditDeps {
  readonly operations: readonly Operation[];
  /** The address of the caller. */
  readonly addressOf: (request: Request) => string;
}

/** The entries of an operation that writes. */
export const auditFor = ({ operations, addressOf }: AuditDeps, operation: Operation): Audit => {
  if (operation.audited === undefined || operation.audited === false) return () => undefined;
  const readers = lazily(() => ({
    reader: readerOf(operation, operations),
    readPart: partReaderOf(operation, operations),
  }));
  const isCreating = operation.method === 'POST' && !operation.path.includes(':');
  const hasChanges = operation.audited !== 'without changes';
  return (context, call) => {
    if (!isWanted(operation, call)) return undefined;
    const { reader, readPart } = readers();
    const origin = originOf(context, addressOf(context.request));
    let before: Fields | undefined;
    /** The record of the path, where the change is of one inside it. */
    let whole: Fields | undefined;
    return {
      begin(read) {
        if (isCreating) return;
        whole = readPart === undefined ? undefined : readWith(reader, read, call);
        before = readPart === undefined ? readWith(reader, read, call) : readPart(read, call);
      },
      end(tx, response, isRemoved = false) {
        const created = textIn({ ...response }, 'id');
        const readAfter = (): Fields | undefined => {
          if (readPart !== undefined)
            return readPart(tx, call, operation.method === 'POST' ? (created ?? '') : undefined);
          if (reader === undefined) return scalarsOf({ ...response });
          return readWith(reader, tx, isCreating ? { ...call, id: created ?? '' } : call);
        };
        const after = isRemoved ? undefined : readAfter();
        const known = after ?? before;
        appendAudit(tx, {
          ...origin,
          type: operation.id,
          recordType: textIn(known, 'object') ?? textIn({ ...response }, 'object'),
          recordId: textIn(known, 'id') ?? created,
          clientId: clientOf(known) ?? clientOf(whole),
          siteId: siteOf(known) ?? siteOf(whole),
          ...(hasChanges ? { before: changedIn(before, after), after: changedIn(after, before) } : {}),
        });
      },
    };
  };
};

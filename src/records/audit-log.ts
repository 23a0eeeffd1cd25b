import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { Read, Tx } from '../database/database.ts';
import { lazyTable } from '../database/lazy-table.ts';
import type { Sweep } from '../database/sweep.ts';
import { epochOf, isoInstant } from '../kernel/clock.ts';
import { DAY_MS } from '../kernel/durations.ts';
import { tableRows, textsOf } from './query.ts';

/** How long entries are kept, in milliseconds: two years. */
export const AUDIT_RETENTION_MS = 730 * DAY_MS;

/** The audit log (appliance.md "Running"). Triggers refuse every change but its erasure and the removal of old entries. */
export const auditLog = lazyTable(() =>
  sqliteTable('auditLog', {
    id: text('id').primaryKey(),
    number: integer('number').notNull(),
    type: text('type').notNull(),
    source: text('source').notNull(),
    staffId: text('staffId'),
    credentialId: text('credentialId'),
    actor: text('actor'),
    address: text('address'),
    recordType: text('recordType'),
    recordId: text('recordId'),
    clientId: text('clientId'),
    siteId: text('siteId'),
    before: text('before'),
    after: text('after'),
    requestId: text('requestId'),
    erasedAt: text('erasedAt'),
    createdAt: text('createdAt').notNull(),
  }),
);

export type AuditRow = typeof auditLog.$inferSelect;

/** Where an entry comes from: a request, a verb of the command line, or a job of the server. */
export const AUDIT_SOURCES = ['api', 'command_line', 'job'] as const;

const rows = tableRows(auditLog);

/** What happened. Values that are left out are null. */
export interface AuditEntry extends Partial<Omit<AuditRow, 'id' | 'number' | 'source' | 'createdAt' | 'erasedAt'>> {
  /** The operationId, or the verb. */
  readonly type: string;
  readonly source: (typeof AUDIT_SOURCES)[number];
}

const NOTHING = {
  staffId: null,
  credentialId: null,
  actor: null,
  address: null,
  requestId: null,
  erasedAt: null,
  recordType: null,
  recordId: null,
  clientId: null,
  siteId: null,
  before: null,
  after: null,
};

/** Adds an entry in the transaction of its change. Its number is the next one: a change that is rolled back takes none. */
export const appendAudit = (tx: Tx, entry: AuditEntry): void => {
  const last = tx.db.query<{ n: number | null }, []>('select max("number") as n from "auditLog"').get()?.n ?? 0;
  rows.insert(tx, { ...NOTHING, ...entry, id: tx.id(), number: last + 1, createdAt: tx.now });
};

/** A client, and the clients who were merged into them. */
const ONE_PERSON = 'select ?1 union all select "id" from "mergedClients" where "clientId" = ?1';
const UNERASED = `select "id" from "auditLog"
  where "clientId" in (${ONE_PERSON}) and ("before" is not null or "after" is not null) limit ?2`;
const ERASE = 'update "auditLog" set "before" = null, "after" = null, "erasedAt" = ? where "id" = ?';

/** The ids of entries that say what was changed of a client, at most `limit`. */
export const unerasedAudit = (read: Read, clientId: string, limit: number): string[] =>
  textsOf(read, UNERASED, clientId, limit);

/** What staff do to households: the entries name everyone in them, and whom they invite. */
const ON_HOUSEHOLDS = [
  'createHousehold',
  'updateHousehold',
  'deleteHousehold',
  'inviteToHousehold',
  'withdrawHouseholdInvitation',
  'addHouseholdMember',
  'updateHouseholdMember',
  'removeHouseholdMember',
];
const NAMING = `with "words" ("word") as (${ONE_PERSON} union all select "value" from json_each(?2))
  select "id" from "auditLog" where "type" in (${ON_HOUSEHOLDS.map((type) => `'${type}'`).join(', ')})
  and "recordType" = 'household' and ("before" is not null or "after" is not null) and exists (
    select 1 from "words" where instr(coalesce("before", '') || coalesce("after", ''), "word") > 0) limit ?3`;

/** The same of entries about households that name a client, by the id or by one of the addresses. */
export const auditNaming = (read: Read, clientId: string, addresses: readonly string[], limit: number): string[] =>
  textsOf(read, NAMING, clientId, JSON.stringify(addresses), limit);

const OF_TYPE = `select "id", "number", "recordId", "before", "after" from "auditLog" where "type" = ?
  and ("before" is not null or "after" is not null) and "number" > ? order by "number" limit ?`;

export type TypedEntry = Pick<AuditRow, 'id' | 'number' | 'recordId' | 'before' | 'after'>;

/** The entries of one type that say what was changed, after the entry with a number. */
export const auditOfType = ({ db }: Read, type: string, after: number, limit: number): TypedEntry[] =>
  db.query<TypedEntry, [string, number, number]>(OF_TYPE).all(type, after, limit);

/** How long after a restore what it has lost is looked for, and how old a backup is that does not say when it was made. */
const RESTORE_MS = 90 * DAY_MS;
// An upgrade that fails puts its backup back.
const RESTORES = `select "createdAt", "after" ->> '$.createdAt' as "backedUpAt" from "auditLog"
  where "type" in ('restore', 'upgrade') and "createdAt" > ? and "after" ->> '$.sha256' is not null`;

/** From when to when this database lacks what happened: from a backup until it was restored, for the restores of the last 90 days. */
export const lostTimes = (read: Read): readonly { readonly from: string; readonly until: string }[] =>
  read.db
    .query<{ createdAt: string; backedUpAt: string | null }, [string]>(RESTORES)
    .all(isoInstant(read.nowMs - RESTORE_MS))
    .map(({ createdAt, backedUpAt }) => ({
      from: backedUpAt ?? isoInstant(epochOf(createdAt) - RESTORE_MS),
      until: createdAt,
    }));

/** Removes what was changed from an entry. Who did what and when stays. Returns its id. */
export const eraseAudit = (tx: Tx, id: string): string => {
  tx.db.query(ERASE).run(tx.now, id);
  return id;
};

const REMOVAL = 'audit log retention';
const NEWEST = 'select "type", "createdAt" from "auditLog" order by "number" desc limit 1';
const OLD = 'select "number", "createdAt" from "auditLog" where "createdAt" < ? order by "createdAt", "number" limit ?';
const DELETE = 'delete from "auditLog" where "number" = ?';

/** Whether an earlier transaction of the removal has added its entry, two years after an instant. */
const isBegun = (tx: Tx, instant: string): boolean => {
  const newest = tx.db.query<Pick<AuditRow, 'type' | 'createdAt'>, []>(NEWEST).get();
  return newest?.type === REMOVAL && epochOf(newest.createdAt) - AUDIT_RETENTION_MS > epochOf(instant);
};

/** Removes the entries that are older than two years. */
export const oldAudit: Sweep<Pick<AuditRow, 'number' | 'createdAt'>> = {
  rows: (read, limit) =>
    read.db
      .query<Pick<AuditRow, 'number' | 'createdAt'>, [string, number]>(OLD)
      .all(isoInstant(read.nowMs - AUDIT_RETENTION_MS), limit),
  change(tx, { number, createdAt }) {
    // By the newest entry the trigger knows the time.
    if (!isBegun(tx, createdAt)) appendAudit(tx, { type: REMOVAL, source: 'job' });
    tx.db.query(DELETE).run(number);
  },
};

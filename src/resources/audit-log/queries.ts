import { and, eq, gte, isNotNull, lt, lte, sql } from 'drizzle-orm';
import { ApiKey } from '../../auth/api-keys/record.ts';
import { OAuthClient } from '../../auth/oauth/record.ts';
import type { Read } from '../../database/database.ts';
import type { Caller, SiteAccess } from '../../kernel/caller.ts';
import { epochOf, isoInstant } from '../../kernel/clock.ts';
import { storedId } from '../../kernel/ids.ts';
import { notFound } from '../../kernel/problem.ts';
import { type AuditRow, auditLog } from '../../records/audit-log.ts';
import { type Filters, type Page, type PageRequest, pagesOf } from '../../records/pages.ts';
import { named, tableRows } from '../../records/query.ts';
import { recordSites } from '../../records/site-scope.ts';
import { mayReadPay } from '../instructors/view.ts';
import type { AuditFilters, AuditResponse } from './shapes.ts';

const rows = tableRows(auditLog);
const sites = recordSites(auditLog, 'siteId');

const page = pagesOf<AuditRow>(auditLog, () => ({
  orderBy: auditLog.number,
  direction: 'descending',
  indexed: {
    clientId: sql`${and(eq(auditLog.clientId, named('clientId')), isNotNull(auditLog.clientId))}`,
    actor: sql`${and(eq(auditLog.actor, named('actor')), isNotNull(auditLog.actor))}`,
    type: eq(auditLog.type, named('type')),
  },
  filters: {
    // For restricted callers, whose pages use the index of each site.
    clientIdAtSite: sql`+${eq(auditLog.clientId, named('clientIdAtSite'))}`,
    actorAtSite: sql`+${eq(auditLog.actor, named('actorAtSite'))}`,
    typeAtSite: sql`+${eq(auditLog.type, named('typeAtSite'))}`,
    first: gte(auditLog.number, named('first')),
    last: lte(auditLog.number, named('last')),
    from: sql`+${gte(auditLog.createdAt, named('from'))}`,
    before: sql`+${lt(auditLog.createdAt, named('before'))}`,
  },
  sites: sites?.scope ?? null,
}));

const numberWhere = ({ db }: Read, of: 'min' | 'max', condition: '>=' | '<', instant: string): number =>
  db
    .query<{ n: number | null }, [string]>(
      `select ${of}("number") as n from "auditLog" where "createdAt" ${condition} ?`,
    )
    .get(instant)?.n ?? 0;

/** The numbers and times between which a list looks. */
const range = (read: Read, { from, to }: AuditFilters): Filters => {
  const [since, until] = [from, to].map((each) => (each === undefined ? undefined : isoInstant(epochOf(each))));
  return {
    ...(since === undefined ? {} : { from: since, first: numberWhere(read, 'min', '>=', since) }),
    ...(until === undefined ? {} : { before: until, last: numberWhere(read, 'max', '<', until) }),
  };
};

/** A page of the audit log, newest first. A restricted caller sees the entries of their sites. */
export const auditPage = (
  read: Read,
  request: PageRequest,
  filters: AuditFilters,
  { siteIds }: SiteAccess,
): Page<AuditRow> => {
  const { client_id: clientId, type } = filters;
  const actor = filters.actor === undefined ? undefined : storedId(filters.actor);
  const equal =
    siteIds === null ? { clientId, actor, type } : { clientIdAtSite: clientId, actorAtSite: actor, typeAtSite: type };
  return page(read, request, { ...equal, ...range(read, filters) }, siteIds);
};

/** An entry that the caller may see. @throws Problem 404 */
export const findAuditEntry = (read: Read, caller: Caller, id: string): AuditRow => {
  const row = rows.find(read, id);
  if (row === undefined || sites?.has(row, caller) === false) throw notFound('audit log entry', id);
  return row;
};

const parsed = (text: string | null) => (text === null ? null : JSON.parse(text));

/** The names of the API keys and OAuth clients behind entries. */
const credentialNames = (read: Read, entries: readonly AuditRow[]): ReadonlyMap<string, string> => {
  const ids = [...new Set(entries.flatMap(({ credentialId }) => credentialId ?? []))];
  const found = [...ApiKey.rows.findAll(read, ids), ...OAuthClient.rows.findAll(read, ids)];
  return new Map(found.map(({ id, name }) => [id, name]));
};

const auditView = ({ before, after, source, ...row }: AuditRow, names: ReadonlyMap<string, string>): AuditResponse => ({
  ...row,
  credentialName: names.get(row.credentialId ?? '') ?? null,
  object: 'audit_log_entry',
  source: source as AuditResponse['source'],
  before: parsed(before),
  after: parsed(after),
});

export const auditViews = (read: Read, entries: readonly AuditRow[]) => {
  const names = credentialNames(read, entries);
  return (row: AuditRow): AuditResponse => auditView(row, names);
};

/** By the `object` of a record: fields that not everyone sees who sees the record, and who does. */
const GUARDED: Readonly<Record<string, Readonly<Record<string, (caller: Caller) => boolean>>>> = {
  instructor: { payRate: mayReadPay },
  pay_month: { instructors: mayReadPay },
};

const without = (fields: AuditResponse['before'], names: readonly string[]): AuditResponse['before'] =>
  fields && Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));

/** The view of entries for a caller: `before` and `after` leave out fields that the caller may not see in the record. */
export const auditViewFor = (read: Read, caller: Caller, entries: readonly AuditRow[]) => {
  const whole = auditViews(read, entries);
  return (row: AuditRow): AuditResponse => {
    const entry = whole(row);
    const guarded = Object.entries(GUARDED[row.recordType ?? ''] ?? {});
    const hidden = guarded.filter(([, maySee]) => !maySee(caller)).map(([name]) => name);
    if (hidden.length === 0) return entry;
    return { ...entry, before: without(entry.before, hidden), after: without(entry.after, hidden) };
  };
};

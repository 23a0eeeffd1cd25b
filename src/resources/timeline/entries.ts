import type { Read } from '../../database/database.ts';
import { NEW_EVENTS } from '../../database/outbox.ts';
import { type Caller, hasPermission } from '../../kernel/caller.ts';
import { epochOf, isoInstant } from '../../kernel/clock.ts';
import { type Page, type PageRequest, pageFrom, unknownCursor } from '../../records/pages.ts';
import { GROUPS, type Group, KINDS, type Kind } from './shapes.ts';

export interface Entry {
  readonly id: string;
  readonly kind: Kind;
  readonly at: string;
  readonly recordId: string;
  readonly siteId: string | null;
}

const CHANGES = `'client.updated', 'client.status_changed', 'client.archived', 'client.restored'`;

const ofBookings = (at: string, condition = 'true'): string =>
  `select "id", "${at}" "at", "siteId" from "bookings" where "clientId" = $clientId and "${at}" is not null and ${condition}`;
const ofPackages = (at: string): string =>
  `select "id", "${at}" "at", "siteId" from "packages" where "clientId" = $clientId and "${at}" is not null`;
const ofEvents = (condition: string): string =>
  `select "id", "createdAt" "at", null "siteId" from "events" where ${condition} and +"type" in (${CHANGES})`;

/** Where the entries of each kind are. A client has a few thousand of all of them, found by an index each. */
const SOURCES: Readonly<Record<Kind, string>> = {
  booking_made: ofBookings('bookedAt'),
  booking_promoted: ofBookings('promotedAt'),
  booking_cancelled: ofBookings('cancelledAt', `"status" = 'cancelled'`),
  booking_attended: ofBookings('checkedInAt', `"status" = 'attended'`),
  booking_no_show: ofBookings('noShowAt', `"status" = 'noshow'`),
  checkin: `select "id", "checkedInAt" "at", "siteId" from "checkins" where "clientId" = $clientId and "bookingId" is null`,
  award_earned: `select "id", "earnedAt" "at", null "siteId" from "awardGrants"
    where "clientId" = $clientId and "revokedAt" is null`,
  payment: 'select "id", "createdAt" "at", "siteId" from "payments" where "clientId" = $clientId',
  refund: `select "refunds"."id", "refunds"."createdAt" "at", "payments"."siteId" from "payments"
    cross join "refunds" on "refunds"."paymentId" = "payments"."id" where "payments"."clientId" = $clientId`,
  package_sold: ofPackages('createdAt'),
  package_cancelled: ofPackages('cancelledAt'),
  credits_adjusted: `select "creditLedger"."id", "creditLedger"."at", "packages"."siteId" from "packages"
    cross join "creditLedger" on "creditLedger"."packageId" = "packages"."id"
    where "packages"."clientId" = $clientId and "creditLedger"."reason" = 'adjustment'`,
  message: `select "id", coalesce("sentAt", "updatedAt") "at", "siteId" from "messages"
    where "clientId" = $clientId and "clientId" is not null and "status" in ('sent', 'failed')`,
  client_created: 'select "id", "createdAt" "at", null "siteId" from "clients" where "id" = $clientId',
  client_changed: `${ofEvents('"clientId" = $clientId and "clientId" is not null and "isNew" = 0')}
    union all ${ofEvents(`${NEW_EVENTS} and +"clientId" = $clientId`)}`,
  client_merged: 'select "id", "createdAt" "at", null "siteId" from "mergedClients" where "clientId" = $clientId',
};

/** What a staff member needs to see a kind, besides `clients:read`; a credential of no one sees all with `manage`. */
const PERMISSIONS: Readonly<Partial<Record<Kind, string>>> = {
  ...Object.fromEntries(KINDS.visits.filter((kind) => kind !== 'award_earned').map((kind) => [kind, 'bookings:read'])),
  ...Object.fromEntries(KINDS.money.map((kind) => [kind, 'packages:sell'])),
};

const kindsOf = (group: Group): readonly Kind[] => KINDS[group];

export const groupOf = (kind: Kind): Group => GROUPS.find((group) => kindsOf(group).includes(kind)) ?? 'changes';

/** The kinds of a group, or of all, that a caller may see. */
const kindsFor = (caller: Caller, group: Group | undefined): Kind[] => {
  const kinds: Kind[] = (group === undefined ? GROUPS : [group]).flatMap(kindsOf);
  return kinds.filter((kind) => {
    const needed = PERMISSIONS[kind];
    return needed === undefined || hasPermission(caller, needed);
  });
};

type Place = readonly [at: string, kind: string, recordId: string];

const idOf = ([at, kind, recordId]: Place): string => `${epochOf(at).toString(36)}-${kind}-${recordId}`;

/** The place of a cursor. @throws Problem 400 `cursor_invalid` for anything else. */
const placeOf = (request: PageRequest, id: string): Place => {
  const [, at = '', kind = '', recordId = ''] =
    /^(-?[0-9a-z]{1,12})-([a-z_]+)-((?:evt_)?[0-9a-f-]{36})$/.exec(id) ?? [];
  const epoch = Number.parseInt(at, 36);
  if (!(kind in SOURCES) || !Number.isSafeInteger(epoch)) throw unknownCursor(request, id);
  return [isoInstant(epoch), kind, recordId];
};

const withinSites = (siteIds: readonly string[] | null): string =>
  siteIds === null ? 'true' : '("siteId" is null or "siteId" in (select "value" from json_each($reachable)))';

/** A page of what happened to a client, the latest first. */
export const timelinePage = (
  read: Read,
  request: PageRequest,
  {
    clientId,
    caller,
    group,
  }: { readonly clientId: string; readonly caller: Caller; readonly group: Group | undefined },
): Page<Entry> => {
  const kinds = kindsFor(caller, group);
  if (kinds.length === 0) return pageFrom<Entry>([], request);
  const isBackward = request.endingBefore !== undefined;
  const id = request.endingBefore ?? request.startingAfter;
  const place = id === undefined ? undefined : placeOf(request, id);
  const [operator, direction] = isBackward ? ['>', 'asc'] : ['<', 'desc'];
  const parts = kinds.map((kind) => `select '${kind}' "kind", "id", "at", "siteId" from (${SOURCES[kind]})`);
  const seek = place === undefined ? 'true' : `("at", "kind", "id") ${operator} ($at, $kind, $recordId)`;
  const statement = `select "kind", "id" "recordId", "at", "siteId" from (${parts.join(' union all ')})
    where ${seek} and ${withinSites(caller.siteIds)}
    order by "at" ${direction}, "kind" ${direction}, "id" ${direction} limit ($limit + 0)`;
  const [at = '', kind = '', recordId = ''] = place ?? [];
  const rows = read.db.query<Omit<Entry, 'id'>, Record<string, string | number>>(statement).all({
    clientId,
    limit: request.limit + 1,
    ...(place === undefined ? {} : { at, kind, recordId }),
    ...(caller.siteIds === null ? {} : { reachable: JSON.stringify(caller.siteIds) }),
  });
  return pageFrom(
    rows.map((row) => ({ ...row, id: idOf([row.at, row.kind, row.recordId]) })),
    request,
  );
};

import type { Read } from '../../database/database.ts';
import { type Expansion, loadWith } from '../../http/expansions.ts';
import { clientIdOf } from '../../kernel/caller.ts';
import { unpack } from '../../records/json.ts';
import { withoutIntegrationFields } from '../../records/member-fields.ts';
import { guestsByBooking } from '../bookings/guests/queries.ts';
import { ledgersOf, type NamedLedgerRow } from './credits/queries.ts';
import { usageLimitsAround } from './credits/usage.ts';
import { endOfPackage, renewalsAhead } from './lifecycle/ending.ts';
import { activePackages, eachPackageOfClients } from './queries.ts';
import { type LedgerEntry, Package, type PackageResponse, type PackageRow, type ShownLedgerEntry } from './record.ts';
import type { MemberPackageResponse } from './shapes.ts';
import { statusAt } from './states.ts';

const freezeOf = (row: PackageRow, now: string): PackageResponse['freeze'] => {
  const { frozenFrom, frozenUntil } = row;
  if (frozenFrom === null || frozenUntil === null || frozenUntil <= now) return null;
  return {
    startsAt: frozenFrom,
    endsAt: frozenUntil,
    daysUsed: unpack<Record<string, number>>(row.freezeDays)?.[String(row.freezeYear)] ?? 0,
    daysAllowed: row.freezeDaysAllowed,
    reason: row.freezeReason,
  };
};

const endOf = (read: Read, row: PackageRow): PackageResponse['end'] =>
  row.endRequestedAt === null || row.status === 'cancelled'
    ? null
    : { requestedAt: row.endRequestedAt, endsAt: endOfPackage(read, row), renewalsLeft: renewalsAhead(row) ?? 0 };

/** When it started, whether or not its column says so yet. */
const activatedAt = (row: PackageRow, now: string): string | null => {
  const { startsAt, status } = row;
  return row.activatedAt ?? (status === 'active' && startsAt !== null && startsAt <= now ? startsAt : null);
};

/** The view of the packages of one response; their uses are counted in one query. */
export const packageViews = (read: Read, rows: readonly PackageRow[]): ((row: PackageRow) => PackageResponse) => {
  const { now } = read;
  const limitOf = usageLimitsAround(read, rows, [read.nowMs]);
  return (row) => {
    const freeze = freezeOf(row, now);
    return {
      ...Package.view(row),
      status: statusAt(row, now),
      usageLimit: limitOf(row, read.nowMs) ?? null,
      activatedAt: activatedAt(row, now),
      end: endOf(read, row),
      isFrozen: freeze !== null && freeze.startsAt <= now,
      freeze,
    };
  };
};

export const packageView = (read: Read, row: PackageRow): PackageResponse => packageViews(read, [row])(row);

export const ledgerEntryView = ({ packageId: _, ...entry }: NamedLedgerRow): LedgerEntry => entry;

const readBy = ['getPackage', 'manageGetPackage'];

/** Includes the ledger of a package. */
export const ledgerExpansion: Expansion = {
  from: 'id',
  readBy,
  load: (read, ids, _caller, bound) => {
    const ledgers = new Map<string, ShownLedgerEntry[]>(ids.map((id) => [id, []]));
    const rows = [...bound.take(ledgersOf(read, ids))];
    const guests = guestsByBooking(read, rows);
    for (const row of rows) {
      const guestClientId = guests.get(row.bookingId)?.clientId ?? null;
      ledgers.get(row.packageId)?.push({ ...ledgerEntryView(row), guestClientId });
    }
    return ledgers;
  },
};

/** Includes the package that `from` points to; for a restricted caller, packages of other sites stay null. */
export const packageExpansion = (from: string): Expansion => ({
  from,
  readBy,
  load: loadWith(Package.rows.findAll, Package.canAccess, packageViews),
});

/** Includes a client's packages, newest first. */
export const clientPackagesExpansion: Expansion = {
  from: 'id',
  readBy,
  load(read, ids, caller, bound) {
    const rows = bound.take(eachPackageOfClients(read, ids)).filter((row) => Package.canAccess(caller, row));
    const view = packageViews(read, rows);
    const lists = new Map<string, PackageResponse[]>(ids.map((id) => [id, []]));
    for (const row of rows) lists.get(row.clientId)?.push(view(row));
    return lists;
  },
};

/** The view of the packages of one response as the client sees them. */
export const memberPackageViews = (
  read: Read,
  rows: readonly PackageRow[],
): ((row: PackageRow) => MemberPackageResponse) => {
  const view = packageViews(read, rows);
  return (row) => withoutIntegrationFields(view(row));
};

export const memberPackageView = (read: Read, row: PackageRow): MemberPackageResponse =>
  memberPackageViews(read, [row])(row);

/** What someone else of the household shares: how it is paid for stays with them. */
const sharedView = (shown: MemberPackageResponse): MemberPackageResponse => ({
  ...shown,
  paymentId: null,
  paymentMethodId: null,
  holdReason: null,
  cancelReason: null,
  end: null,
  freeze: shown.freeze && { ...shown.freeze, reason: null },
});

/** The view of packages as a client sees them who may own them or not. */
const packageViewsFor = (read: Read, rows: readonly PackageRow[], clientId: string | undefined) => {
  const view = memberPackageViews(read, rows);
  return (row: PackageRow): MemberPackageResponse => (row.clientId === clientId ? view(row) : sharedView(view(row)));
};

/** The active packages that a client can use, shared ones of the household too, in the order in which they are used. */
export const activePackagesOf = (read: Read, clientId: string): MemberPackageResponse[] => {
  const rows = activePackages(read, clientId).filter((row) => statusAt(row, read.now) === 'active');
  return rows.map(packageViewsFor(read, rows, clientId));
};

export const memberPackageExpansion = (from: string): Expansion => ({
  from,
  readBy: 'members',
  load: (read, ids, caller) => {
    const rows = Package.rows.findAll(read, ids);
    const view = packageViewsFor(read, rows, clientIdOf(caller));
    return new Map(rows.map((row) => [row.id, view(row)]));
  },
});

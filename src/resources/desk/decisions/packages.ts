import { isoInstant } from '../../../kernel/clock.ts';
import { DAY_MS } from '../../../kernel/durations.ts';
import { activePackagesOfClients, mayReadPackage } from '../../packages/queries.ts';
import { Package, type PackageRow } from '../../packages/record.ts';
import { expiryOf, statusAt } from '../../packages/states.ts';
import { isLastCredit, packageLine } from '../people.ts';
import { bookingsOfDay } from '../queries.ts';
import { mayRead } from '../rights.ts';
import { type DecisionContext, type Draft, draft } from './types.ts';

/** A package that ends in fewer days than this is worth a word to its client. */
const SOON_MS = 7 * DAY_MS;

/** The packages of clients who come today that end soon, or have no credit left, and after which nothing can be used. */
export const endingPackages = ({ read, caller, today, mayDo }: DecisionContext): Draft[] => {
  if (!mayRead(caller, 'booking') || !mayRead(caller, 'package')) return [];
  const booked = bookingsOfDay(read, today).filter(
    ({ status, packageId }) => status !== 'noshow' && packageId !== null,
  );
  if (booked.length === 0) return [];
  const paying = Package.rows.findAll(read, [...new Set(booked.flatMap(({ packageId }) => packageId ?? []))]);
  const rows = new Map(paying.map((row) => [row.id, row]));
  const soon = isoInstant(read.nowMs + SOON_MS);
  const endsSoon = (row: PackageRow): boolean => {
    const end = row.autoRenews === 1 ? null : expiryOf(row);
    return end !== null && end <= soon;
  };
  const active = Map.groupBy(
    activePackagesOfClients(read, [...new Set(booked.map(({ clientId }) => clientId))]),
    ({ clientId }) => clientId,
  );
  const hasAnother = (row: PackageRow): boolean =>
    active.get(row.clientId)?.some((other) => other.id !== row.id && statusAt(other, read.now) === 'active') === true;
  const actions = mayDo('sellPackage', 'updatePackage');
  const seen = new Set<string>();
  return booked.flatMap((booking): Draft[] => {
    const row = rows.get(booking.packageId ?? '');
    if (row === undefined || seen.has(row.id) || !mayReadPackage(caller, row)) return [];
    if (row.autoRenews === 1 || row.status === 'cancelled' || hasAnother(row)) return [];
    if (!endsSoon(row) && !isLastCredit(row, booking)) return [];
    seen.add(row.id);
    return [
      draft('package_ending', row.id, {
        title: row.name,
        dueAt: expiryOf(row),
        packageId: row.id,
        people: [{ clientId: row.clientId, bookingId: booking.id }],
        package: packageLine(row),
        actions,
      }),
    ];
  });
};

// What a freeze does to the bookings inside it.

import type { Read, Tx } from '../../../database/database.ts';
import { epochOf, isoInstant } from '../../../kernel/clock.ts';
import { laterOf } from '../../../kernel/local-time.ts';
import { upcomingBookingsOn } from '../../bookings/queries.ts';
import type { Reactions } from '../../reactions.ts';
import { Package, type PackageRow } from '../record.ts';
import type { FreezePackageBody } from '../shapes.ts';
import { freezePackage } from './freeze.ts';

/** As many bookings are counted. */
const MOST_COUNTED = 1000;

interface Span {
  /** Sessions that start after it. */
  readonly since: string;
  /** Sessions that start before it. */
  readonly until: string;
}

/** The span in which a freeze cancels bookings: from its beginning, of sessions that have not started. */
const spanOf = (read: Read, { frozenFrom, frozenUntil }: PackageRow): Span | undefined =>
  frozenFrom === null || frozenUntil === null
    ? undefined
    : { since: laterOf(read.now, isoInstant(epochOf(frozenFrom) - 1)), until: frozenUntil };

const countIn = (tx: Tx, packageId: string, span: Span): number =>
  upcomingBookingsOn(tx, packageId, { ...span, last: tx.id(), after: '', limit: MOST_COUNTED }).filter(
    ({ status }) => status !== 'attended',
  ).length;

interface Frozen {
  readonly row: PackageRow;
  readonly cancelledBookings: number;
}

/**
 * Freezes a package, and cancels the bookings that it pays for inside the freeze free of charge, unless `keepBookings`
 * (rules.md "Package").
 * @throws Problem as `freezePackage`.
 */
export const freezeWithBookings = (
  tx: Tx,
  found: PackageRow,
  body: FreezePackageBody,
  reactions: Pick<Reactions, 'packageFrozen'>,
): Frozen => {
  const frozen = freezePackage(tx, found, body);
  const span = spanOf(tx, frozen);
  const cancelledBookings = span === undefined || body.keepBookings === true ? 0 : countIn(tx, frozen.id, span);
  if (span === undefined || cancelledBookings === 0) return { row: frozen, cancelledBookings: 0 };
  reactions.packageFrozen(tx, frozen.id, span.since, span.until);
  return { row: Package.rows.find(tx, frozen.id) ?? frozen, cancelledBookings };
};

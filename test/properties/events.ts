import { isFree, type Row, type State } from './state.ts';

const fresh = (old: Row | undefined, row: Row, field: string): boolean =>
  row[field] !== null && row[field] !== (old?.[field] ?? null);

const isShortened = (old: Row | undefined, row: Row): boolean =>
  old !== undefined && old.offeredAt === row.offeredAt && old.offerExpiresAt !== row.offerExpiresAt;

const isWithdrawn = (old: Row | undefined, row: Row): boolean =>
  old !== undefined && old.offeredAt !== null && row.offeredAt === null;

/** Whether an offer that was open, or was made since, came to its end before its client got a seat or left. */
const isLapsed = (old: Row | undefined, row: Row, now: string): boolean =>
  (old?.holdsSeat === 1 || fresh(old, row, 'offeredAt')) &&
  row.holdsSeat === 0 &&
  row.offeredAt !== null &&
  String(row.offerExpiresAt) <= String(row.cancelledAt ?? row.promotedAt ?? now);

const isUndone = (old: Row | undefined, row: Row): boolean =>
  ['attended', 'noshow'].includes(String(old?.status)) && ['confirmed', 'waitlisted'].includes(String(row.status));

const ofBooking = (old: Row | undefined, row: Row, now: string): string[] => [
  ...(old === undefined ? ['booking.created'] : []),
  ...(old === undefined && row.joinedAt !== null ? ['booking.waitlisted'] : []),
  ...(fresh(old, row, 'offeredAt') ? ['booking.waitlist_offered'] : []),
  // The offer of a session that was moved ends earlier, and some of a session that has fewer seats are withdrawn.
  ...(isShortened(old, row) || isWithdrawn(old, row) ? ['booking.updated'] : []),
  ...(isLapsed(old, row, now) ? ['booking.updated'] : []),
  ...(isUndone(old, row) ? ['booking.updated'] : []),
  ...(fresh(old, row, 'promotedAt') ? ['booking.waitlist_promoted'] : []),
  ...(fresh(old, row, 'cancelledAt') ? ['booking.cancelled'] : []),
  ...(fresh(old, row, 'checkedInAt') ? ['booking.checked_in'] : []),
  ...(fresh(old, row, 'noShowAt') ? ['booking.noshow'] : []),
  ...(isWaived(row) && row.penalty !== old?.penalty ? ['booking.penalty_waived'] : []),
];

const isWaived = (row: Row | undefined): boolean =>
  typeof row?.penalty === 'string' && JSON.parse(row.penalty).status === 'waived';

const ofPackage = (old: Row | undefined, row: Row): string[] => [
  ...(old === undefined ? ['package.purchased'] : []),
  ...(fresh(old, row, 'activatedAt') ? ['package.activated'] : []),
  ...(fresh(old, row, 'cancelledAt') ? ['package.cancelled'] : []),
];

/** A session that crossed its limit during one act; over a longer time it may have crossed it more often. */
const ofSession = (old: Row | undefined, row: Row): string[] => {
  if (old === undefined || row.cancelledAt !== null || isFree(old) === isFree(row)) return [];
  return [isFree(row) ? 'session.spot_available' : 'session.full'];
};

const TOLD = /^(booking\.|package\.(purchased|activated|cancelled|credits_changed)$)/;
const CROSSED = /^session\.(full|spot_available)$/;

/** The events that the difference between two states demands, of the types that it can tell. */
const demanded = (old: State, now: State, isOneAct: boolean): string[] => [
  ...[...now.bookings.values()].flatMap((row) => ofBooking(old.bookings.get(row.id), row, now.now)),
  ...[...now.packages.values()].flatMap((row) => ofPackage(old.packages.get(row.id), row)),
  ...now.ledger.slice(old.ledger.length).flatMap(({ delta }) => (delta === 0 ? [] : ['package.credits_changed'])),
  ...(isOneAct ? [...now.sessions.values()].flatMap((row) => ofSession(old.sessions.get(row.id), row)) : []),
];

/** What was raised beyond or short of what the act did. */
export const eventMismatches = (old: State, now: State, raised: readonly string[], isOneAct: boolean): string[] => {
  const judged = raised.filter((type) => TOLD.test(type) || (isOneAct && CROSSED.test(type))).sort();
  const due = demanded(old, now, isOneAct).sort();
  return JSON.stringify(judged) === JSON.stringify(due)
    ? []
    : [`it raised ${judged.join(', ') || 'nothing'} and should have raised ${due.join(', ') || 'nothing'}`];
};

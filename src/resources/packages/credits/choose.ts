import type { Read } from '../../../database/database.ts';
import type { Caller } from '../../../kernel/caller.ts';
import { conflict, missingResource, type Problem } from '../../../kernel/problem.ts';
import { activePackages, mayReadPackage, mayUsePackage, packagesActiveSince } from '../queries.ts';
import { Package, type PackageRow } from '../record.ts';
import { type SessionContext, type UnusableReason, unusableReasons } from '../usable.ts';

const REASONS: Readonly<Record<UnusableReason, string>> = {
  wrong_location: 'It is not valid at the site of this session.',
  wrong_category: 'It is not valid for this category of sessions.',
  not_started: 'It is not valid yet when this session starts.',
  will_be_expired: 'It will have expired when this session starts.',
  no_credits: 'It has too few credits left.',
  usage_limit_reached: 'Its limit for that period is used up.',
  frozen: 'It is frozen.',
  on_hold: 'It is on hold.',
  cancelled: 'It is canceled.',
};

const notEligible = (reason: UnusableReason | 'wrong_client', why: string): Problem => {
  const message = `The package cannot pay for this session. ${why} Choose another package, or leave out 'packageId'.`;
  return conflict('package_not_eligible', message, [{ param: 'packageId', code: reason, message: why }]);
};

/** @throws Problem 400 `resource_missing`; 409 `package_not_eligible` with the reason as the detail's code. */
const requestedPackage = (read: Read, clientId: string, session: SessionContext, packageId: string): PackageRow => {
  const row = Package.rows.find(read, packageId);
  if (row === undefined) throw missingResource('packageId', 'package', packageId);
  if (!mayUsePackage(read, clientId, row)) throw notEligible('wrong_client', "It is another client's.");
  const reason = unusableReasons(read, [row], [session])(row, session);
  if (reason !== undefined) throw notEligible(reason, REASONS[reason]);
  return row;
};

/** The packages that can pay: active ones, and for a session that has begun those that have expired since its start. */
const candidatesFor = (read: Read, clientId: string, sessions: readonly SessionContext[]): PackageRow[] => {
  const [begun] = sessions.flatMap(({ startTime }) => (startTime <= read.now ? [startTime] : [])).toSorted();
  return begun === undefined ? activePackages(read, clientId) : packagesActiveSince(read, clientId, begun);
};

/** Whether a package also pays for guests of its client. */
export const takesGuests = ({ guestCredits }: PackageRow): boolean => guestCredits === 1;

/** By rules.md "Which credit": `preferredId` if it can pay, else the first package that can. All are read once. */
export const creditChooser = (
  read: Read,
  clientId: string,
  sessions: readonly SessionContext[],
  isFor: (row: PackageRow) => boolean = () => true,
): ((session: SessionContext, preferredId?: string | null) => PackageRow | undefined) => {
  const candidates = candidatesFor(read, clientId, sessions).filter(isFor);
  const reasonOf = unusableReasons(read, candidates, sessions);
  return (session, preferredId) => {
    const isUsable = (row: PackageRow) => reasonOf(row, session) === undefined;
    const preferred = candidates.find(({ id }) => id === preferredId);
    return preferred !== undefined && isUsable(preferred) ? preferred : candidates.find(isUsable);
  };
};

/**
 * Chooses the package that pays for a session: the requested one, or the first of the client's that can; undefined
 * when there is none.
 * @throws Problem 400 `resource_missing` or 409 `package_not_eligible` for a requested one only.
 */
export const chooseCredit = (
  read: Read,
  clientId: string,
  session: SessionContext,
  packageId?: string,
): PackageRow | undefined => {
  if (packageId !== undefined) return requestedPackage(read, clientId, session, packageId);
  return creditChooser(read, clientId, [session])(session);
};

/** 409 `no_eligible_package` with the reason of each active package of the client; the caller's own rights decide which are named. */
export const noEligiblePackage = (read: Read, caller: Caller, clientId: string, session: SessionContext): Problem => {
  const candidates = activePackages(read, clientId);
  const reasonOf = unusableReasons(read, candidates, [session]);
  const details = candidates.flatMap((row) => {
    const reason = reasonOf(row, session);
    if (reason === undefined) return [];
    const why = { param: 'packageId', code: reason };
    if (!mayReadPackage(caller, row)) return [{ ...why, message: `A package you cannot view: ${REASONS[reason]}` }];
    return [{ ...why, message: `${row.name}: ${REASONS[reason]}`, packageId: row.id }];
  });
  const message =
    caller.kind === 'member'
      ? 'You have no package for this session. Ask the studio for a package, or choose another session.'
      : 'The client has no package that can pay for this session. Sell a package, or book without requireCredit.';
  return conflict('no_eligible_package', message, details);
};

/** The `bookingSource` of a booking that this package pays for (records.md "Booking"). */
export const sourceOf = (row: PackageRow): 'credit' | 'unlimited' | 'drop_in' => {
  if (row.type === 'drop_in') return 'drop_in';
  return row.creditsTotal === null ? 'unlimited' : 'credit';
};

// What becomes of shared packages and bookings when someone leaves a household.

import type { Read, Tx } from '../../../database/database.ts';
import type { Caller } from '../../../kernel/caller.ts';
import { fullName } from '../../../kernel/full-name.ts';
import { conflict } from '../../../kernel/problem.ts';
import { type BookingOrigin, MEMBER, originOf } from '../../bookings/origin.ts';
import { bookingById } from '../../bookings/queries.ts';
import { cancel } from '../../bookings/status/cancel.ts';
import { packagesOfClients } from '../../packages/queries.ts';
import type { PackageRow } from '../../packages/record.ts';
import type { FactReactions } from '../../reactions.ts';
import { brandDefaults } from '../../settings/queries.ts';
import { type HouseholdPerson, peopleOf } from '../queries.ts';
import { Household } from '../record.ts';
import type { LeavePreviewResponse } from '../shapes.ts';
import { forgetNames } from './named.ts';
import { removePlace } from './people.ts';

export interface Leaving {
  /** Who leaves: people of one household. */
  readonly leaving: readonly HouseholdPerson[];
  /** Whether what is booked with the package of someone who is no longer in the household is canceled. */
  readonly cancelBookings: boolean;
  readonly reason: 'left' | 'dissolved' | 'erased';
}

interface SharedBooking {
  readonly id: string;
  readonly clientId: string;
  readonly sessionId: string;
  readonly startTime: string;
  readonly packageId: string;
}

const SHARED_BOOKINGS = `select "bookings"."id", "bookings"."clientId", "sessionId", "bookings"."startTime", "packageId"
  from "bookings" cross join "packages" on "packages"."id" = "bookings"."packageId"
  where "bookings"."clientId" in (select value from json_each(?1)) and "bookings"."startTime" > ?2
    and "bookings"."status" = 'confirmed' and "packages"."clientId" in (select value from json_each(?3))
    and "packages"."clientId" <> "bookings"."clientId" order by "bookings"."startTime", "bookings"."id"`;

const bookedWith = (read: Read, clientIds: readonly string[], ownerIds: readonly string[]): SharedBooking[] =>
  read.db
    .query<SharedBooking, [string, string, string]>(SHARED_BOOKINGS)
    .all(JSON.stringify(clientIds), read.now, JSON.stringify(ownerIds));

/** Whoever leaves does so whatever members may cancel: a credit comes back, since it was someone else's. */
const originFor = (caller: Caller): BookingOrigin =>
  caller.kind === 'member' && caller.through === 'sign-in' ? { ...MEMBER, memberRules: false } : originOf(caller);

/** Those who stay when some people leave. */
const stayingOf = (read: Read, householdId: string, leaving: readonly HouseholdPerson[]): HouseholdPerson[] => {
  const going = new Set(leaving.map(({ id }) => id));
  return peopleOf(read, householdId).filter(({ id }) => !going.has(id));
};

const idsOf = (people: readonly HouseholdPerson[]): string[] => people.map(({ id }) => id);

/** What is booked ahead with the package of someone from whom its client parts. */
const partedBookings = (
  read: Read,
  leaving: readonly HouseholdPerson[],
  staying: readonly HouseholdPerson[],
): SharedBooking[] => {
  const [going, left] = [idsOf(leaving), idsOf(staying)];
  if (left.length === 0) return bookedWith(read, going, going);
  return [...bookedWith(read, going, left), ...bookedWith(read, left, going)];
};

const cancelAll = (tx: Tx, caller: Caller, bookings: readonly SharedBooking[], reactions: FactReactions): void => {
  for (const { id } of bookings) {
    const booking = bookingById(tx, id);
    if (booking === undefined) continue;
    cancel(tx, caller, booking, { reason: 'other', isLateCancel: false }, reactions, originFor(caller));
  }
};

const removeHousehold = (tx: Tx, householdId: string, siteId: string): void => {
  tx.db.query('delete from "householdInvitations" where "householdId" = ?').run(householdId);
  tx.db.query('delete from "households" where "id" = ?').run(householdId);
  tx.raise('household.deleted', siteId, { householdId });
};

/** Takes people out of their household. The last one to leave leaves none behind. */
export const leave = (
  tx: Tx,
  caller: Caller,
  { leaving, cancelBookings, reason }: Leaving,
  reactions: FactReactions,
): void => {
  const [first] = leaving;
  if (first === undefined || first.householdId === null) return;
  const { householdId, homeLocationId } = first;
  const staying = stayingOf(tx, householdId, leaving);
  const parted = partedBookings(tx, leaving, staying);
  if (cancelBookings) cancelAll(tx, caller, parted, reactions);
  for (const person of leaving) removePlace(tx, person, reason);
  forgetNames(tx, householdId, leaving);
  if (staying.length === 0) removeHousehold(tx, householdId, homeLocationId);
};

/** Dissolves a household: everyone in it leaves. */
export const dissolve = (
  tx: Tx,
  caller: Caller,
  householdId: string,
  cancelBookings: boolean,
  reactions: FactReactions,
): void => {
  const leaving = peopleOf(tx, householdId);
  leave(tx, caller, { leaving, cancelBookings, reason: 'dissolved' }, reactions);
  if (leaving.length === 0) removeHousehold(tx, householdId, brandDefaults(tx).defaultSiteId);
};

/** The dependants with whom no adult would stay if someone left. */
export const leftAlone = (read: Read, person: HouseholdPerson): HouseholdPerson[] => {
  const { householdId, householdRole } = person;
  if (householdId === null || householdRole !== 'adult') return [];
  const staying = stayingOf(read, householdId, [person]);
  const isAdult = ({ householdRole: role, archivedAt }: HouseholdPerson) => role === 'adult' && archivedAt === null;
  return staying.some(isAdult) ? [] : staying;
};

/** @throws Problem 409 `household_needs_adult` where dependants would stay without an adult. */
export const requireAdultStays = (read: Read, person: HouseholdPerson): void => {
  const alone = leftAlone(read, person);
  if (alone.length === 0) return;
  throw conflict(
    'household_needs_adult',
    `No adult would stay with ${alone.map(fullName).join(', ')}. Add another adult first, or dissolve the household.`,
  );
};

/** What leaving would do. @param act leaves, in a transaction that is undone */
export const leavePreview = (
  tx: Tx,
  { leaving, cancelBookings }: Pick<Leaving, 'leaving' | 'cancelBookings'>,
  act: () => unknown,
): LeavePreviewResponse => {
  const householdId = leaving[0]?.householdId ?? '';
  const everyone = idsOf(peopleOf(tx, householdId));
  const bookings = partedBookings(tx, leaving, stayingOf(tx, householdId, leaving));
  const shared = packagesOfClients(tx, everyone).filter(
    ({ isShareable, status }) => isShareable === 1 && status === 'active',
  );
  const renewing = new Set(
    packagesOfClients(tx, everyone).flatMap(({ id, autoRenews }) => (autoRenews === 1 ? [id] : [])),
  );
  act();
  const ended = packagesOfClients(tx, everyone).filter(({ id, autoRenews }) => autoRenews === 0 && renewing.has(id));
  const named = ({ id, name, clientId }: PackageRow) => ({ id, name, clientId });
  return {
    object: 'household_leave_preview',
    householdId,
    isDissolved: Household.rows.find(tx, householdId) === undefined,
    packages: shared.map(named),
    bookings: bookings.map((each) => ({ ...each, isCanceled: cancelBookings })),
    renewalsEnded: ended.map(named),
  };
};

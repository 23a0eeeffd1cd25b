import type { Read } from '../../database/database.ts';
import type { MemberCaller } from '../../kernel/caller.ts';
import { pick } from '../../kernel/objects.ts';
import { unpack } from '../../records/json.ts';
import { memberEligibility } from '../bookings/member/eligibility.ts';
import { ownBookingsIn } from '../bookings/queries.ts';
import { placeIn } from '../bookings/waitlist/eligibility.ts';
import { overlapFinder } from '../bookings/waitlist/queries.ts';
import { expiryFrom } from '../packages/lifecycle/dates.ts';
import { activePackages } from '../packages/queries.ts';
import { statusAt } from '../packages/states.ts';
import { unusableReasons } from '../packages/usable.ts';
import { windowsOf } from '../sessions/booking/windows.ts';
import { type SessionRecord, sessionById } from '../sessions/queries.ts';
import type { SessionResponse } from '../sessions/record.ts';
import type { MemberStatus } from '../sessions/shapes.ts';
import { bookingSettings, paymentSettings } from '../settings/queries.ts';
import type { BookingSettings } from '../settings/shapes.ts';
import { Site, type SiteRow } from '../sites/record.ts';
import { publicPlanView } from '../studio/plans.ts';
import { type OfferedPlan, offeredPlans } from './queries.ts';
import {
  type BookingOptionsResponse,
  MOST_OPTIONS,
  type PackageOptionResponse,
  type PlanOptionResponse,
} from './shapes.ts';

type Place = Pick<BookingOptionsResponse, 'place' | 'reason'>;

const placeOf = (
  read: Read,
  session: SessionRecord,
  { action, reason }: MemberStatus['eligibility'],
  settings: BookingSettings,
): Place => {
  if (action === 'book') return { place: 'seat', reason: null };
  if (action === 'join_waitlist') return { place: 'waitlist', reason: null };
  if (reason !== 'no_eligible_package') return { place: 'none', reason };
  return { place: placeIn(read, session, settings) === 'seat' ? 'seat' : 'waitlist', reason: null };
};

const packageOptions = (read: Read, clientId: string, session: SessionRecord): PackageOptionResponse[] => {
  const rows = activePackages(read, clientId)
    .filter((row) => statusAt(row, read.now) === 'active')
    .slice(0, MOST_OPTIONS);
  const reasonOf = unusableReasons(read, rows, [session]);
  const chosen = rows.find((row) => reasonOf(row, session) === undefined);
  return rows.map((row) => {
    const reason = reasonOf(row, session) ?? null;
    const left = row.creditsRemaining === null ? null : Math.max(0, row.creditsRemaining);
    return {
      object: 'package_option',
      ...pick(row, 'id', 'name', 'type', 'creditsTotal', 'expiresAt'),
      creditsLeft: left,
      creditsAfter: left === null || reason !== null ? null : left - session.creditCost,
      canPay: reason === null,
      reason,
      isChosen: row === chosen,
    };
  });
};

/** Whether a package of the plan that is bought now can pay for the session. */
const fits = (read: Read, plan: OfferedPlan, siteId: string, { startTime, creditCost }: SessionRecord): boolean => {
  if (plan.creditsTotal !== null && plan.creditsTotal < creditCost) return false;
  // A package that begins with the first visit has not ended by then; what renews continues.
  if (plan.activationType === 'on_first_visit' || (plan.autoRenews === 1 && plan.price > 0)) return true;
  const expiresAt = expiryFrom(read, { ...plan, siteId }, read.nowMs);
  return expiresAt === null || expiresAt > startTime;
};

const takesCards = (read: Read, siteId: string): boolean =>
  paymentSettings(read, siteId).acceptedMethods.includes('card');

const planOptions = (
  read: Read,
  clientId: string,
  session: SessionRecord,
  { id: siteId, currency }: SiteRow,
): PlanOptionResponse[] => {
  const hasCards = takesCards(read, siteId);
  const reasonOf = ({ maxPerClient, had, price }: OfferedPlan): PlanOptionResponse['reason'] => {
    if (maxPerClient !== null && had >= maxPerClient) return 'plan_limit_reached';
    return price > 0 && !hasCards ? 'card_payments_not_enabled' : null;
  };
  const options = offeredPlans(read, { clientId, currency, siteId, category: session.category })
    .filter((plan) => fits(read, plan, siteId, session))
    .map((plan): PlanOptionResponse => {
      const reason = reasonOf(plan);
      return {
        ...publicPlanView(plan),
        object: 'plan_option',
        creditsAfter: plan.creditsTotal === null ? null : plan.creditsTotal - session.creditCost,
        isIntro: plan.maxPerClient === 1,
        canBuy: reason === null,
        reason,
      };
    });
  const rank = ({ canBuy, isIntro }: PlanOptionResponse): number => (canBuy ? Number(!isIntro) : 2);
  // The sort is stable: the order by price stays.
  return options.sort((one, other) => rank(one) - rank(other));
};

const overlapWith = (read: Read, clientId: string, session: SessionRecord): BookingOptionsResponse['overlap'] => {
  const found = overlapFinder(read, clientId, [session])(session);
  const other = found === undefined ? undefined : sessionById(read, found.id);
  const booking = other === undefined ? undefined : ownBookingsIn(read, clientId, [other.id])[0];
  if (other === undefined || booking === undefined) return null;
  return { bookingId: booking.id, sessionId: other.id, ...pick(other, 'name', 'startTime', 'endTime') };
};

const dropInPriceOf = (read: Read, { dropInPrice, siteId }: SessionRecord, { currency }: SiteRow) => {
  const price = unpack<NonNullable<SessionResponse['dropInPrice']>>(dropInPrice);
  return price !== null && price.amount > 0 && price.currency === currency && takesCards(read, siteId) ? price : null;
};

/** Whether and how a member can book a session, and what can pay for it. */
export const optionsFor = (read: Read, member: MemberCaller, session: SessionRecord): BookingOptionsResponse => {
  const { clientId } = member;
  const site = Site.find(read, member, session.siteId);
  const settings = bookingSettings(read, session.siteId, session.overrides);
  const { eligibility, ...status } = memberEligibility(read, clientId, [session])(session);
  const { place, reason } = placeOf(read, session, eligibility, settings);
  return {
    object: 'booking_options',
    sessionId: session.id,
    place,
    reason,
    ...pick(windowsOf(session, settings), 'bookingOpensAt', 'bookingClosesAt'),
    overlap: reason === 'overlapping_booking' ? overlapWith(read, clientId, session) : null,
    bookingLimit: reason === 'booking_limit_reached' ? settings.maxActiveBookingsPerClient : null,
    ...status,
    creditCost: session.creditCost,
    isPackageRequired: settings.memberRequiresCredit,
    packages: packageOptions(read, clientId, session),
    plans: planOptions(read, clientId, session, site),
    dropInPrice: dropInPriceOf(read, session, site),
  };
};

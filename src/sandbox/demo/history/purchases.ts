import { MINUTE_MS } from '../../../kernel/durations.ts';
import { PACKAGES, PLANS } from '../../../resources/demo-ids.ts';
import type { Seat } from './attendance.ts';
import type { Days } from './days.ts';
import { historyId } from './ids.ts';

/** How a package pays for a booking. */
type Source = 'credit' | 'drop_in' | 'unlimited';

/** What someone bought, and paid in one or more payments. All credits are used. */
export interface Bought {
  readonly id: string;
  readonly clientId: string;
  readonly planId: string;
  readonly source: Source;
  /** Epoch ms; those after the first are renewals. */
  readonly paidAt: readonly number[];
  readonly expiresAt: number;
  /** Which bookings it pays for. */
  readonly seats: readonly Seat[];
}

type Sale = Omit<Bought, 'id'>;

const PACK = 10;
/** The days for which each plan is good: what is sold ends with a day. */
const DAYS = { pack: 90, dropIn: 30, monthly: 30, intro: 14, membership: 30 } as const;
const PLAN_IDS = { monthly: PLANS.monthly, intro: PLANS.intro, membership: PLANS.membership } as const;
/** It is sold when the studio opens, and pays for what came after. */
const LATER: Readonly<Record<string, string>> = { Omar: PACKAGES.monthly };
const OPENING_DAYS = 7;

const endAfter = (days: Days, paidAt: number, good: number): number => days.endOf(days.dayOf(paidAt) + good);

/** Classes that are paid for one by one, and then packs, each bought with the first booking that it pays for. */
const credits = (seats: readonly Seat[], calendar: Days): Sale[] => {
  const [first] = seats;
  if (first === undefined) return [];
  const { id: clientId, plan } = first.client;
  const saleOf = (part: readonly Seat[], planId: string, source: Source, days: number): Sale[] => {
    const [begin] = part;
    if (begin === undefined) return [];
    const paidAt = begin.bookedAt - 5 * MINUTE_MS;
    return [{ clientId, planId, source, paidAt: [paidAt], expiresAt: endAfter(calendar, paidAt, days), seats: part }];
  };
  const single = plan === 'pack' ? seats.length % PACK : seats.length;
  const singles = seats.slice(0, single).flatMap((seat) => saleOf([seat], PLANS.dropIn, 'drop_in', DAYS.dropIn));
  const packs: Sale[] = [];
  for (let index = single; index < seats.length; index += PACK) {
    packs.push(...saleOf(seats.slice(index, index + PACK), PLANS.tenClasses, 'credit', DAYS.pack));
  }
  return [...singles, ...packs];
};

const [DESK_OPENS, DESK_IS_OPEN] = [7 * 60, 13 * 60] as const;

/** Some time of the day at which the desk is open. */
const timeOfSale = (clientId: string, daysAgo: number): string => {
  const minute = DESK_OPENS + ((Number(clientId.slice(-4)) * 89 + daysAgo * 53) % DESK_IS_OPEN);
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
};

/** Months that follow one another, each sold before the one before it ends, or one that is renewed. */
const months = (seats: readonly Seat[], calendar: Days): Sale[] => {
  const client = seats[0]?.client;
  if (client === undefined || !('bought' in client)) return [];
  const { id: clientId, plan, bought } = client;
  const days = DAYS[plan];
  const soldAt = (daysAgo: number) => calendar.at(-daysAgo, timeOfSale(clientId, daysAgo));
  const sold = { clientId, planId: PLAN_IDS[plan], source: 'unlimited' } as const;
  if (plan === 'membership') {
    const paidAt = bought.map(soldAt);
    return [{ ...sold, paidAt, expiresAt: endAfter(calendar, paidAt.at(-1) ?? 0, days), seats }];
  }
  const left = new Set(seats);
  return bought.map((daysAgo) => {
    // The last day counts, on which the next month may begin.
    const part = [...left].filter(({ held }) => held.daysAgo <= daysAgo && held.daysAgo >= daysAgo - days);
    for (const seat of part) left.delete(seat);
    const paidAt = soldAt(daysAgo);
    return { ...sold, paidAt: [paidAt], expiresAt: endAfter(calendar, paidAt, days), seats: part };
  });
};

/** What pays for each booking: a purchase of the history, or what is sold when the studio opens. */
export interface Purchases {
  /** In the order of their first payments. */
  readonly bought: readonly Bought[];
  /** The package of each booking. */
  readonly paidBy: ReadonlyMap<Seat, Pick<Bought, 'id' | 'source'>>;
}

export const purchasesFor = (seats: readonly Seat[], calendar: Days): Purchases => {
  const sales = [...Map.groupBy(seats, ({ client }) => client).values()].flatMap((own) =>
    own[0]?.client.plan === 'pack' || own[0]?.client.plan === 'dropIn' ? credits(own, calendar) : months(own, calendar),
  );
  const bought = sales
    .toSorted((left, right) => (left.paidAt[0] ?? 0) - (right.paidAt[0] ?? 0))
    .map((sale, index) => ({ ...sale, id: historyId('package', index + 1) }));
  const paidBy = new Map<Seat, Pick<Bought, 'id' | 'source'>>();
  for (const each of bought) for (const seat of each.seats) paidBy.set(seat, each);
  for (const seat of seats) {
    const later = LATER[seat.client.firstName];
    if (!paidBy.has(seat) && later !== undefined && seat.held.daysAgo <= OPENING_DAYS) {
      paidBy.set(seat, { id: later, source: 'unlimited' });
    }
    if (!paidBy.has(seat)) throw new Error(`nothing pays for a booking of ${seat.client.firstName}`);
  }
  return { bought, paidBy };
};

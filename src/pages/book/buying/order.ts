import type { BookingOptionsResponse } from '../../../resources/booking-options/shapes.ts';
import type { PublicSessionResponse } from '../../../resources/studio/shapes.ts';
import { whyNoPass } from '../booking/cannot-pay.ts';
import type { BookContext } from '../layout.ts';
import { aboutPlan, type PlanTerms, plansOf, unitOf } from '../public/plans.ts';

/** What a page says of the class that is booked. */
export type BoughtClass = Pick<
  PublicSessionResponse,
  | ('id' | 'name' | 'category' | 'localDate' | 'startTime' | 'endTime' | 'instructor' | 'roomName' | 'isVirtual')
  | ('freeCancelUntil' | 'dropInPrice')
>;

/** A way to pay: a plan, or one visit. */
export interface Way {
  readonly id: string;
  readonly name: string;
  readonly note: string;
  readonly price: number;
  readonly currency: string;
  /** What stands under the price. */
  readonly unit: string;
  readonly isIntro: boolean;
  /** Whether it is charged again when it ends. */
  readonly renews: boolean;
  /** Whether a plan is bought, or one visit. */
  readonly isPlan: boolean;
  /** Undefined for one visit. */
  readonly plan: PlanTerms | undefined;
}

export interface Order {
  /** At the site that sells. */
  readonly context: BookContext;
  /** The address of the page and of its form. */
  readonly path: string;
  readonly back: string;
  /** The class that is booked in the same act. */
  readonly session?: BoughtClass;
  /** Whether the class is full, so that its waiting list is joined. */
  readonly isWaiting: boolean;
  readonly ways: readonly Way[];
  /** Whether there are more plans that fit. */
  readonly hasMore: boolean;
  /** Why the passes of the member cannot pay, in words. */
  readonly whyNoPass?: readonly string[];
}

/** The way that pays for a seat alone. */
export const ONE_VISIT = 'visit';

/** So many ways are shown; the others are on the page of plans. */
const MOST_WAYS = 4;

export const wayOfPlan = (context: BookContext, plan: PlanTerms, isIntro: boolean): Way => {
  const { t } = context;
  const { id, name, price, currency, autoRenews } = plan;
  const unit = unitOf(context, plan);
  return {
    id,
    name,
    price,
    currency,
    isIntro,
    plan,
    isPlan: true,
    renews: autoRenews,
    note: aboutPlan(context, plan),
    unit: unit === '' && !autoRenews && price > 0 ? t('buying.once') : unit,
  };
};

/** One visit at the price of the class. */
const oneVisit = ({ t }: BookContext, { amount, currency }: { amount: number; currency: string }): Way => ({
  id: ONE_VISIT,
  name: t('buying.oneVisit'),
  note: t('buying.justThis'),
  price: amount,
  currency,
  unit: '',
  isIntro: false,
  renews: false,
  isPlan: false,
  plan: undefined,
});

/** The ways to pay for a class: an introduction that the member can still have, then by price. */
export const waysOf = (
  context: BookContext,
  options: BookingOptionsResponse,
): Pick<Order, 'ways' | 'hasMore' | 'isWaiting' | 'whyNoPass'> => {
  const { plans, dropInPrice, place } = options;
  const forPlans = plans.filter(({ canBuy }) => canBuy).map((plan) => wayOfPlan(context, plan, plan.isIntro));
  const visit = dropInPrice === null || place !== 'seat' ? [] : [oneVisit(context, dropInPrice)];
  const all = [...visit, ...forPlans].sort(
    (one, other) => Number(other.isIntro) - Number(one.isIntro) || one.price - other.price,
  );
  return {
    ways: all.slice(0, MOST_WAYS),
    hasMore: all.length > MOST_WAYS,
    isWaiting: place === 'waitlist',
    whyNoPass: whyNoPass(context, options),
  };
};

/** What is known of a way, also where it is not shown any more. */
export type WayNow = Pick<Way, 'id' | 'name' | 'price' | 'currency' | 'renews' | 'isPlan'>;

/** What a way costs now, also where it is not shown any more; undefined for what is not sold. */
export const priceNow = (
  { context, session }: Pick<Order, 'context' | 'session'>,
  wayId: string,
): WayNow | undefined => {
  if (wayId !== ONE_VISIT) {
    const plan = plansOf(context).find(({ id }) => id === wayId);
    return (
      plan && {
        id: plan.id,
        price: plan.price,
        currency: plan.currency,
        name: plan.name,
        renews: plan.autoRenews,
        isPlan: true,
      }
    );
  }
  const visit = session?.dropInPrice;
  if (visit === null || visit === undefined) return undefined;
  const name = context.t('buying.oneVisit');
  return { id: ONE_VISIT, price: visit.amount, currency: visit.currency, name, renews: false, isPlan: false };
};

// What was received by local day. Most of it comes from the sums of whole days in UTC: of the day around each local
// midnight, the payments on the shorter side of it are read one by one.
//
// For speed: the revenue of a year of 5,000 members, at most 100 ms of processor time (docs/performance.md). Its statements take
// 24 ms instead of 90; 141 lines here, and the 62 of migrations/0097_days_of_payments.sql.

import { epochOf } from '../../../kernel/clock.ts';
import { addDays, earlierOf, laterOf, startOfDate } from '../../../kernel/local-time.ts';
import { type DateRange, datesOf } from '../range.ts';
import type { Reads, Steps } from '../sources.ts';

/** What the payments of a local day came to, in a currency, for a plan or another purpose. */
export interface Received<Purpose extends string> {
  readonly date: string;
  readonly currency: string;
  readonly purpose: Purpose;
  readonly planId: string | null;
  payments: number;
  comps: number;
  received: number;
  tax: number;
}

/** A part of a day in UTC, with the local day that it belongs to; null outside the range. */
interface Part {
  readonly date: string | null;
  readonly start: string;
  readonly end: string;
}

/** A day in UTC with its longest part, whose local day gets the sums of all of it, and its other parts. */
interface UtcDay {
  readonly day: string;
  readonly longest: Part;
  readonly others: readonly Part[];
}

const lengthOf = ({ start, end }: Part): number => epochOf(end) - epochOf(start);

const utcDaysOf = (range: DateRange, timezone: string): UtcDay[] => {
  const dates = datesOf(range);
  const starts = [...dates, addDays(range.to, 1)].map((date) => startOfDate(date, timezone));
  const [first = '', last = ''] = [starts[0], starts.at(-1)];
  const locals: Part[] = [
    { date: null, start: '', end: first },
    ...dates.map((date, index) => ({ date, start: starts[index] ?? '', end: starts[index + 1] ?? '' })),
    { date: null, start: last, end: '~' },
  ];
  let next = 0;
  return datesOf({ from: first.slice(0, 10), to: last.slice(0, 10) }).map((day) => {
    const [start, end] = [`${day}T00:00:00.000Z`, `${addDays(day, 1)}T00:00:00.000Z`];
    const parts: Part[] = [];
    for (let local = locals[next]; local !== undefined && local.start < end; local = locals[next]) {
      if (local.end > start) {
        parts.push({ date: local.date, start: laterOf(start, local.start), end: earlierOf(end, local.end) });
      }
      if (local.end > end) break;
      next += 1;
    }
    const [longest = { date: null, start, end }, ...others] = parts.toSorted(
      (left, right) => lengthOf(right) - lengthOf(left),
    );
    return { day, longest, others };
  });
};

const DAYS = `select "value" ->> 1 "date", "currency", "purpose", nullif("planId", '') "planId", "payments", "comps",
    "received", "tax"
  from json_each($days) cross join "paymentDays" on "siteId" = $siteId and "day" = "value" ->> 0`;

const PARTS = `with "parts" as materialized (
    select "key" "part", "value" ->> 0 "start", "value" ->> 1 "end" from json_each($parts))
  select "part", "payments"."currency", "payments"."purpose", "payments"."planId",
    sum("payments"."paymentMethod" <> 'comp') "payments", sum("payments"."paymentMethod" = 'comp') "comps",
    sum(iif("payments"."paymentMethod" = 'comp', 0, "payments"."amount")) "received",
    sum(iif("payments"."paymentMethod" = 'comp', 0, "payments"."taxAmount")) "tax"
  from "parts" cross join "payments" on "payments"."siteId" = $siteId and "payments"."paidAt" is not null
    and "payments"."paidAt" >= "start" and "payments"."paidAt" < "end"
  where "payments"."paymentMethod" <> 'account_credit' group by 1, 2, 3, 4`;

type Bound = Record<string, string>;

/** Sums that are added to and taken from. */
class Net<Purpose extends string> {
  readonly #lines = new Map<string, Received<Purpose>>();

  add(date: string, sign: 1 | -1, line: Omit<Received<Purpose>, 'date'>): void {
    const { currency, purpose, planId } = line;
    const key = `${date} ${currency} ${purpose} ${planId}`;
    const net = this.#lines.get(key) ?? { date, currency, purpose, planId, payments: 0, comps: 0, received: 0, tax: 0 };
    this.#lines.set(key, net);
    net.payments += sign * line.payments;
    net.comps += sign * line.comps;
    net.received += sign * line.received;
    net.tax += sign * line.tax;
  }

  /** The sums that have a payment in them. */
  lines(): Received<Purpose>[] {
    return [...this.#lines.values()].filter(({ payments, comps }) => payments + comps > 0);
  }
}

/** How many days in UTC are read in one step. */
const STEP_DAYS = 7;

/** What the payments of some sites in one time zone came to. Payments from a balance were received when it was filled. */
export function* eachReceived<Purpose extends string>(
  reads: Reads,
  siteIds: readonly string[],
  { range, zone }: { readonly range: DateRange; readonly zone: string },
  add: (line: Received<Purpose>) => void,
): Steps {
  const utcDays = utcDaysOf(range, zone);
  for (let first = 0; first < utcDays.length; first += STEP_DAYS) {
    const step = utcDays.slice(first, first + STEP_DAYS);
    const days = step.flatMap(({ day, longest }) => (longest.date === null ? [] : [[day, longest.date]]));
    // What is outside of the range is only taken from a day that is in it.
    const moved = step.flatMap(({ longest, others }) =>
      others
        .map(({ date, start, end }) => ({ to: date, from: longest.date, start, end }))
        .filter(({ to, from }) => to !== null || from !== null),
    );
    const parts = JSON.stringify(moved.map(({ start, end }) => [start, end]));
    for (const siteId of siteIds) {
      const net = new Net<Purpose>();
      const { db } = reads();
      for (const line of db.query<Received<Purpose>, Bound>(DAYS).all({ days: JSON.stringify(days), siteId })) {
        net.add(line.date, 1, line);
      }
      for (const line of db.query<Received<Purpose> & { part: number }, Bound>(PARTS).all({ parts, siteId })) {
        const { to = null, from = null } = moved[line.part] ?? {};
        if (to !== null) net.add(to, 1, line);
        if (from !== null) net.add(from, -1, line);
      }
      for (const line of net.lines()) add(line);
      yield;
    }
  }
}

import { Type } from '@sinclair/typebox';
import { PAYMENT_PURPOSES } from '../../../events/enumerations.ts';
import { inMinorUnits } from '../../../kernel/minor-units.ts';
import { count, currency, described, id, integer, nullable, oneOf, type TSchema } from '../../../kernel/schemas.ts';
import { Plan } from '../../plans/record.ts';
import { dayKeys, daysOf, rowOf, rowsOf, Tally } from '../numbers.ts';
import { DAYS, type DateRange, dayParts } from '../range.ts';
import { reportShape, tableOf } from '../shapes.ts';
import { closedOn, ofBoth, type Reads, type Steps, type Subject } from '../sources.ts';
import { eachOf } from './classes.ts';
import { eachReceived } from './received.ts';

const MOST = 9_000_000_000_000_000;
const sum = (what: string): TSchema => described(inMinorUnits(integer(-MOST, MOST)), what);

const numbers = () => ({
  payments: described(count(), 'The number of payments made in this period, by card, cash, or other methods.'),
  received: sum('The sum of these payments, including tax.'),
  tax: sum('The tax included.'),
  refunded: sum('The amount refunded in this period, whenever it was paid.'),
  net: sum('`received` minus `refunded`.'),
  comps: described(count(), 'The number of comps in this period. Not included in any other number.'),
});

const inCurrency = () => ({ currency: described(currency(), 'Amounts of different currencies are never added.') });

export const revenueTables = {
  days: rowOf({ ...dayKeys(), ...inCurrency() }, numbers),
  plans: rowOf(
    {
      planId: described(nullable(id()), 'The plan of the package that was paid for. `null` for other payments.'),
      name: described(nullable(Type.String()), 'The name of the plan.'),
      purpose: described(nullable(oneOf(...PAYMENT_PURPOSES)), 'What other payments were for. `null` for a plan.'),
      ...inCurrency(),
    },
    numbers,
  ),
};

/** What was paid and given back: by day and plan, in each currency. */
export const RevenueReport = reportShape('revenue_report', 'RevenueReport', () => ({
  figures: tableOf(rowOf(inCurrency(), numbers), 'The totals of the whole range, one row for each currency.'),
  days: tableOf(revenueTables.days, 'One row for each day in the range and each currency.'),
  plans: tableOf(revenueTables.plans, 'One row for each plan or other purpose and each currency, largest first.'),
}));

const REFUNDED = `${DAYS} select "date", "payments"."currency", "payments"."purpose", "payments"."planId",
    sum("refunds"."amount") "refunded"
  from "days" cross join "refunds" on "refunds"."status" = 'succeeded'
    and "refunds"."createdAt" >= "start" and "refunds"."createdAt" < "end"
  cross join "payments" on "payments"."id" = "refunds"."paymentId"
  where "payments"."siteId" in (select "value" from json_each($siteIds))
    and "payments"."paymentMethod" not in ('comp', 'account_credit') group by 1, 2, 3, 4`;

interface Sums {
  payments: number;
  received: number;
  tax: number;
  refunded: number;
  comps: number;
}

type Purpose = (typeof PAYMENT_PURPOSES)[number];

interface Line extends Readonly<Partial<Sums>> {
  readonly date: string;
  readonly currency: string;
  readonly purpose: Purpose;
  readonly planId: string | null;
}

const sums = () => new Tally<Sums>(() => ({ payments: 0, received: 0, tax: 0, refunded: 0, comps: 0 }));

const shown = ({ payments, received, tax, refunded, comps }: Sums) => ({
  payments,
  received,
  tax,
  refunded,
  net: received - refunded,
  comps,
});

function* eachLine(reads: Reads, { sites }: Subject, range: DateRange, add: (line: Line) => void): Steps {
  const zones = Map.groupBy(sites, ({ timezone }) => timezone);
  for (const [zone, ofZone] of zones) {
    const siteIds = ofZone.map(({ id: siteId }) => siteId);
    for (const days of dayParts(range, zone)) {
      const bound = { days, siteIds: JSON.stringify(siteIds) };
      for (const line of reads().db.query<Line, Record<string, string>>(REFUNDED).all(bound)) add(line);
      yield;
    }
    yield* eachReceived<Purpose>(reads, siteIds, { range, zone }, add);
  }
}

/** A plan, or what a payment was for; then the currency. */
const planKey = ({ planId, purpose, currency: code }: Line): string => `${planId ?? purpose} ${code}`;

function* revenueOf(reads: Reads, subject: Subject, range: DateRange) {
  const found = { all: sums(), plans: sums(), days: new Map<string, Tally<Sums>>() };
  yield* eachLine(reads, subject, range, (line) => {
    const days = found.days.get(line.currency) ?? sums();
    found.days.set(line.currency, days);
    for (const to of [found.all.of(line.currency), found.plans.of(planKey(line)), days.of(line.date)]) {
      to.payments += line.payments ?? 0;
      to.received += line.received ?? 0;
      to.tax += line.tax ?? 0;
      to.refunded += line.refunded ?? 0;
      to.comps += line.comps ?? 0;
    }
  });
  return found;
}

const isPurpose = (text: string): text is Purpose => PAYMENT_PURPOSES.some((purpose) => purpose === text);

export function* revenue(reads: Reads, subject: Subject) {
  const both = yield* ofBoth(subject, (range) => revenueOf(reads, subject, range));
  const planOf = (key: string) => key.slice(0, -4);
  const keys = [...both.now.plans.keys(), ...(both.before?.plans.keys() ?? [])].map(planOf);
  const plans = Plan.rows.findAll(
    reads(),
    [...new Set(keys)].filter((key) => !isPurpose(key)),
  );
  const names = new Map(plans.map(({ id: planId, name }) => [planId, name]));
  const figures = rowsOf(
    eachOf(both, ({ all }) => all),
    (code) => ({ currency: code }),
    shown,
  ).toSorted((left, right) => right.payments - left.payments || (left.currency < right.currency ? -1 : 1));
  return {
    figures,
    days: figures.flatMap(({ currency: code }) => {
      const days = eachOf(both, (found) => found.days.get(code) ?? sums());
      return daysOf(subject, days, closedOn(subject), shown).map(({ date, isClosed, ...row }) => ({
        date,
        isClosed,
        currency: code,
        ...row,
      }));
    }),
    plans: rowsOf(
      eachOf(both, (found) => found.plans),
      (key) => {
        const plan = planOf(key);
        const isOther = isPurpose(plan);
        return {
          planId: isOther ? null : plan,
          name: names.get(plan) ?? null,
          purpose: isOther ? plan : null,
          currency: key.slice(-3),
        };
      },
      shown,
    ).toSorted((left, right) => right.received - left.received),
  };
}

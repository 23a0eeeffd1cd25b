import type { Tx } from '../../../database/database.ts';
import { Store } from '../../../database/store.ts';
import { isoInstant } from '../../../kernel/clock.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../kernel/durations.ts';
import { addDays, instantOf } from '../../../kernel/local-time.ts';
import { Timeline } from '../../../kernel/timer.ts';
import { freezePackage, unfreezePackage } from '../../../resources/packages/lifecycle/freeze.ts';
import { Package, type PackageRow } from '../../../resources/packages/record.ts';
import { createClasses, type DayClasses } from './classes.ts';
import { cancelTooLate, endMobility, setFees } from './money.ts';
import { describePeople, idOf } from './people.ts';
import { type DayPlan, planOf } from './plan.ts';
import { bookEverybody, cancelMorning, comingAndMissing, type Happening, lastMinutes } from './roster.ts';
import { salesOf } from './sales.ts';

const NEWEST = `select "id" from "packages" where "clientId" = ? and "status" = 'active' order by "startsAt" desc limit 1`;

const packageOf = (tx: Tx, firstName: string): PackageRow => {
  const found = tx.db.query<{ id: string }, [string]>(NEWEST).get(idOf(firstName));
  const row = found === null ? undefined : Package.rows.find(tx, found.id);
  if (row === undefined) throw new Error(`the demo studio has no package of ${firstName}`);
  return row;
};

/** What the webhook that fails has not received: someone had a cold for two days, and someone else is away since yesterday. */
const freezesOf = ({ date }: DayPlan, zone: string): readonly Happening[] => {
  const at = (daysAgo: number, time: string): number => instantOf(addDays(date, -daysAgo), time, zone);
  const freeze = (firstName: string, reason: string, days: number) => (tx: Tx) => {
    freezePackage(tx, packageOf(tx, firstName), { reason, endsAt: isoInstant(tx.nowMs + days * DAY_MS) });
  };
  return [
    { at: at(3, '18:21'), act: freeze('Mei', 'Has a cold', 7) },
    { at: at(2, '17:47'), act: (tx) => void unfreezePackage(tx, packageOf(tx, 'Mei')) },
    { at: at(1, '10:14'), act: freeze('Elena', 'Visits her family', 10) },
  ];
};

/** When most people book: this long before the next class. */
const BOOKED_BEFORE_MS = 21 * HOUR_MS + 20 * MINUTE_MS;

/** When the day is, epoch ms, and where. */
interface DemoDay {
  readonly now: number;
  readonly zone: string;
}

/** Everything of the days before today, and of today, in no order. */
const happenings = ({ now, zone }: DemoDay): readonly Happening[] => {
  const plan = planOf(now, zone);
  const someDaysAgo = (time: string): number => instantOf(addDays(plan.date, -3), time, zone);
  let classes: DayClasses | undefined;
  const classesToday = (): DayClasses => {
    if (classes === undefined) throw new Error('the demo studio has no classes today');
    return classes;
  };
  return [
    ...salesOf(plan, zone),
    ...freezesOf(plan, zone),
    { at: someDaysAgo('11:55'), act: (tx) => describePeople(tx, plan.date) },
    { at: someDaysAgo('12:00'), act: cancelTooLate },
    {
      at: plan.next - BOOKED_BEFORE_MS,
      act(tx) {
        endMobility(tx);
        setFees(tx, 1_500);
        classes = createClasses(tx, plan);
        bookEverybody(tx, classes, plan);
      },
    },
    { at: Math.min(plan.morning - 80 * MINUTE_MS, now - 40 * MINUTE_MS), act: cancelMorning },
    ...comingAndMissing(plan),
    ...lastMinutes(plan, classesToday),
  ];
};

/**
 * Makes the day of `now` alive, at the hours of people: classes that are over, one that runs, one that begins in some minutes
 * with an offer and people who wait, and later ones, with who has come and what waits for a decision. Each thing happens at its time.
 */
export const createToday = async ({ db }: Store, ids: Store['ids'], day: DemoDay): Promise<void> => {
  const happened = happenings(day)
    .filter(({ at }) => at <= day.now)
    .toSorted((left, right) => left.at - right.at);
  const time = new Timeline(happened[0]?.at ?? day.now);
  const store = new Store(db, time, ids);
  for (const { at, act } of happened) {
    await time.moveTo(at);
    await store.write(act);
  }
};

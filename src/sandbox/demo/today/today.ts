import { Store } from '../../../database/store.ts';
import { HOUR_MS, MINUTE_MS } from '../../../kernel/durations.ts';
import { addDays, instantOf } from '../../../kernel/local-time.ts';
import { Timeline } from '../../../kernel/timer.ts';
import { createClasses, type DayClasses } from './classes.ts';
import { freezesOf } from './freezes.ts';
import { cancelTooLate, endMobility, setFees } from './money.ts';
import { describePeople } from './people.ts';
import { planOf } from './plan.ts';
import { bookEverybody, cancelMorning, comingAndMissing, type Happening, lastMinutes } from './roster.ts';
import { salesOf } from './sales.ts';

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

import { Store } from '../../../database/store.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../kernel/durations.ts';
import { Timeline } from '../../../kernel/timer.ts';
import { createClasses, type DayClasses } from './classes.ts';
import { cancelTooLate, endMobility, setFees } from './money.ts';
import { describePeople, sellPlans } from './people.ts';
import { planOf } from './plan.ts';
import { addPlace, bookByApp, bookEverybody, checkEverybodyIn, checkLastIn, endMorning, sellAtDesk } from './roster.ts';

/** When most people book: so long before the next class that fees of today fall due later today. */
const BOOKED_BEFORE_MS = 21 * HOUR_MS + 20 * MINUTE_MS;

/** When the day is, epoch ms, and where. */
interface DemoDay {
  readonly now: number;
  readonly zone: string;
}

/**
 * Makes the day around `now` alive: classes that are over, one that runs, one that begins in some minutes with an offer and
 * people who wait, and later ones, with who has come and what waits for a decision. Each thing happens at its time.
 */
export const createToday = async ({ db }: Store, ids: Store['ids'], { now, zone }: DemoDay): Promise<void> => {
  const plan = planOf(now, zone);
  const time = new Timeline(plan.next - 3 * DAY_MS);
  const store = new Store(db, time, ids);
  await store.write((tx) => {
    sellPlans(tx);
    describePeople(tx, plan.date);
    cancelTooLate(tx);
  });
  await time.moveTo(plan.next - BOOKED_BEFORE_MS);
  let classes: DayClasses | undefined;
  await store.write((tx) => {
    endMobility(tx);
    setFees(tx, 1_500);
    classes = createClasses(tx, plan);
    bookEverybody(tx, classes, plan);
  });
  if (classes === undefined) throw new Error('the demo studio has no classes today');
  const today = classes;
  await time.moveTo(plan.morning + HOUR_MS);
  await store.write((tx) => endMorning(tx, plan));
  await time.moveTo(now - 6 * MINUTE_MS);
  await store.write((tx) => {
    checkEverybodyIn(tx, plan);
    bookByApp(tx, today);
  });
  await time.moveTo(now - 4 * MINUTE_MS);
  await store.write((tx) => addPlace(tx, today));
  await time.moveTo(now - 3 * MINUTE_MS);
  await store.write(sellAtDesk);
  await time.moveTo(now - MINUTE_MS);
  await store.write(checkLastIn);
};

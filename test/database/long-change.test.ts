import { afterEach, beforeEach, expect, test } from 'bun:test';
import { longChange, unfinishedChanges } from '../../src/database/long-change.ts';
import { LongChanges } from '../../src/database/long-changes.ts';
import { MAIN_SITE } from '../helpers/api.ts';
import { openMadeUpStore } from '../helpers/made-up-store.ts';
import { slowDown } from '../helpers/stopwatch.ts';

const unfinished = unfinishedChanges<{ readonly left: number }>('countdown');

/** Counts down, and raises an event for each number where it is asked to. */
const countdown = (limits: { readonly fewest?: number; readonly most?: number }, raises = false) =>
  longChange(unfinished, {
    ...limits,
    rows: ({ state }, limit) => Array.from({ length: Math.min(state.left, limit) }),
    change({ tx, id, state }) {
      if (raises) tx.raise('schedule.deleted', MAIN_SITE, { scheduleId: id, sessionsCancelled: 0 });
      return { left: state.left - 1 };
    },
    end: () => 'over',
  });

let store: ReturnType<typeof openMadeUpStore>['store'];
beforeEach(() => {
  ({ store } = openMadeUpStore());
});

const begin = (change: ReturnType<typeof countdown>, left: number) =>
  store.write((tx) => ({ ...change.begin(tx, 'a', { left }), stored: unfinished.find(tx, 'a') }));

let endSlowness = () => {};
afterEach(() => endSlowness());

test('a small change is finished at once and stores nothing', async () => {
  // However slow the machine is, no time passes.
  endSlowness = slowDown(0);
  const { left, result, stored } = await begin(countdown({}), 200);
  expect([left, result, stored]).toEqual([undefined, 'over', undefined]);
});

test('a transaction changes at most as many rows as the change says, and raises at most 50 events', async () => {
  endSlowness = slowDown(0);
  const most = countdown({ most: 7 });
  expect((await begin(most, 10)).stored).toEqual({ left: 3 });
  const further = await store.write((tx) => most.goOn(tx, 'a'));
  expect([further.result, unfinished.find(store.view(), 'a')]).toEqual(['over', undefined]);
  expect((await begin(countdown({}, true), 60)).stored).toEqual({ left: 10 });
});

test('where each row takes long, a transaction changes the fewest rows, and all its changes share the time', async () => {
  endSlowness = slowDown();
  expect((await begin(countdown({ fewest: 5 }), 10)).stored).toEqual({ left: 5 });
  const change = countdown({});
  const lefts = await store.write((tx) => ['a', 'b'].map((id) => change.begin(tx, id, { left: 9 }).left));
  expect(lefts).toEqual([{ left: 8 }, { left: 8 }]);
});

test('whoever waits for a change that another transaction finishes is settled, and the loop goes on', async () => {
  endSlowness = slowDown(0);
  const change = countdown({ most: 1 });
  const signal = new AbortController().signal;
  const failures: unknown[] = [];
  const changes = new LongChanges({ store, changes: [change], reportError: (error) => failures.push(error), signal });
  await begin(change, 100);
  const waiting = changes.finish(unfinished, 'a');
  // A second party finishes the change in a transaction of its own.
  await store.write((tx) => unfinished.remove(tx, 'a'));
  expect(await waiting).toBeUndefined();
  expect(await changes.finish(unfinished, 'a')).toBeUndefined();
  await changes.stop();
  expect(failures).toEqual([]);
});

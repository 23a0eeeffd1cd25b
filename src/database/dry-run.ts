// What a change would do: its rule runs in a transaction that is always rolled back.

import type { EventData, EventType } from '../events/catalogue.ts';
import type { Tx } from './database.ts';
import type { Synchronous } from './queued-write.ts';
import type { Store } from './store.ts';

export type WouldRaise = {
  [Type in EventType]: { readonly type: Type; readonly siteId: string; readonly data: EventData<Type> };
}[EventType];

function eventOf<Type extends EventType>(type: Type, siteId: string, data: EventData<Type>): WouldRaise;
function eventOf(type: EventType, siteId: string, data: object): object {
  return { type, siteId, data };
}

class RolledBack<Result> extends Error {
  constructor(readonly result: Result) {
    super('a dry run is never committed');
  }
}

/** The transaction of a dry run: it collects its events, notifies no one, and is not indexed for searches. */
const collecting = (tx: Tx, events: WouldRaise[]): Tx => {
  let legacy = 0;
  return {
    ...tx,
    raise(type, siteId, data) {
      events.push(eventOf(type, siteId, data));
      return '';
    },
    raiseCheckIn() {
      legacy += 1;
      return '';
    },
    // Long changes stop after as many events as in a transaction that is committed.
    raised: () => events.length + legacy,
    beforeCommit() {},
  };
};

/**
 * Runs `work`, which changes whatever it likes, and undoes all of it: nothing is written and no event is raised. The rule of
 * the change itself runs here, so that what a dry run says is what the change does. Each call has a transaction of its own.
 * @param work `events` has what would have been raised so far.
 * @throws whatever `work` throws, such as the Problem with which the rule refuses.
 */
export const dryRun = async <Result>(
  store: Pick<Store, 'write'>,
  work: (tx: Tx, events: readonly WouldRaise[]) => Synchronous<Result>,
): Promise<Result> => {
  const events: WouldRaise[] = [];
  try {
    return await store.write(
      (tx): Synchronous<Result> => {
        throw new RolledBack(work(collecting(tx, events), events));
      },
      { mayBeLost: true },
    );
  } catch (error) {
    if (error instanceof RolledBack) return error.result;
    throw error;
  }
};

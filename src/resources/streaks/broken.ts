import type { Tx } from '../../database/database.ts';
import type { Store } from '../../database/store.ts';
import { nothingDue, sweep } from '../../database/sweep.ts';
import { STREAK_TYPES } from '../../events/enumerations.ts';
import { isoInstant } from '../../kernel/clock.ts';
import { dueLooks, lookAt, moveCursor, newFacts, removeLook, storeStreaks, streaksOf } from './queries.ts';
import { isBroken, nextBreak, ownerOf } from './state.ts';
import { broken } from './streaks.ts';

const IS_ARCHIVED = 'select 1 from "clients" where "id" = ? and "archivedAt" is not null';

/** Also plans the next look. An archived client's break is raised with the first visit after they come back. */
const look = (tx: Tx, clientId: string): void => {
  if (tx.db.query(IS_ARCHIVED).get(clientId) !== null) return;
  const before = streaksOf(tx, clientId);
  const owner = ownerOf(tx, clientId);
  const streaks = { ...before.streaks };
  for (const type of STREAK_TYPES) {
    const state = streaks[type];
    if (state === undefined || state.lastOn === null || state.lastOn === state.brokenOn) continue;
    if (isBroken(tx, owner, type, state.lastOn)) streaks[type] = broken({ tx, owner, type }, state);
    // It continues, or a period was frozen, or the home site has another time zone.
    else lookAt(tx, clientId, isoInstant(nextBreak(tx, owner, type, state.lastOn)));
  }
  storeStreaks(tx, { ...before, streaks });
};

const LAST = 'select coalesce(max("number"), 0) "number" from "facts"';

/** Plans the looks at members whose facts were written together with their streaks. No other facts may be new. */
export const planLooks = (tx: Tx, clientIds: readonly string[]): void => {
  for (const clientId of clientIds) look(tx, clientId);
  moveCursor(tx, tx.db.query<{ number: number }, []>(LAST).get()?.number ?? 0);
};

export const noStreakBroken = nothingDue(newFacts, dueLooks);

export const raiseBrokenStreaks = async (store: Store): Promise<void> => {
  await sweep(store, {
    rows: newFacts,
    change(tx, { number, clientId }) {
      look(tx, clientId);
      moveCursor(tx, number);
    },
    // The cursor passes over it with the next fact, so the look is planned.
    postpone(tx, { number, clientId }) {
      lookAt(tx, clientId, tx.now);
      moveCursor(tx, number);
    },
  });
  await sweep(store, {
    rows: dueLooks,
    change(tx, due) {
      removeLook(tx, due);
      look(tx, due.clientId);
    },
  });
};

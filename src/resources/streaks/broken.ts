import type { Tx } from '../../database/database.ts';
import type { Store } from '../../database/store.ts';
import { STREAK_TYPES } from '../../events/enumerations.ts';
import { isoInstant } from '../../kernel/clock.ts';
import { changeSome } from '../../kernel/slices.ts';
import { dueLooks, lookAt, moveCursor, newFacts, removeLook, storeStreaks, streaksOf } from './queries.ts';
import { isBroken, nextBreak, ownerOf } from './state.ts';
import { broken } from './streaks.ts';

/** The most members whom one transaction looks at. */
const BATCH = 50;

const IS_ARCHIVED = 'select 1 from "clients" where "id" = ? and "archivedAt" is not null';

/**
 * Raises the breaks of a member's streaks, and plans the next look at those that live. Nothing is raised of clients who
 * are archived: a break is raised with the first visit after they come back.
 */
const look = (tx: Tx, clientId: string): void => {
  if (tx.db.query(IS_ARCHIVED).get(clientId) !== null) return;
  const before = streaksOf(tx, clientId);
  const owner = ownerOf(tx, clientId);
  const streaks = { ...before.streaks };
  for (const type of STREAK_TYPES) {
    const state = streaks[type];
    if (state === undefined || state.lastOn === null || state.lastOn === state.brokenOn) continue;
    if (isBroken(tx, owner, type, state.lastOn)) streaks[type] = broken({ tx, owner, type }, state);
    // It goes on, or a period was frozen, or the home site has another time zone.
    else lookAt(tx, clientId, isoInstant(nextBreak(tx, owner, type, state.lastOn)));
  }
  storeStreaks(tx, { ...before, streaks });
};

/** Returns whether more may be left. */
const lookAtSome = (tx: Tx): boolean => {
  const due = dueLooks(tx, BATCH);
  const count = changeSome(due, (each) => {
    removeLook(tx, each);
    look(tx, each.clientId);
  });
  return count < due.length || count === BATCH;
};

/** Returns whether more may be left. */
const planSome = (tx: Tx): boolean => {
  const facts = newFacts(tx, BATCH);
  const seen = new Set<string>();
  const count = changeSome(facts, ({ clientId }) => {
    if (!seen.has(clientId)) look(tx, clientId);
    seen.add(clientId);
  });
  const last = facts[count - 1];
  if (last !== undefined) moveCursor(tx, last.number);
  return count < facts.length || count === BATCH;
};

/** Raises `streak.broken` for the streaks that have broken. */
export const raiseBrokenStreaks = async (store: Store): Promise<void> => {
  if (store.read((read) => newFacts(read, 1)).length > 0) while (await store.write<boolean>(planSome));
  if (store.read((read) => dueLooks(read, 1)).length > 0) while (await store.write<boolean>(lookAtSome));
};

import type { Tx } from '../../../database/database.ts';
import { isoInstant } from '../../../kernel/clock.ts';
import { MINUTE_MS } from '../../../kernel/durations.ts';
import { endOfDay, localDateAt } from '../../../kernel/local-time.ts';
import { recordFact } from '../../facts/facts.ts';
import { homeSite } from '../../facts/queries.ts';
import type { FactReactions } from '../../reactions.ts';
import { type Watcher, watcherOf } from '../queries.ts';
import { credit, type Stretch, TOLERANCE_MS } from './credit.ts';

const STORE = `insert into "videoWatchers" ("clientId", "watchedUntil", "unrecordedMs", "dayEndsAt") values (?, ?, ?, ?)
  on conflict do update set "watchedUntil" = excluded."watchedUntil", "unrecordedMs" = excluded."unrecordedMs",
    "dayEndsAt" = excluded."dayEndsAt"`;

const endOfToday = (tx: Tx, clientId: string): number => {
  const { timezone } = homeSite(tx, clientId);
  return endOfDay(localDateAt(tx.nowMs, timezone), timezone);
};

/** A fact with what is left of an earlier day, at the last instant of that day that is credited. */
const recordLeft = (tx: Tx, reactions: FactReactions, clientId: string, left: Watcher): void => {
  if (left.unrecordedMs === 0) return;
  const at = isoInstant(Math.min(left.watchedUntil, left.dayEndsAt));
  recordFact(tx, reactions, { kind: 'watched_minutes', clientId, at, value: left.unrecordedMs / MINUTE_MS });
};

/**
 * Credits a member for watching: the only place where watched time is credited. Sessions at the same time share the wall
 * time. A fact is made of the minutes that are whole; what is left at the end of the local day becomes one with the first
 * heartbeat after it. Returns whole milliseconds of the video.
 * @param ownUntil the wall time that the session itself has used, epoch ms. Where another one has used more, there is no
 *   tolerance: together they would be credited with more than the wall time.
 */
export const creditWatching = (
  tx: Tx,
  reactions: FactReactions,
  clientId: string,
  stretch: Stretch,
  ownUntil: number,
): number => {
  const before = watcherOf(tx, clientId);
  const isShared = before.watchedUntil > Math.max(stretch.since, ownUntil);
  const { credited, usedUntil } = credit(stretch, before.watchedUntil, isShared ? 0 : TOLERANCE_MS);
  if (credited === 0) return 0;
  const isNewDay = tx.nowMs > before.dayEndsAt;
  const dayEndsAt = isNewDay ? endOfToday(tx, clientId) : before.dayEndsAt;
  const unrecorded = (isNewDay ? 0 : before.unrecordedMs) + credited;
  const minutes = Math.floor(unrecorded / MINUTE_MS);
  tx.db.query(STORE).run(clientId, usedUntil, unrecorded - minutes * MINUTE_MS, dayEndsAt);
  if (isNewDay) recordLeft(tx, reactions, clientId, before);
  if (minutes > 0) recordFact(tx, reactions, { kind: 'watched_minutes', clientId, at: tx.now, value: minutes });
  return credited;
};

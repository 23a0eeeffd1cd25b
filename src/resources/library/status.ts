import type { Tx } from '../../database/database.ts';
import type { MemberCaller } from '../../kernel/caller.ts';
import { localDateAt } from '../../kernel/local-time.ts';
import { invalidParam } from '../../kernel/problem.ts';
import { countView } from '../content/entries/popularity.ts';
import type { EntryRow } from '../content/entries/record.ts';
import { homeSiteId } from '../facts/queries.ts';
import type { FactReactions, Reactions } from '../reactions.ts';
import { Site } from '../sites/record.ts';
import { advanceAnew } from './progress/advance.ts';
import { hasVisibleChildren } from './progress/programs.ts';
import { NOT_STARTED } from './progress/progress.ts';
import { changeStatus } from './progress/store.ts';
import type { SetContentStatusBody } from './shapes.ts';
import type { StatusRow } from './tables.ts';

/** From here on an entry is completed. */
const COMPLETED_PERCENT = 95;

/** Counts a view of an entry, once for each member and local day at the home site (content.md "Catalogue"). */
const countViewOnce = (tx: Tx, clientId: string, entryId: string): StatusRow => {
  const timezone = Site.rows.find(tx, homeSiteId(tx, clientId))?.timezone ?? 'UTC';
  const viewedOn = localDateAt(tx.nowMs, timezone);
  const { before, after } = changeStatus(tx, clientId, entryId, () => ({ viewedOn }));
  if (before.viewedOn !== viewedOn) countView(tx, entryId, viewedOn);
  return after;
};

/** A member plays a media of an entry: it is started, and counted as viewed. */
export const viewContent =
  (reactions: FactReactions): Reactions['contentViewed'] =>
  (tx, { clientId }, entryId) => {
    advanceAnew(tx, { clientId, reactions }, entryId, {});
    countViewOnce(tx, clientId, entryId);
  };

/** Clears the progress of an entry. Lists, rating and the number of completions stay, and that it was viewed today. */
const reset = (tx: Tx, clientId: string, entryId: string, reactions: Reactions): StatusRow => {
  const { after } = changeStatus(tx, clientId, entryId, ({ completionCount }) => ({ ...NOT_STARTED, completionCount }));
  reactions.contentReset(tx, clientId, entryId);
  return after;
};

/** @throws Problem 400 for a program with children that the member can see. */
const requireOwnProgress = (tx: Tx, clientId: string, entryId: string): void => {
  if (!hasVisibleChildren(tx, clientId, entryId)) return;
  const message =
    "The progress of a program is the share of its completed children. Leave out 'progressPercent', and send " +
    "the status of each child. The status 'completed' completes the program as a whole.";
  throw invalidParam('progressPercent', message, { reason: 'not_accepted' });
};

/** The entry is visible and not locked. @throws Problem 400 for the progress of a program with children. */
export const setStatus = (
  tx: Tx,
  { clientId }: Pick<MemberCaller, 'clientId'>,
  { id: entryId }: Pick<EntryRow, 'id'>,
  { status, progressPercent, positionSeconds, rating }: SetContentStatusBody,
  reactions: Reactions,
): StatusRow => {
  if (rating !== undefined) changeStatus(tx, clientId, entryId, () => ({ rating }));
  if (status === 'not_started') return reset(tx, clientId, entryId, reactions);
  if (progressPercent !== undefined) requireOwnProgress(tx, clientId, entryId);
  const isCompleted = status === 'completed' || (progressPercent ?? 0) >= COMPLETED_PERCENT;
  advanceAnew(tx, { clientId, reactions }, entryId, { isCompleted, progressPercent, positionSeconds });
  return countViewOnce(tx, clientId, entryId);
};

import type { Tx } from '../../../database/database.ts';
import { recordFact } from '../../facts/facts.ts';
import { homeSiteId } from '../../facts/queries.ts';
import type { FactReactions } from '../../reactions.ts';
import { statusesOf } from '../queries.ts';
import type { StatusRow } from '../tables.ts';
import { hasVisibleChildren, programsOf, shareOf } from './programs.ts';
import { type Advance, advanced } from './progress.ts';
import { changeStatus } from './store.ts';

/** The playing by which an entry was completed. */
interface Watched {
  readonly contentMediaId: string;
  /** The credited seconds of the session. */
  readonly watchedSeconds: number;
}

/** The maximum number of programs that follow one change of an entry, and the most of their children that are counted for it. */
const MAX_PROGRAMS = 20;
const MAX_CHILDREN = 2_000;

export interface Going {
  readonly clientId: string;
  readonly reactions: FactReactions;
  readonly watched?: Watched;
}

/** Records the completion of an entry: the only place where one happens. Each time is a fact of its own. */
const complete = (tx: Tx, { clientId, reactions, watched }: Going, contentEntryId: string): void => {
  tx.raise('content.completed', homeSiteId(tx, clientId), {
    contentEntryId,
    contentMediaId: watched?.contentMediaId ?? null,
    clientId,
    watchedSeconds: watched === undefined ? null : Math.round(watched.watchedSeconds),
  });
  recordFact(tx, reactions, { kind: 'content_completed', clientId, at: tx.now, value: 1 });
};

/** Starts, continues or completes an entry. Returns whether it was started or completed, and the row. */
const step = (tx: Tx, going: Going, entryId: string, by: Advance) => {
  const { before, after } = changeStatus(tx, going.clientId, entryId, (row) => advanced(row, by, tx.now));
  const isCompletion = after.status === 'completed' && before.status !== 'completed';
  if (isCompletion) complete(tx, going, entryId);
  return { isTurn: before.status !== after.status, after };
};

/** Brings a program in line with its children. Returns whether it was started or completed. */
type Follow = (programId: string, by: Advance) => boolean;

/**
 * The programs that contain an entry follow it, and the programs that contain those: each starts with its first child, and
 * is completed with the last one. A program is never inside itself, so that this ends.
 */
const followWith = (tx: Tx, clientId: string, entryId: string, follow: Follow): void => {
  const siteId = homeSiteId(tx, clientId);
  const turned = [entryId];
  let programs = 0;
  let counted = 0;
  for (const child of turned) {
    for (const { programId, size } of programsOf(tx, siteId, child, MAX_PROGRAMS)) {
      programs += 1;
      counted += size;
      if (programs > MAX_PROGRAMS || counted > MAX_CHILDREN) return;
      const { completed, children } = shareOf(tx, clientId, siteId, programId);
      const progressPercent = Math.floor((completed * 10_000) / children) / 100;
      if (follow(programId, { progressPercent, isCompleted: completed === children })) turned.push(programId);
    }
  }
};

const followChildren = (tx: Tx, { clientId, reactions }: Going, entryId: string): void =>
  followWith(tx, clientId, entryId, (programId, by) => step(tx, { clientId, reactions }, programId, by).isTurn);

/** Brings the programs that contain an entry in line with what two records of one person have completed. That is no activity of its own. */
export const recountPrograms = (tx: Tx, clientId: string, entryId: string): void =>
  followWith(tx, clientId, entryId, (programId, by) => {
    const { before, after } = changeStatus(tx, clientId, programId, (row) => {
      const { lastViewedAt: _, ...columns } = advanced(row, by, tx.now);
      return columns;
    });
    return before.status !== after.status;
  });

/** Whether a program that contains an entry is not started, as one that is newer than what the member did with the entry. */
const hasNewProgram = (tx: Tx, { clientId }: Going, entryId: string): boolean => {
  const ids = programsOf(tx, homeSiteId(tx, clientId), entryId, MAX_PROGRAMS).map(({ programId }) => programId);
  const statuses = statusesOf(tx, clientId, ids);
  return ids.some((id) => (statuses.get(id)?.status ?? 'not_started') === 'not_started');
};

/** A video is played (content.md "Member content status"). A program's own video moves its position only. */
export const advance = (tx: Tx, going: Going, entryId: string, by: Advance): StatusRow => {
  const isProgram = hasVisibleChildren(tx, going.clientId, entryId);
  const { isTurn, after } = step(tx, going, entryId, isProgram ? { positionSeconds: by.positionSeconds } : by);
  if (isTurn) followChildren(tx, going, entryId);
  return after;
};

/** As `advance`, for what a member opens or writes: programs start also with a child that was started before. */
export const advanceAnew = (tx: Tx, going: Going, entryId: string, by: Advance): StatusRow => {
  const { isTurn, after } = step(tx, going, entryId, by);
  if (isTurn || hasNewProgram(tx, going, entryId)) followChildren(tx, going, entryId);
  return after;
};

import type { Tx } from '../../../database/database.ts';
import { epochOf } from '../../../kernel/clock.ts';
import { conflict } from '../../../kernel/problem.ts';
import { changedColumns } from '../../../records/query.ts';
import { homeSiteId } from '../../facts/queries.ts';
import { advance } from '../../library/progress/advance.ts';
import type { FactReactions } from '../../reactions.ts';
import { type MediaView, viewOf } from '../queries.ts';
import { type SessionRow, VideoSession } from '../record.ts';
import type { CloseBody, HeartbeatBody } from '../shapes.ts';
import { endedColumns, lastSignOf, sessionNow } from '../view.ts';
import { credit } from './credit.ts';
import { packSeen, withPart } from './seen.ts';
import { isSeen, percentSeen } from './share.ts';
import { creditWatching } from './watched-minutes.ts';

const NOTHING_SEEN: MediaView = { seen: [], completedAt: null };

const STORE_VIEW = `insert into "videoViews" ("clientId", "contentMediaId", "contentEntryId", "seen", "completedAt")
  values (?, ?, ?, ?, ?) on conflict do update set "contentEntryId" = excluded."contentEntryId",
    "seen" = excluded."seen", "completedAt" = excluded."completedAt"`;

export const storeView = (tx: Tx, row: SessionRow, { seen, completedAt }: MediaView): void => {
  const { clientId, contentMediaId, contentEntryId } = row;
  tx.db.query(STORE_VIEW).run(clientId, contentMediaId, contentEntryId, packSeen(seen), completedAt);
};

const store = (tx: Tx, before: SessionRow, after: SessionRow): SessionRow => {
  const next = { ...after, updatedAt: tx.now };
  VideoSession.rows.update(tx, before.id, changedColumns(before, next));
  return next;
};

interface Playing {
  readonly positionSeconds: number;
  readonly isPlaying: boolean;
  readonly playbackRate: number;
}

const inMs = (seconds: number): number => Math.round(seconds * 1000);

/** Moves a session to a position, and credits what was played since its last heartbeat. */
const moved = (tx: Tx, row: SessionRow, view: MediaView, playing: Playing, reactions: FactReactions) => {
  const { positionSeconds, isPlaying, playbackRate } = playing;
  const position = inMs(Math.min(positionSeconds, row.durationSeconds ?? positionSeconds));
  const session: SessionRow = {
    ...row,
    playbackRate,
    positionSeconds: position / 1000,
    maxPositionSeconds: Math.max(row.maxPositionSeconds, position / 1000),
    lastHeartbeatAt: tx.now,
  };
  if (!isPlaying) return { session, view };
  const delta = position - inMs(row.positionSeconds);
  const stretch = { delta, rate: playbackRate, since: epochOf(lastSignOf(row)), now: tx.nowMs };
  const played = credit(stretch, row.playedUntil);
  const seen = { ...stretch, delta: played.credited };
  const credited = creditWatching(tx, reactions, row.clientId, seen, row.playedUntil);
  return {
    session: {
      ...session,
      playedUntil: played.usedUntil,
      watchedSeconds: (inMs(row.watchedSeconds) + credited) / 1000,
    },
    view: { ...view, seen: withPart(view.seen, position - played.credited, position) },
  };
};

const raiseCompleted = (tx: Tx, { clientId, contentMediaId, contentEntryId, watchedSeconds }: SessionRow): void => {
  const facts = { contentEntryId, contentMediaId, clientId, watchedSeconds: Math.round(watchedSeconds) };
  tx.raise('video.completed', homeSiteId(tx, clientId), facts);
};

/** A member plays on: the session, what was seen of the media, and the status of the entry. */
const play = (tx: Tx, row: SessionRow, playing: Playing, reactions: FactReactions): SessionRow => {
  const { clientId, contentMediaId, contentEntryId, durationSeconds } = row;
  const before = viewOf(tx, clientId, contentMediaId) ?? NOTHING_SEEN;
  const { session, view } = moved(tx, row, before, playing, reactions);
  const isCompleted = isSeen(view.seen, durationSeconds);
  const completedAt = view.completedAt ?? (isCompleted ? tx.now : null);
  storeView(tx, row, { ...view, completedAt });
  if (before.completedAt === null && completedAt !== null) raiseCompleted(tx, session);
  const percentComplete = percentSeen(view.seen, durationSeconds);
  const { positionSeconds, watchedSeconds } = session;
  const by = { positionSeconds, progressPercent: percentComplete, isCompleted };
  advance(tx, { clientId, reactions, watched: { contentMediaId, watchedSeconds } }, contentEntryId, by);
  return {
    ...session,
    percentComplete,
    ...(isCompleted ? { status: 'completed', completedAt: session.completedAt ?? tx.now } : {}),
  };
};

/** @throws Problem 409 `video_session_closed`. */
export const heartbeat = (tx: Tx, row: SessionRow, body: HeartbeatBody, reactions: FactReactions): SessionRow => {
  const { status, endedAt } = sessionNow(row, tx.nowMs);
  if (endedAt !== null) {
    throw conflict('video_session_closed', `The video session is ${status} since ${endedAt}. Start a new session.`);
  }
  const { positionSeconds, state, playbackRate = row.playbackRate } = body;
  const playing = { positionSeconds, playbackRate, isPlaying: state !== 'paused' };
  return store(tx, row, play(tx, row, playing, reactions));
};

/** Ends at the last position if sent; `completed` marks it completed. A closed session stays as it is. */
export const closeSession = (
  tx: Tx,
  row: SessionRow,
  { positionSeconds }: CloseBody,
  how: 'completed' | 'ended',
  reactions: FactReactions,
): SessionRow => {
  if (sessionNow(row, tx.nowMs).endedAt !== null) return row;
  const { playbackRate } = row;
  const last =
    positionSeconds === undefined ? row : play(tx, row, { positionSeconds, playbackRate, isPlaying: true }, reactions);
  const completedAt = how === 'completed' ? (last.completedAt ?? tx.now) : last.completedAt;
  const closed = { ...last, completedAt };
  return store(tx, row, { ...closed, ...endedColumns(closed, 'ended', tx.now) });
};

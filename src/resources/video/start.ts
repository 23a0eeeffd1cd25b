import type { Tx } from '../../database/database.ts';
import type { MemberCaller } from '../../kernel/caller.ts';
import { conflict, invalidParam } from '../../kernel/problem.ts';
import { requireUnlocked } from '../content/entries/access.ts';
import type { Reactions } from '../reactions.ts';
import { playableMedia } from './media.ts';
import { openSession, viewOf } from './queries.ts';
import { type SessionRow, VideoSession } from './record.ts';
import type { StartBody } from './shapes.ts';
import { endedColumns, sessionNow } from './view.ts';
import { percentSeen } from './watching/share.ts';
import { storeView } from './watching/watch.ts';

const endOlder = (tx: Tx, clientId: string, contentMediaId: string, deviceType: string): void => {
  const open = openSession(tx, clientId, contentMediaId, deviceType);
  if (open === undefined) return;
  const { status, endedAt } = sessionNow(open, tx.nowMs);
  const ended = endedAt === null ? endedColumns(open, 'ended', tx.now) : { status, endedAt };
  VideoSession.rows.update(tx, open.id, { ...ended, updatedAt: tx.now });
};

const NOT_NEWEST = `update "videoSessions" set "isNewest" = 0
  where "clientId" = ? and "contentMediaId" = ? and "isNewest" = 1`;

/**
 * Starts a session of a media, which starts its entry.
 * @throws Problem 400 `resource_missing` for a media that the member cannot see, or that is not played; 403
 *   `content_locked`; 409 `media_not_ready`.
 */
export const startSession = (
  tx: Tx,
  caller: MemberCaller,
  body: StartBody,
  reactions: Pick<Reactions, 'contentViewed'>,
): SessionRow => {
  const { clientId } = caller;
  const { contentMediaId, contentEntryId, deviceType = 'other' } = body;
  const { media, entry } = playableMedia(tx, caller, contentMediaId);
  if (contentEntryId !== undefined && contentEntryId !== entry.id) {
    const message = 'The media does not belong to this entry. Send the entry of the media, or leave it out.';
    throw invalidParam('contentEntryId', message, { reason: 'not_accepted' });
  }
  requireUnlocked(tx, caller, entry);
  if (media.status !== 'ready') {
    throw conflict('media_not_ready', `The media is ${media.status}. Try again when it is ready.`);
  }
  endOlder(tx, clientId, media.id, deviceType);
  const { durationSeconds } = media;
  const view = viewOf(tx, clientId, media.id) ?? { seen: [], completedAt: null };
  const positionSeconds = Math.min(body.positionSeconds ?? 0, durationSeconds ?? Number.POSITIVE_INFINITY);
  const row = VideoSession.make(
    tx,
    {},
    {
      clientId,
      contentMediaId: media.id,
      contentEntryId: entry.id,
      deviceType,
      durationSeconds,
      startedAt: tx.now,
      positionSeconds,
      maxPositionSeconds: positionSeconds,
      playedUntil: tx.nowMs,
      percentComplete: percentSeen(view.seen, durationSeconds),
    },
  );
  tx.db.query(NOT_NEWEST).run(clientId, media.id);
  VideoSession.rows.insert(tx, row);
  storeView(tx, row, view);
  reactions.contentViewed(tx, caller, entry.id);
  return row;
};

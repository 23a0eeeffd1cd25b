import type { Read } from '../../database/database.ts';
import { memberOperations } from '../../http/operations/declare.ts';
import { from } from '../../http/operations/example.ts';
import type { MemberCaller } from '../../kernel/caller.ts';
import { notFound } from '../../kernel/problem.ts';
import { flag, listOf, optional } from '../../kernel/schemas.ts';
import { MEDIA, VIDEO_SESSIONS } from '../demo-ids.ts';
import type { Reactions } from '../reactions.ts';
import { findMedia } from './media.ts';
import { historyPage, resumeOf } from './queries.ts';
import { type SessionRow, VideoSession } from './record.ts';
import { CloseVideoSession, StartVideoSession, VideoHeartbeat, VideoResume } from './shapes.ts';
import { startSession } from './start.ts';
import { sessionView } from './view.ts';
import { closeSession, heartbeat } from './watching/watch.ts';

const session = { path: { sessionId: from(VIDEO_SESSIONS.open, 'startVideoSession') } };

/** @throws Problem 404 when there is no such session, or it is another member's. */
const findOwnSession = (read: Read, { clientId }: MemberCaller, id: string): SessionRow => {
  const row = VideoSession.rows.find(read, id);
  if (row === undefined || row.clientId !== clientId) throw notFound('video session', id);
  return row;
};

const onOwnSession = { find: findOwnSession };

export const videoOperations = ({ reactions }: { readonly reactions: Reactions }) =>
  memberOperations(({ list, read, write }) => [
    write(
      'POST /v2/member/video/sessions',
      'startVideoSession',
      {
        summary: 'Start watching a video',
        description:
          'Ends an earlier session of the same media and device. Then send heartbeats every ' +
          '`heartbeatIntervalSeconds` of playback. Fails with 403 `content_locked` if the member cannot open the ' +
          'entry.',
        body: StartVideoSession,
        status: 201,
        response: VideoSession.schema,
        example: { body: { contentMediaId: MEDIA.morningFlow, deviceType: 'web' } },
      },
      (tx, { caller, body }) => sessionView(startSession(tx, caller, body, reactions), tx.nowMs),
    ),
    write(
      'PUT /v2/member/video/sessions/:sessionId/heartbeat',
      'sendVideoHeartbeat',
      {
        summary: 'Report the playback position of a video',
        description:
          'Credits min(position delta, wall time since the last heartbeat × rate + 5 s). Once 90% of the video has ' +
          'been seen, the video and its entry are completed. Fails with 409 `video_session_closed` if the session ' +
          'is closed, which also happens after 10 minutes without a heartbeat.',
        on: onOwnSession,
        limitedBy: 'heartbeat',
        body: VideoHeartbeat,
        response: VideoSession.schema,
        example: { ...session, body: { positionSeconds: 15, state: 'playing' } },
      },
      (tx, { record, body }) => sessionView(heartbeat(tx, record, body, reactions), tx.nowMs),
    ),
    write(
      'PUT /v2/member/video/sessions/:sessionId/complete',
      'completeVideoSession',
      {
        summary: 'Complete and close a video session',
        description:
          'The video and its entry are only completed if 90% of the video was seen. A session that is already ' +
          'closed is not changed.',
        on: onOwnSession,
        body: CloseVideoSession,
        response: VideoSession.schema,
        example: { ...session, body: { positionSeconds: 1200 } },
      },
      (tx, { record, body }) => sessionView(closeSession(tx, record, body, 'completed', reactions), tx.nowMs),
    ),
    write(
      'PUT /v2/member/video/sessions/:sessionId/end',
      'endVideoSession',
      {
        summary: 'Close a video session without completing it',
        description: 'A session that is already closed is not changed.',
        on: onOwnSession,
        body: CloseVideoSession,
        response: VideoSession.schema,
        example: { ...session, body: {} },
      },
      (tx, { record, body }) => sessionView(closeSession(tx, record, body, 'ended', reactions), tx.nowMs),
    ),
    read(
      'GET /v2/member/video/resume/:contentMediaId',
      'getVideoResume',
      {
        summary: 'Retrieve where to resume a video',
        description:
          "The position of the media's last session, in seconds. 0 if there is no session, or if the position is " +
          'under 10 s or over 95%.',
        on: { find: findMedia },
        response: VideoResume,
        example: { path: { contentMediaId: MEDIA.morningFlow } },
      },
      (read, { caller, record }) => resumeOf(read, caller.clientId, record),
    ),
    list(
      'GET /v2/member/video/history',
      'listVideoHistory',
      {
        summary: "List the member's watch history",
        description: 'Returns the last session of each media, newest first.',
        filters: { completed: optional(flag()) },
        response: listOf(VideoSession.schema),
      },
      (read, { caller: { clientId }, query: { completed }, page }) => ({
        page: historyPage(read, page, { clientId, completed: completed === undefined ? undefined : Number(completed) }),
        view: (row: SessionRow) => sessionView(row, read.nowMs),
      }),
    ),
  ]);

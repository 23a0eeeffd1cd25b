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
          "Ends an older session of the same media and device. Then send heartbeats, every 'heartbeatIntervalSeconds' of the playback. 403 content_locked where the member may not open the entry.",
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
        summary: 'Tell the position of a video that is playing',
        description:
          'Credits min(position delta, wall time since the last heartbeat x rate + 5 s). With 90 % of the video seen, it and its entry are completed. 409 video_session_closed for a session that is closed, also by 10 minutes without a heartbeat.',
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
        summary: 'Mark a session completed and close it',
        description:
          'The video and its entry are completed only when 90 % of the video was seen. A closed session stays as it is.',
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
        summary: 'Close a session as it is',
        description: 'A closed session stays as it is.',
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
        summary: 'Retrieve where to go on with a video',
        description:
          'The position of the last session of the media, in seconds. 0 without a session, or where it is under 10 s or over 95 %.',
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
        summary: 'List what the member has watched',
        description: 'The last session of each media, the newest first.',
        filters: { completed: optional(flag()) },
        response: listOf(VideoSession.schema),
      },
      (read, { caller: { clientId }, query: { completed }, page }) => ({
        page: historyPage(read, page, { clientId, completed: completed === undefined ? undefined : Number(completed) }),
        view: (row: SessionRow) => sessionView(row, read.nowMs),
      }),
    ),
  ]);

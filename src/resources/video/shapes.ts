import { type Static, Type } from '@sinclair/typebox';
import { described, flag, id, instant, nullable, oneOf, optional, shape } from '../../kernel/schemas.ts';
import { percent, seconds } from '../library/shapes.ts';
import { DEVICE_TYPES, playbackRate } from './record.ts';

export const StartVideoSession = shape('StartVideoSessionRequest', () => ({
  contentMediaId: id(),
  contentEntryId: optional(described(id(), 'The entry the media belongs to. Optional.')),
  deviceType: optional(described(oneOf(...DEVICE_TYPES), 'Defaults to other.')),
  positionSeconds: optional(described(seconds(), 'The position to start from. Defaults to 0.')),
}));

export const VideoHeartbeat = shape('VideoHeartbeatRequest', () => ({
  positionSeconds: described(seconds(), 'The current position.'),
  state: described(oneOf('playing', 'paused', 'buffering'), 'A paused heartbeat credits no time.'),
  playbackRate: optional(described(playbackRate(), 'From 0.25 to 4. Defaults to the speed in the last heartbeat.')),
}));

/** The last position of a session that is closed. */
export const CloseVideoSession = shape('CloseVideoSessionRequest', () => ({
  positionSeconds: optional(described(seconds(), 'The final position, credited as in a heartbeat.')),
}));

/** Where a member continues with a media. It is computed, so it has no id. */
export const VideoResume = shape('VideoResume', () => ({
  object: Type.Literal('video_resume'),
  contentMediaId: id(),
  positionSeconds: described(seconds(), '0 if there is no position, or if it is under 10 s or over 95%.'),
  durationSeconds: described(nullable(seconds()), 'The duration of the media. `null` if unknown.'),
  percentComplete: described(percent(), 'The percentage of the video the member has seen.'),
  isCompleted: described(flag(), 'Whether at least 90% was seen.'),
  updatedAt: described(nullable(instant()), 'Time at which it last changed, or `null`.'),
}));

export type StartBody = Static<typeof StartVideoSession>;
export type HeartbeatBody = Static<typeof VideoHeartbeat>;
export type CloseBody = Static<typeof CloseVideoSession>;
export type VideoResumeResponse = Static<typeof VideoResume>;

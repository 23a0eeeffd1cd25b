import { type Static, Type } from '@sinclair/typebox';
import { described, flag, id, instant, nullable, oneOf, optional, shape } from '../../kernel/schemas.ts';
import { percent, seconds } from '../library/shapes.ts';
import { DEVICE_TYPES, playbackRate } from './record.ts';

export const StartVideoSession = shape('StartVideoSessionRequest', () => ({
  contentMediaId: id(),
  contentEntryId: optional(described(id(), 'The entry to which the media belongs; it may be left out.')),
  deviceType: optional(described(oneOf(...DEVICE_TYPES), 'other unless you send it.')),
  positionSeconds: optional(described(seconds(), 'Where it starts; 0 unless you send it.')),
}));

export const VideoHeartbeat = shape('VideoHeartbeatRequest', () => ({
  positionSeconds: described(seconds(), 'The position now.'),
  state: described(oneOf('playing', 'paused', 'buffering'), 'A paused heartbeat credits no time.'),
  playbackRate: optional(described(playbackRate(), 'From 0.25 to 4; by default the speed of the last heartbeat.')),
}));

/** The last position of a session that is closed. */
export const CloseVideoSession = shape('CloseVideoSessionRequest', () => ({
  positionSeconds: optional(described(seconds(), 'The last position, credited as by a heartbeat.')),
}));

/** Where a member goes on with a media. It is computed, so it has no id. */
export const VideoResume = shape('VideoResume', () => ({
  object: Type.Literal('video_resume'),
  contentMediaId: id(),
  positionSeconds: described(seconds(), '0 without a position, under 10 s and over 95 %.'),
  durationSeconds: described(nullable(seconds()), 'Of the media; null where it is not known.'),
  percentComplete: described(percent(), 'The share of the video that the member has seen.'),
  isCompleted: described(flag(), 'Whether 90 % were seen.'),
  updatedAt: described(nullable(instant()), 'When it last changed, or null.'),
}));

export type StartBody = Static<typeof StartVideoSession>;
export type HeartbeatBody = Static<typeof VideoHeartbeat>;
export type CloseBody = Static<typeof CloseVideoSession>;
export type VideoResumeResponse = Static<typeof VideoResume>;

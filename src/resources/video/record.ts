import { Type } from '@sinclair/typebox';
import { instant, integer, nullable, oneOf } from '../../kernel/schemas.ts';
import * as field from '../../records/fields.ts';
import { type ResponseOf, type RowOf, record } from '../../records/record.ts';
import { percent, seconds } from '../library/shapes.ts';

const VIDEO_SESSION_STATUSES = ['active', 'completed', 'ended', 'abandoned'] as const;
export const DEVICE_TYPES = ['ios', 'android', 'web', 'tv', 'other'] as const;

export const playbackRate = () => Type.Number({ minimum: 0.25, maximum: 4 });

/** A member watching or hearing a media on a device (records.md "Video"). */
export const VideoSession = record('video_session', 'videoSessions', () => ({
  clientId: field.id().internal(),
  contentMediaId: field.id().readOnly(),
  contentEntryId: field.id().readOnly(),
  deviceType: field.word(DEVICE_TYPES).default('other').readOnly().described('The type of device it is played on.'),
  status: field
    .word(VIDEO_SESSION_STATUSES)
    .default('active')
    .derivedAs(oneOf(...VIDEO_SESSION_STATUSES))
    .described('`completed` once 90% of the video has been seen, even while it is still playing.'),
  startedAt: field.instant().readOnly().described('Time at which it started.'),
  endedAt: field
    .instant()
    .nullable()
    .derivedAs(nullable(instant()))
    .described('Time at which it was closed. `null` while it accepts heartbeats.'),
  completedAt: field.instant().nullable().readOnly().described('Time at which it was completed. `null` before that.'),
  lastHeartbeatAt: field.instant().nullable().readOnly().described('Time of the last heartbeat.'),
  positionSeconds: field.real(seconds()).readOnly().described('The latest position.'),
  maxPositionSeconds: field.real(seconds()).readOnly().described('The furthest position.'),
  watchedSeconds: field.real(seconds()).default(0).readOnly().described('The number of seconds credited as watched.'),
  durationSeconds: field
    .real(seconds())
    .nullable()
    .readOnly()
    .described('The duration of the media. `null` if unknown.'),
  percentComplete: field
    .real(percent())
    .readOnly()
    .described('The percentage of the video the member has seen, in this session and earlier ones.'),
  playbackRate: field.real(playbackRate()).default(1).readOnly().described("1 is the video's normal speed."),
  /** The time that was credited as seen, epoch ms. */
  playedUntil: field.integer(integer(0, Number.MAX_SAFE_INTEGER)).internal(),
  /** Of this client and media. */
  isNewest: field.integer(integer(0, 1)).default(1).internal(),
}));

export type SessionRow = RowOf<typeof VideoSession>;
export type VideoSessionResponse = ResponseOf<typeof VideoSession>;

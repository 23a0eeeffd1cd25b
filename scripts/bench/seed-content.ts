// The generated library: entries with one video each, and members who are watching.
import type { SQLQueryBindings } from 'bun:sqlite';
import { epochOf } from '../../src/kernel/clock.ts';
import type { EntryRow } from '../../src/resources/content/entries/record.ts';
import type { MediaRow } from '../../src/resources/content-media/record.ts';
import type { StatusRow } from '../../src/resources/library/tables.ts';
import type { SessionRow } from '../../src/resources/video/record.ts';

/** The name of the file that all media have, which is sparse. Nothing reads its bytes except to send them. */
export const FILE_SHA256 = 'ab'.repeat(32);
export const FILE_BYTES = 256 * 1024 ** 2;

const VIDEO_TYPE = '00000000-0000-8000-8000-000000000101';
const VIDEO_SECONDS = 3_600;
/** Later than any heartbeat, so that the session is open however old the data is. */
const LAST_SIGN = '2100-01-01T00:00:00.000Z';

// biome-ignore format: lists of words
const STYLES = ['Gentle', 'Strong', 'Slow', 'Fast', 'Deep', 'Quiet', 'Bright', 'Steady', 'Early', 'Late', 'Short', 'Long'];
// biome-ignore format: lists of words
const KINDS = ['Yoga', 'Pilates', 'Cycling', 'Boxing', 'Barre', 'Running', 'Rowing', 'Stretching', 'Breathing', 'Dance'];

/** The words of titles; each finds more than a page of entries. */
export const titleWords: readonly string[] = [...STYLES, ...KINDS].map((word) => word.toLowerCase());

const BODY =
  'A class for every level. Warm up for five minutes, then follow the teacher. Rest whenever you need it, and drink.\n\n';

export const entryRow = (id: string, number: number, at: string): EntryRow => {
  const style = STYLES[number % STYLES.length];
  const kind = KINDS[Math.floor(number / STYLES.length) % KINDS.length];
  return {
    id,
    title: `${style} ${kind} ${number}`,
    slug: `entry-${number}`,
    summary: 'A class to follow at home, on a mat and with a chair.',
    body: BODY.repeat(5),
    type: 'video',
    typeId: VIDEO_TYPE,
    categoryIds: null,
    tagIds: null,
    instructorIds: null,
    status: 'published',
    publishedAt: at,
    expiresAt: null,
    access: 'members',
    level: 'Beginner',
    durationSeconds: VIDEO_SECONDS,
    equipment: '["Mat","Chair"]',
    intensity: 2,
    thumbnailUrl: null,
    posterUrl: null,
    primaryMediaId: null,
    children: null,
    unlocksInOrder: 0,
    locale: 'en',
    position: number,
    isFeatured: 0,
    siteIds: null,
    accessPlanIds: null,
    accessChallengeIds: null,
    viewCount: 0,
    favoriteCount: 0,
    metricDefinition: null,
    archivedAt: null,
    sortTitle: `${style} ${kind} ${number}`.toLowerCase(),
    popularity: `000000000${at}`,
    isListed: 1,
    takesDuration: 0,
    isCounted: 1,
    changesAt: null,
    metadata: null,
    externalId: null,
    createdAt: at,
    updatedAt: at,
  };
};

export const mediaRow = (id: string, entryId: string, at: string): MediaRow => ({
  id,
  entryId,
  kind: 'video',
  status: 'ready',
  errorReason: null,
  processingPercent: null,
  externalUrl: null,
  title: 'class.mp4',
  mimeType: 'video/mp4',
  durationSeconds: VIDEO_SECONDS,
  width: 1280,
  height: 720,
  sizeBytes: FILE_BYTES,
  chapters: null,
  playbackPolicy: 'signed',
  fileSha256: FILE_SHA256,
  posterSha256: null,
  fileName: 'class.mp4',
  codecs: null,
  bitrateKbps: 600,
  uploadLength: null,
  uploadKeptBytes: null,
  uploadType: null,
  uploadExpiresAt: null,
  uploadCredentialId: null,
  archivedAt: null,
  renderedAt: at,
  renderAttempts: 0,
  createdAt: at,
  updatedAt: at,
});

/** A session of a client. It has the id of the client, so that a request needs one value for both. */
export const watchingRow = (
  clientId: string,
  contentMediaId: string,
  contentEntryId: string,
  at: string,
): SessionRow => ({
  id: clientId,
  clientId,
  contentMediaId,
  contentEntryId,
  deviceType: 'web',
  status: 'active',
  startedAt: at,
  endedAt: null,
  completedAt: null,
  lastHeartbeatAt: LAST_SIGN,
  positionSeconds: 0,
  maxPositionSeconds: 0,
  watchedSeconds: 0,
  durationSeconds: VIDEO_SECONDS,
  percentComplete: 0,
  playbackRate: 1,
  playedUntil: epochOf(at),
  isNewest: 1,
  createdAt: at,
  updatedAt: at,
});

/** What a client did with the entry that it started to watch. */
export const startedRow = (
  clientId: string,
  contentEntryId: string,
  at: string,
): Record<keyof StatusRow, SQLQueryBindings> => ({
  clientId,
  contentEntryId,
  status: 'in_progress',
  progressPercent: 0,
  positionSeconds: 0,
  startedAt: at,
  completedAt: null,
  lastViewedAt: at,
  completionCount: 0,
  favoritedAt: null,
  watchLaterAt: null,
  rating: null,
  viewedOn: at.slice(0, 10),
  createdAt: at,
  updatedAt: at,
});

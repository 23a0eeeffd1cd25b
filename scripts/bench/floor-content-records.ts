// The views of content of the floor, written by hand: the same fields in the same order as the responses of the service.

import type { Row } from './floor-records.ts';

const list = (text: string | null): unknown[] => (text === null ? [] : JSON.parse(text));

export const entryRecord = (row: Row, mediaIds: readonly string[]): Row => ({
  id: row.id,
  object: 'content_entry',
  title: row.title,
  slug: row.slug,
  summary: row.summary,
  body: row.body,
  type: row.type,
  typeId: row.typeId,
  categoryIds: list(row.categoryIds),
  tagIds: list(row.tagIds),
  instructorIds: list(row.instructorIds),
  publishedAt: row.publishedAt,
  expiresAt: row.expiresAt,
  access: row.access,
  level: row.level,
  durationSeconds: row.durationSeconds,
  equipment: list(row.equipment),
  intensity: row.intensity,
  thumbnailUrl: row.thumbnailUrl,
  posterUrl: row.posterUrl,
  children: list(row.children),
  unlocksInOrder: row.unlocksInOrder === 1,
  locale: row.locale,
  position: row.position,
  isFeatured: row.isFeatured === 1,
  siteIds: list(row.siteIds),
  accessPlanIds: list(row.accessPlanIds),
  accessChallengeIds: list(row.accessChallengeIds),
  viewCount: row.viewCount,
  favoriteCount: row.favoriteCount,
  metricDefinition: row.metricDefinition === null ? null : JSON.parse(row.metricDefinition),
  archivedAt: row.archivedAt,
  metadata: row.metadata === null ? {} : JSON.parse(row.metadata),
  externalId: row.externalId,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
  status: 'published',
  isLocked: null,
  lockReason: null,
  mediaIds,
  primaryMediaId: row.primaryMediaId ?? mediaIds[0] ?? null,
});

const BEFORE = 60;
const AFTER = 140;

/** The part of a text around the word at `first`. */
const partAround = (text: string, first: number): string => {
  const start = first <= BEFORE ? 0 : text.indexOf(' ', first - BEFORE) + 1;
  const end = first + AFTER >= text.length ? text.length : text.lastIndexOf(' ', first + AFTER);
  return `${start > 0 ? '… ' : ''}${text.slice(start, end)}${end < text.length ? ' …' : ''}`;
};

/** The text as HTML, with a mark around each word that `pattern` finds. */
const marked = (text: string, pattern: RegExp): string => {
  let html = '';
  let done = 0;
  for (const { 0: word, index } of text.matchAll(pattern)) {
    html += `${Bun.escapeHTML(text.slice(done, index))}<mark>${Bun.escapeHTML(word)}</mark>`;
    done = index + word.length;
  }
  return html + Bun.escapeHTML(text.slice(done));
};

/** The words that begin with `word`, in text without accents. The library of the benchmark has no others. */
export const wordPattern = (word: string): RegExp => new RegExp(`\\b${word}\\w*`, 'gi');

/** The view of an entry, with a snippet of the title, the summary and the body where these have a word. */
export const foundRecord = (row: Row, mediaIds: readonly string[], pattern: RegExp): Row => {
  const found: Row = entryRecord(row, mediaIds);
  found.score = row.score;
  found.highlights = [];
  for (const field of ['title', 'summary', 'body']) {
    const text: string | null = row[field];
    const first = text === null ? -1 : text.search(pattern);
    if (text === null || first < 0) continue;
    const part = partAround(text, first).replace(/\s+/g, ' ').trim();
    found.highlights.push({ field, snippet: marked(part, pattern) });
  }
  return found;
};

/** The link to a file, and what else belongs to it. */
export interface FloorPlayback {
  readonly url: string;
  readonly expiresAt: string;
  readonly captions: readonly unknown[];
  readonly variants: readonly unknown[];
}

export const playbackRecord = (row: Row, { url, expiresAt, captions, variants }: FloorPlayback): Row => ({
  object: 'media_playback',
  contentMediaId: row.id,
  playbackUrl: url,
  protocol: 'mp4',
  posterUrl: null,
  captions,
  variants,
  heartbeatIntervalSeconds: 15,
  tokenExpiresAt: expiresAt,
  resume: null,
});

export const watchingRecord = (row: Row): Row => ({
  id: row.id,
  object: 'video_session',
  contentMediaId: row.contentMediaId,
  contentEntryId: row.contentEntryId,
  deviceType: row.deviceType,
  startedAt: row.startedAt,
  completedAt: row.completedAt,
  lastHeartbeatAt: row.lastHeartbeatAt,
  positionSeconds: row.positionSeconds,
  maxPositionSeconds: row.maxPositionSeconds,
  watchedSeconds: row.watchedSeconds,
  durationSeconds: row.durationSeconds,
  percentComplete: row.percentComplete,
  playbackRate: row.playbackRate,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
  status: row.status,
  endedAt: row.endedAt,
});

import { type Static, Type } from '@sinclair/typebox';
import {
  count,
  described,
  flag,
  id,
  instant,
  integer,
  nullable,
  object,
  oneOf,
  optional,
  shape,
} from '../../kernel/schemas.ts';

export const CONTENT_STATUSES = ['not_started', 'in_progress', 'completed'] as const;
/** Why an entry is in a member's list, and the values of its filter. */
export const LIST_REASONS = ['favorites', 'watch_later', 'in_progress'] as const;

/** A week: no video or audio is longer. */
const MAX_SECONDS = 7 * 86_400;
/** A position in a video, or a length, in seconds. */
export const seconds = () => Type.Number({ minimum: 0, maximum: MAX_SECONDS });
export const percent = () => Type.Number({ minimum: 0, maximum: 100 });

/** What a member did with an entry (records.md "Member content status"). It is computed, so it has no id. */
export const ContentStatus = shape('ContentStatus', () => ({
  object: Type.Literal('content_status'),
  contentEntryId: id(),
  status: described(oneOf(...CONTENT_STATUSES), 'not_started where the member has done nothing with it.'),
  progressPercent: described(percent(), 'How much of it is done; 100 where it is completed.'),
  positionSeconds: described(seconds(), 'Where to go on.'),
  startedAt: described(nullable(instant()), 'When it was first played or written; null before.'),
  completedAt: described(nullable(instant()), 'When it was completed; null before.'),
  lastViewedAt: described(nullable(instant()), 'When it was last played or written.'),
  completionCount: described(count(), 'How often it was completed; not_started does not clear it.'),
  isFavorite: described(flag(), 'Whether it is a favourite.'),
  favoritedAt: described(nullable(instant()), 'Since when; null if it is not.'),
  isWatchLater: described(flag(), 'Whether it is on the list to watch later.'),
  watchLaterAt: described(nullable(instant()), 'Since when; null if it is not.'),
  rating: described(nullable(integer(1, 5)), 'From 1 to 5, or null.'),
}));

export const SetContentStatus = shape('SetContentStatusRequest', () => ({
  status: optional(
    described(
      oneOf(...CONTENT_STATUSES),
      'completed means 100. not_started clears all but lists, rating and completionCount.',
    ),
  ),
  progressPercent: optional(
    described(
      percent(),
      'Below what is reached it changes nothing; 95 and over completes. Not for a program that has children.',
    ),
  ),
  positionSeconds: optional(described(seconds(), 'Where the member is.')),
  rating: optional(described(nullable(integer(1, 5)), 'From 1 to 5; null takes it back.')),
}));

export const ContentStatusList = object(() => ({
  object: Type.Literal('list'),
  url: Type.String(),
  data: Type.Array(ContentStatus),
  hasMore: described(Type.Literal(false), 'All are there.'),
  nextCursor: Type.Null(),
  previousCursor: Type.Null(),
  missingIds: described(Type.Array(id()), 'The ids that name no entry that the member can see.'),
}));

export type ContentStatusResponse = Static<typeof ContentStatus>;
export type SetContentStatusBody = Static<typeof SetContentStatus>;
export type ListReason = (typeof LIST_REASONS)[number];

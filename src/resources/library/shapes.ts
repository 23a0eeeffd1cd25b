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
  status: described(oneOf(...CONTENT_STATUSES), '`not_started` if the member has no activity with it.'),
  progressPercent: described(percent(), 'The percentage completed. 100 once completed.'),
  positionSeconds: described(seconds(), 'The position to resume from.'),
  startedAt: described(nullable(instant()), 'Time at which it was first played or updated. `null` before that.'),
  completedAt: described(nullable(instant()), 'Time at which it was completed. `null` before that.'),
  lastViewedAt: described(nullable(instant()), 'Time at which it was last played or updated.'),
  completionCount: described(count(), 'The number of times it was completed. `not_started` does not clear it.'),
  isFavorite: described(flag(), 'Whether it is a favorite.'),
  favoritedAt: described(nullable(instant()), 'Time at which it was added. `null` if it was not.'),
  isWatchLater: described(flag(), 'Whether it is saved to watch later.'),
  watchLaterAt: described(nullable(instant()), 'Time at which it was added. `null` if it was not.'),
  rating: described(nullable(integer(1, 5)), 'The rating from 1 to 5, or `null`.'),
}));

export const SetContentStatus = shape('SetContentStatusRequest', () => ({
  status: optional(
    described(
      oneOf(...CONTENT_STATUSES),
      '`completed` means 100. `not_started` clears everything except lists, rating, and `completionCount`.',
    ),
  ),
  progressPercent: optional(
    described(
      percent(),
      'Values below the current progress change nothing; 95 and above completes the entry. Not for programs with ' +
        'children.',
    ),
  ),
  positionSeconds: optional(described(seconds(), "The member's position.")),
  rating: optional(described(nullable(integer(1, 5)), 'From 1 to 5. `null` removes the rating.')),
}));

export const ContentStatusList = object(() => ({
  object: Type.Literal('list'),
  url: Type.String(),
  data: Type.Array(ContentStatus),
  hasMore: described(Type.Literal(false), 'All results are returned.'),
  nextCursor: Type.Null(),
  previousCursor: Type.Null(),
  missingIds: described(Type.Array(id()), 'The IDs that match no entry the member can see.'),
}));

export type ContentStatusResponse = Static<typeof ContentStatus>;
export type SetContentStatusBody = Static<typeof SetContentStatus>;
export type ListReason = (typeof LIST_REASONS)[number];

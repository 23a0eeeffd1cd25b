import type { Expansion } from '../../http/expansions.ts';
import { clientIdOf } from '../../kernel/caller.ts';
import { NOT_STARTED } from './progress/progress.ts';
import { statusesOf } from './queries.ts';
import type { ContentStatusResponse } from './shapes.ts';
import type { StatusRow } from './tables.ts';

const UNTOUCHED = { ...NOT_STARTED, favoritedAt: null, watchLaterAt: null, rating: null };

/** What a member did with an entry, also where that is nothing yet. */
export const contentStatusView = (contentEntryId: string, row: StatusRow | undefined): ContentStatusResponse => {
  const status = row ?? UNTOUCHED;
  return {
    object: 'content_status',
    contentEntryId,
    status: status.status,
    progressPercent: status.progressPercent,
    positionSeconds: status.positionSeconds,
    startedAt: status.startedAt,
    completedAt: status.completedAt,
    lastViewedAt: status.lastViewedAt,
    completionCount: status.completionCount,
    isFavorite: status.favoritedAt !== null,
    favoritedAt: status.favoritedAt,
    isWatchLater: status.watchLaterAt !== null,
    watchLaterAt: status.watchLaterAt,
    rating: status.rating,
  };
};

/** `expand[]=memberStatus` of entries: the member's own status; null without a member. */
export const memberStatusExpansion: Expansion = {
  from: 'id',
  readBy: 'members',
  load(read, entryIds, caller) {
    const clientId = clientIdOf(caller);
    if (clientId === undefined) return new Map();
    const rows = statusesOf(read, clientId, entryIds);
    return new Map(entryIds.map((id) => [id, contentStatusView(id, rows.get(id))]));
  },
};

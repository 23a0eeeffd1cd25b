import { type Static, Type } from '@sinclair/typebox';
import type { Read } from '../../database/database.ts';
import { type Call, WithStatus } from '../../http/operations/call.ts';
import { memberOperations } from '../../http/operations/declare.ts';
import { at } from '../../http/operations/example.ts';
import type { MemberCaller } from '../../kernel/caller.ts';
import { isUuid, storedId } from '../../kernel/ids.ts';
import { invalidParam } from '../../kernel/problem.ts';
import { described, line, object, oneOf, optional } from '../../kernel/schemas.ts';
import { PublishedEntry, readableAmong, requireUnlocked } from '../content/entries/access.ts';
import type { EntryRow } from '../content/entries/record.ts';
import { requireTypeKey } from '../content/types/queries.ts';
import type { PosterUrl } from '../content-media/view.ts';
import { ENTRIES } from '../demo-ids.ts';
import type { Reactions } from '../reactions.ts';
import { setFavorite, setWatchLater } from './lists.ts';
import { ListedEntryList, listedEntries, listedEntry, WatchLaterEntryList } from './member-lists.ts';
import { requireMeaning } from './progress/progress.ts';
import type { StatusChange } from './progress/store.ts';
import { statusesOf, statusOf } from './queries.ts';
import { ContentStatus, ContentStatusList, LIST_REASONS, SetContentStatus } from './shapes.ts';
import { setStatus } from './status.ts';
import { contentStatusView } from './view.ts';

const MAX_IDS = 100;

const Bulk = object(() => ({
  ids: described(Type.String({ minLength: 1 }), `Up to ${MAX_IDS} entry IDs, separated by commas.`),
}));

/** The ids in their order, each once. @throws Problem 400 for more than 100, and for an id that is no UUID. */
const askedIds = (text: string): string[] => {
  const ids = text.split(',', MAX_IDS + 1).map((id) => storedId(id.trim()));
  if (ids.length > MAX_IDS)
    throw invalidParam('ids', `'ids' has more than ${MAX_IDS} IDs. Send fewer at a time.`, { reason: 'not_accepted' });
  const wrong = ids.find((id) => !isUuid(id));
  if (wrong !== undefined)
    throw invalidParam('ids', "'ids' must be UUIDs, separated by commas.", { reason: 'not_accepted' });
  return [...new Set(ids)];
};

const entry = at(ENTRIES.morningFlow);
const onEntry = { on: PublishedEntry, response: ContentStatus, example: entry };

type MemberEntryCall = Call<MemberCaller, unknown, unknown, EntryRow>;

const shown = ({ record }: MemberEntryCall, { after }: StatusChange) => contentStatusView(record.id, after);

/** The view after an entry was put onto a list: 200 where it was there already. */
const added = (call: MemberEntryCall, change: StatusChange, list: 'favoritedAt' | 'watchLaterAt') => {
  const view = shown(call, change);
  return change.before[list] === null ? view : new WithStatus(200, view);
};

const bulk = (read: Read, caller: MemberCaller, { ids }: Static<typeof Bulk>) => {
  const asked = askedIds(ids);
  const readable = readableAmong(read, caller, asked);
  const found = asked.filter((id) => readable.has(id));
  const rows = statusesOf(read, caller.clientId, found);
  return {
    object: 'list',
    url: '/v2/member/content/status/bulk',
    data: found.map((id) => contentStatusView(id, rows.get(id))),
    hasMore: false,
    nextCursor: null,
    previousCursor: null,
    missingIds: asked.filter((id) => !readable.has(id)),
  };
};

interface LibraryDeps {
  readonly reactions: Reactions;
  readonly posterUrl: PosterUrl;
}

export const libraryOperations = ({ reactions, posterUrl }: LibraryDeps) =>
  memberOperations(({ list, read, write }) => [
    read(
      'GET /v2/member/content/:id/status',
      'getContentStatus',
      {
        summary: "Retrieve the member's status for a content entry",
        description: 'What the member has done with the entry; `not_started` if nothing yet.',
        ...onEntry,
      },
      (read, { caller, record }) => contentStatusView(record.id, statusOf(read, caller.clientId, record.id)),
    ),
    write(
      'PUT /v2/member/content/:id/status',
      'setContentStatus',
      {
        reads: 'getContentStatus',
        summary: "Update the member's status, progress, position, or rating for a content entry",
        description:
          'The first update starts the entry. Progress never decreases, unless you send `not_started`, which ' +
          'clears everything except favorites, watch later, rating, and `completionCount`. A program with children ' +
          'does not take progress; it is derived from its children. Fails with 403 `content_locked` if the member ' +
          'cannot open the entry.',
        ...onEntry,
        body: SetContentStatus,
        isBodyRequired: true,
        example: { ...entry, body: { progressPercent: 40, positionSeconds: 480, rating: 5 } },
      },
      (tx, { caller, record, body }) => {
        requireMeaning(body);
        requireUnlocked(tx, caller, record);
        return contentStatusView(record.id, setStatus(tx, caller, record, body, reactions));
      },
    ),
    read(
      'GET /v2/member/content/status/bulk',
      'getContentStatuses',
      {
        summary: "List the member's statuses for several content entries",
        description: 'Returned in the order of `ids`. The IDs of entries the member cannot see are in `missingIds`.',
        query: Bulk,
        response: ContentStatusList,
        example: { query: { ids: ENTRIES.morningFlow } },
      },
      (read, { caller, query }) => bulk(read, caller, query),
    ),
    list(
      'GET /v2/member/content/my-list',
      'listMyContent',
      {
        summary: "List the member's content entries",
        description:
          'Returns favorites, watch later, and entries in progress, latest change first. `listReasons` says why ' +
          'each entry is included.',
        filters: { filter: optional(oneOf(...LIST_REASONS)), type: optional(line(50)) },
        response: ListedEntryList,
        example: { query: { filter: 'in_progress' } },
      },
      (read, { caller, page, query: { filter, type } }) => {
        requireTypeKey(read, { type });
        return listedEntries(read, posterUrl, caller, page, { list: filter ?? 'any', type }, listedEntry);
      },
    ),
    write(
      'POST /v2/member/content/:id/favorite',
      'addFavorite',
      {
        summary: 'Add an entry to the favorites',
        description: 'Returns 201 if it was added, and 200 if it was already there.',
        ...onEntry,
        status: 201,
        alsoResponds: { 200: ContentStatus },
      },
      (tx, call) => added(call, setFavorite(tx, call.caller.clientId, call.record.id, true), 'favoritedAt'),
    ),
    write(
      'DELETE /v2/member/content/:id/favorite',
      'removeFavorite',
      {
        summary: 'Remove an entry from the favorites',
        description: 'Succeeds even if it was not there.',
        ...onEntry,
      },
      (tx, call) => shown(call, setFavorite(tx, call.caller.clientId, call.record.id, false)),
    ),
    write(
      'POST /v2/member/content/:id/watch-later',
      'addToWatchLater',
      {
        summary: 'Add an entry to watch later',
        description: 'Returns 201 if it was added, and 200 if it was already there.',
        ...onEntry,
        status: 201,
        alsoResponds: { 200: ContentStatus },
      },
      (tx, call) => added(call, setWatchLater(tx, call.caller.clientId, call.record.id, true), 'watchLaterAt'),
    ),
    write(
      'DELETE /v2/member/content/:id/watch-later',
      'removeFromWatchLater',
      {
        summary: 'Remove an entry from watch later',
        description: 'Succeeds even if it was not there.',
        ...onEntry,
      },
      (tx, call) => shown(call, setWatchLater(tx, call.caller.clientId, call.record.id, false)),
    ),
    list(
      'GET /v2/member/content/watch-later',
      'listWatchLater',
      {
        summary: 'List the entries saved to watch later',
        description: 'Returns the entries the member wants to watch later, last added first.',
        response: WatchLaterEntryList,
      },
      (read, { caller, page }) => listedEntries(read, posterUrl, caller, page, { list: 'watchLaterAdded' }),
    ),
  ]);

// Who may open an entry (content.md "Who reads").

import type { Read } from '../../../database/database.ts';
import { type Caller, clientIdOf, type SiteAccess } from '../../../kernel/caller.ts';
import { lazily } from '../../../kernel/lazily.ts';
import { forbidden, notFound } from '../../../kernel/problem.ts';
import { unpackList } from '../../../records/json.ts';
import { reachesOneOf } from '../../../records/site-scope.ts';
import { openArticleEntries } from '../../challenges/articles/queries.ts';
import { liveChallengeIds } from '../../challenges/queries.ts';
import { usableNow } from '../../packages/usable.ts';
import { type ProgramDays, programDays, waitingAmong } from './days.ts';
import { isPublished } from './publishing/publication.ts';
import {
  type EntryAccess,
  entryAccess,
  entryOf,
  hiddenChildren,
  publishedAmong,
  siteListsOfChildren,
} from './queries.ts';
import type { EntryRow, LockReason } from './record.ts';

export interface Lock {
  readonly isLocked: boolean;
  readonly lockReason: LockReason | null;
}

const HOME = 'select "homeLocationId" as "id" from "clients" where "id" = ?';

const homeOf = (read: Read, clientId: string): string | undefined =>
  read.db.query<{ id: string }, [string]>(HOME).get(clientId)?.id;

/** The sites whose entries someone reads, for a member the home site; null for all. */
export const readableSites = (read: Read, caller: Caller): readonly string[] | null => {
  if (caller.kind !== 'member') return caller.siteIds;
  const home = homeOf(read, caller.clientId);
  return home === undefined ? [] : [home];
};

/** Whether an entry is published now, at one of some sites. */
export const isReadableAt = (read: Read, access: SiteAccess, row: EntryAccess): boolean =>
  isPublished(row, read.now) && reachesOneOf(access, row.siteIds);

/** Whether an entry is published now, at a site of the caller. */
const isReadable = (read: Read, caller: Caller, row: EntryAccess): boolean =>
  isReadableAt(read, { siteIds: readableSites(read, caller) }, row);

/** Who may open the entry with this id; undefined unless it is published now, at a site of the caller. */
export const readableAccess = (read: Read, caller: Caller, id: string): EntryAccess | undefined => {
  const row = entryAccess(read, id);
  return row !== undefined && isReadable(read, caller, row) ? row : undefined;
};

/** The entry with this id or slug. @throws Problem 404 unless it is published now, at a site of the caller. */
export const findPublished = (read: Read, caller: Caller, idOrSlug: string): EntryRow => {
  const row = entryOf(read, idOrSlug);
  if (row === undefined || !isReadable(read, caller, row)) throw notFound('content entry', idOrSlug);
  return row;
};

export const PublishedEntry = { find: findPublished, takesSlug: true };

/** The ids of the entries among some that are published now, at a site of the caller. One query. */
export const readableAmong = (read: Read, caller: Caller, ids: readonly string[]): ReadonlySet<string> => {
  if (ids.length === 0) return new Set();
  const access = { siteIds: readableSites(read, caller) };
  const found = publishedAmong(read, ids).filter(({ siteIds }) => reachesOneOf(access, siteIds));
  return new Set(found.map(({ id }) => id));
};

/** The ids of the children that some programs do not show, by program: those that are not published now, or at none of some sites. */
export const hiddenIn = (
  read: Read,
  access: SiteAccess,
  programIds: readonly string[],
): ReadonlyMap<string, ReadonlySet<string>> => {
  if (programIds.length === 0) return new Map();
  const lists = access.siteIds === null ? [] : siteListsOfChildren(read, programIds);
  const others = lists.filter((list) => !reachesOneOf(access, list));
  const hidden = new Map<string, Set<string>>();
  for (const { programId, entryId } of hiddenChildren(read, programIds, others)) {
    const ids = hidden.get(programId) ?? new Set();
    hidden.set(programId, ids.add(entryId));
  }
  return hidden;
};

const usablePlans = (read: Read, clientId: string): ReadonlySet<string | null> =>
  new Set(usableNow(read, clientId).map(({ planId }) => planId));

/** Whether one of `owned` is listed; any of them where nothing is. */
const opensOne = (owned: ReadonlySet<string | null>, listed: string | null): boolean => {
  const ids = unpackList<string>(listed);
  return ids.length === 0 ? owned.size > 0 : ids.some((id) => owned.has(id));
};

/** The `rows` whose day in a program has not come yet. */
const waitingChildren = (read: Read, clientId: string, rows: readonly EntryAccess[]): ReadonlySet<string> => {
  const home = homeOf(read, clientId);
  const ids = rows.map(({ id }) => id);
  const days = home === undefined ? undefined : programDays(read, clientId, home, ids);
  return days === undefined ? new Set() : waitingAmong(read, ids, days);
};

/**
 * Whether a member may open each of `rows`, by id; null where no one signed in asks. One query for each kind of access
 * that the rows have.
 */
export const locksOf = (read: Read, caller: Caller, rows: readonly EntryAccess[]): Map<string, Lock | null> => {
  const clientId = clientIdOf(caller);
  if (clientId === undefined) return new Map(rows.map(({ id }) => [id, null]));
  const plans = lazily(() => usablePlans(read, clientId));
  const challenges = lazily(() => liveChallengeIds(read, clientId));
  const articles = lazily(() => openArticleEntries(read, clientId));
  const waiting = waitingChildren(read, clientId, rows);
  const reasonOf = (row: EntryAccess): LockReason | null => {
    if (row.access === 'package' && !opensOne(plans(), row.accessPlanIds)) return 'package_required';
    if (row.access === 'challenge' && !opensOne(challenges(), row.accessChallengeIds)) return 'challenge_required';
    return waiting.has(row.id) ? 'not_unlocked_yet' : null;
  };
  return new Map(
    rows.map((row) => {
      const reason = reasonOf(row);
      // An enrollment opens the articles of its challenge, whatever they ask for elsewhere.
      const lockReason = reason !== null && articles().has(row.id) ? null : reason;
      return [row.id, { isLocked: lockReason !== null, lockReason }];
    }),
  );
};

const HINTS: Readonly<Record<LockReason, string>> = {
  package_required: 'You need an active package that includes it.',
  challenge_required: 'You need to join a challenge that includes it.',
  not_unlocked_yet: 'Its day in the program has not come yet.',
};

/** @throws Problem 403 `content_locked` when the caller is a member who may not open the entry. */
export const requireUnlocked = (read: Read, caller: Caller, row: EntryAccess): void => {
  const reason = locksOf(read, caller, [row]).get(row.id)?.lockReason ?? null;
  if (reason === null) return;
  throw forbidden(`'${row.title}' is locked (${reason}). ${HINTS[reason]}`, 'content_locked');
};

/** What decides which entries a member may open, for all entries together. */
export interface Opened {
  /** The plans of packages that can be used now; null for one without a plan. */
  readonly plans: ReadonlySet<string | null>;
  readonly challenges: ReadonlySet<string>;
  /** The entries that enrollments open, whatever they ask for. */
  readonly articles: ReadonlySet<string>;
  /** The programs that open by days; undefined where there are no such programs. */
  readonly days: ProgramDays | undefined;
}

/** What decides which entries someone may open, as `locksOf` does; null for all of them, where no one signed in asks. */
export const openedTo = (read: Read, caller: Caller): Opened | null => {
  const clientId = clientIdOf(caller);
  if (clientId === undefined) return null;
  const home = homeOf(read, clientId);
  const days = home === undefined ? undefined : programDays(read, clientId, home);
  const articles = openArticleEntries(read, clientId);
  return {
    plans: usablePlans(read, clientId),
    challenges: liveChallengeIds(read, clientId),
    articles,
    days: days && { ...days, opened: [...articles] },
  };
};

import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Read } from '../../database/database.ts';
import { pagesOf } from '../../records/pages.ts';
import { named, query, selectRows } from '../../records/query.ts';
import { type SessionRow, VideoSession } from './record.ts';
import type { VideoResumeResponse } from './shapes.ts';
import { abandonedBefore } from './view.ts';
import { type Seen, unpackSeen } from './watching/seen.ts';
import { percentSeen, resumeAt } from './watching/share.ts';

const { table: sessions } = VideoSession;

const ofMedia = () =>
  and(eq(sessions.clientId, named('clientId')), eq(sessions.contentMediaId, named('contentMediaId')));

// SQLite uses a partial index only where the statement has the index's own condition.
const isNewest = () => sql`${sessions.isNewest} = 1`;

const newest = query<SessionRow>(() => selectRows(sessions, ofMedia(), isNewest()));

const openOnes = query<SessionRow>(() => selectRows(sessions, ofMedia(), 'deviceType', isNull(sessions.endedAt)));

export const openSession = (
  read: Read,
  clientId: string,
  contentMediaId: string,
  deviceType: string,
): SessionRow | undefined => openOnes.get(read, { clientId, contentMediaId, deviceType });

const abandoned = query<SessionRow>(() =>
  selectRows(
    sessions,
    isNull(sessions.endedAt),
    sql`coalesce(${sessions.lastHeartbeatAt}, ${sessions.startedAt}) <= ${named('before')}`,
  ).limit(named('limit')),
);

/** At most `limit` sessions that are abandoned now, and that no job has closed yet. */
export const abandonedSessions = (read: Read, limit: number): SessionRow[] =>
  abandoned.all(read, { before: abandonedBefore(read.nowMs), limit });

/** The newest session of each media of a member, the newest first. */
export const historyPage = pagesOf<SessionRow>(sessions, () => ({
  direction: 'descending',
  indexed: {
    completed: sql`(${sessions.clientId}, ${sessions.status} = 'completed') = (${named('clientId')}, ${named('completed')})`,
  },
  filters: { clientId: sql`${eq(sessions.clientId, named('clientId'))} and ${isNewest()}` },
  collection: 'clientId',
  sites: null,
}));

export interface MediaView {
  readonly seen: Seen;
  readonly completedAt: string | null;
}

interface ViewRow {
  readonly seen: string;
  readonly completedAt: string | null;
}

const VIEW = 'select "seen", "completedAt" from "videoViews" where "clientId" = ? and "contentMediaId" = ?';

/** Undefined where the member has never started it, or has reset its entry. */
export const viewOf = (read: Read, clientId: string, contentMediaId: string): MediaView | undefined => {
  const row = read.db.query<ViewRow, [string, string]>(VIEW).get(clientId, contentMediaId);
  return row === null ? undefined : { seen: unpackSeen(row.seen), completedAt: row.completedAt };
};

export interface Watcher {
  /** The wall time up to which it is credited, epoch ms. */
  readonly watchedUntil: number;
  /** The milliseconds of videos that are in no fact yet. */
  readonly unrecordedMs: number;
  /** The last millisecond of the local day of these, epoch ms. */
  readonly dayEndsAt: number;
}

const WATCHER = 'select "watchedUntil", "unrecordedMs", "dayEndsAt" from "videoWatchers" where "clientId" = ?';
const NEW_WATCHER: Watcher = { watchedUntil: 0, unrecordedMs: 0, dayEndsAt: 0 };

export const watcherOf = (read: Read, clientId: string): Watcher =>
  read.db.query<Watcher, [string]>(WATCHER).get(clientId) ?? NEW_WATCHER;

/** Where a member continues with a media, from the newest session of it. */
export const resumeOf = (
  read: Read,
  clientId: string,
  { id: contentMediaId, durationSeconds }: { readonly id: string; readonly durationSeconds: number | null },
): VideoResumeResponse => {
  const view = viewOf(read, clientId, contentMediaId);
  const session = view && newest.get(read, { clientId, contentMediaId });
  return {
    object: 'video_resume',
    contentMediaId,
    positionSeconds: session === undefined ? 0 : resumeAt(session.positionSeconds, durationSeconds),
    durationSeconds,
    percentComplete: view === undefined ? 0 : percentSeen(view.seen, durationSeconds),
    isCompleted: (view?.completedAt ?? null) !== null,
    updatedAt: session?.updatedAt ?? null,
  };
};

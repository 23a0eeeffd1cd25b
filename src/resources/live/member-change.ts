import type { Read } from '../../database/database.ts';
import type { MemberCaller } from '../../kernel/caller.ts';
import { idsIn } from './change.ts';
import { type FollowedSession, hasPlaceIn, type LiveRow, sessionsOf } from './queries.ts';

/** A change of a session, or of a booking in it. */
interface MemberChange {
  readonly sessionId: string;
  readonly siteId: string;
  readonly isPrivate: boolean;
  /** Whose booking has changed. */
  readonly clientId: string | undefined;
  /** What this client gets: which booking, and what has happened to it. */
  readonly ownText: string;
  /** What everyone else gets: that the session is another one than it was, never by whom. */
  readonly text: string;
}

const message = (id: string, data: object): string => `id: ${id}\ndata: ${JSON.stringify({ id, ...data })}\n\n`;

const changeOf = ({ id, type, createdAt: version, body }: LiveRow, { siteId, isPrivate }: FollowedSession) => {
  const { sessionId = '', bookingId, clientId } = idsIn(body);
  return {
    sessionId,
    siteId,
    isPrivate: isPrivate === 1,
    clientId,
    ownText: message(id, { type, version, bookingId, sessionId }),
    text: message(id, { type: 'session.changed', version, sessionId }),
  };
};

/** The changes of some events that members may see, with their sessions in one query. */
export const memberChangesOf = (read: Read, rows: readonly LiveRow[]): MemberChange[] => {
  const relevant = rows.filter(({ type }) => type.startsWith('booking.') || type.startsWith('session.'));
  const ids = relevant.map(({ body }) => idsIn(body).sessionId ?? '');
  const sessions = new Map(sessionsOf(read, [...new Set(ids)]).map((session) => [session.id, session]));
  return relevant.flatMap((row, index) => {
    const session = sessions.get(ids[index] ?? '');
    return session === undefined ? [] : [changeOf(row, session)];
  });
};

/**
 * What a member gets of a change: all of their own bookings, and of the sessions that the member looks at that they have
 * changed. Without ids these are the sessions of the site that the member can see.
 */
export const tellMember =
  ({ clientId, siteId }: MemberCaller, sessionIds: ReadonlySet<string> | undefined, view: () => Read) =>
  (change: MemberChange): string | undefined => {
    if (change.clientId === clientId) return change.ownText;
    const isFollowed = sessionIds === undefined ? change.siteId === siteId : sessionIds.has(change.sessionId);
    if (!isFollowed) return undefined;
    return change.isPrivate && !hasPlaceIn(view(), change.sessionId, clientId) ? undefined : change.text;
  };

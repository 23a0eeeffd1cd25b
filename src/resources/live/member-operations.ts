import { Type } from '@sinclair/typebox';
import { requireLiveClient } from '../../auth/members/member-caller.ts';
import { memberOnlyOperations } from '../../http/operations/declare.ts';
import type { MemberCaller } from '../../kernel/caller.ts';
import { Problem } from '../../kernel/problem.ts';
import { described, id, object, optional } from '../../kernel/schemas.ts';
import { LIMITS, LiveHub } from './hub.ts';
import { memberChangesOf, tellMember } from './member-change.ts';
import { eventsAt, type LiveDeps, setStreamHeaders } from './operations.ts';

const PATH = '/public-api/v2/member/live';

/** A page shows a day, or a week of a small site. */
const MOST_SESSIONS = 100;

const Query = object(() => ({
  session_id: optional(
    described(
      Type.Array(id(), { maxItems: MOST_SESSIONS }),
      'The sessions shown on the page, each as a separate parameter. Defaults to all sessions of the site.',
    ),
  ),
}));

/**
 * Phones and tabs of a member. Anyone may sign up where sign-up is open, so the accounts of one person leave room for
 * others; a studio's Wi-Fi needs no more. A page that gets no stream asks every 30 seconds.
 */
export const MEMBER_LIMITS = { ...LIMITS, perCredential: 6, perAddress: 100 } as const;

export const memberLiveOperations = ({ store, signal, callerIn, requests }: LiveDeps) => {
  // Apart from the streams of the desk, so that no number of members takes one from it.
  const hub = new LiveHub(store, signal, memberChangesOf, MEMBER_LIMITS);
  /** The same caller, as long as the credential of an open stream works and belongs to the same client. */
  const callerNow = (request: Request, caller: MemberCaller): MemberCaller | undefined => {
    try {
      const read = store.view();
      const now = callerIn(read, request);
      if (now.kind !== 'signed-in' || !('id' in now.client) || now.client.id !== caller.clientId) return undefined;
      requireLiveClient(read, caller);
      return caller;
    } catch (error) {
      if (error instanceof Problem) return undefined;
      throw error;
    }
  };
  return memberOnlyOperations(({ exchange }) => [
    exchange(
      `GET ${PATH}`,
      'streamMemberChanges',
      {
        summary: 'Stream changes for the member as server-sent events',
        description:
          "For the member's bookings: the event's ID as `id`, and as data its type, `bookingId`, `sessionId`, and " +
          '`version`, the time of the change. For sessions the member can see: `session.changed` with `sessionId` ' +
          'when the session, or who has booked it, has changed; reload it then. `reset` means you should reload ' +
          'everything; `end` says why the stream ends: `signed_out`, `renew`, `too_slow`, or `stopping`. A comment ' +
          'is sent every 20 seconds. A member can have up to 6 streams, and a network address 100; after 429, poll ' +
          'every 30 seconds.',
        query: Query,
        protocol: eventsAt(PATH),
        isExtension: true,
      },
      async ({ caller, query }, request, headers) => {
        const { session_id: sessionIds }: { readonly session_id?: readonly string[] } = query;
        setStreamHeaders(headers);
        // The router would read the whole stream for its length, and it never ends.
        if (request.method === 'HEAD') return new Response(null);
        const lastEventId = request.headers.get('last-event-id') || undefined;
        const tell = tellMember(caller, sessionIds && new Set(sessionIds), () => store.view());
        return new Response(
          hub.open({
            caller,
            address: requests.attemptsKeyOf(request),
            tell,
            lastEventId,
            callerNow: () => callerNow(request, caller),
          }),
        );
      },
    ),
  ]);
};

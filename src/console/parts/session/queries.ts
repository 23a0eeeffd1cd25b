import { queryOptions, useQuery } from '@tanstack/react-query';
import { client, send } from '../../api/client.ts';
import type { ResponseOf, Schemas } from '../../api/types.ts';
import { PREVIEW } from '../../live/refresh.ts';
import { siteInstructorsQuery } from '../../session/people.ts';
import { useCan } from '../../session/session.ts';
import { keptCheckIns } from '../desk/offline-check-ins.ts';

/** Who is in a session, in sections. */
export type Roster = ResponseOf<'getRoster'>;
type Section = Roster['sections'][number];
export type SectionName = Section['section'];
/** A booking of the roster, with its client and the package that pays. */
export type Entry = Section['bookings'][number];
export type Session = Roster['session'];
export type CancelPreview = Schemas['BookingCancelPreview'];

/** The roster with the check-ins that wait for the connection. */
const withKept = (roster: Roster): Roster => {
  const here = keptCheckIns().flatMap((each) =>
    'bookingId' in each && each.refused === undefined
      ? [[each.bookingId, { status: 'attended', checkedInAt: each.at }] as const]
      : [],
  );
  return here.length === 0 ? roster : withChanged(roster, new Map(here));
};

export const rosterQuery = (sessionId: string) =>
  queryOptions({
    queryKey: ['roster', sessionId],
    queryFn: async () => {
      const path = { id: sessionId };
      const roster = (await send(client.GET('/manage/sessions/{id}/roster', { params: { path } }))) as Roster;
      return withKept(roster);
    },
  });

/** What someone decides about a cancellation. */
export interface CancelChoice {
  readonly isLateCancel?: boolean;
  readonly waivePenalty?: boolean;
}

/** What canceling a booking would do, said by the server. */
export const cancelPreviewQuery = (bookingId: string, choice: CancelChoice) =>
  queryOptions({
    queryKey: ['roster', 'cancel-preview', bookingId, choice],
    meta: PREVIEW,
    queryFn: async () =>
      (await send(
        client.POST('/v2/bookings/{id}/cancel', {
          params: { path: { id: bookingId }, query: { dry_run: true } },
          body: choice,
        }),
      )) as CancelPreview,
    staleTime: 0,
    gcTime: 0,
  });

/** Finds clients by name, phone or card, with what stands against booking them. */
export const findClientsQuery = (text: string, siteId: string) =>
  queryOptions({
    queryKey: ['clients', 'desk', text, siteId],
    queryFn: () => send(client.GET('/manage/search', { params: { query: { q: text, location_id: siteId } } })),
    enabled: text.trim().length > 1,
    staleTime: 10_000,
  });

export const sectionOf = (roster: Roster, name: SectionName): readonly Entry[] =>
  roster.sections.find(({ section }) => section === name)?.bookings ?? [];

/** The bookings in the order of the page. */
export const entriesOf = (roster: Roster): readonly Entry[] => roster.sections.flatMap(({ bookings }) => bookings);

const SECTION_OF: Readonly<Record<Entry['status'], SectionName>> = {
  confirmed: 'expected',
  attended: 'here',
  noshow: 'no_show',
  waitlisted: 'waiting',
  cancelled: 'cancelled',
};

/** The roster after bookings have changed: each in its new section, and the seats counted again. */
export const withChanged = (roster: Roster, changes: ReadonlyMap<string, Partial<Entry>>): Roster => {
  const all = entriesOf(roster).map((entry) => ({ ...entry, ...changes.get(entry.id) }));
  const sections = roster.sections.map(({ section }) => {
    const bookings = all.filter(({ status }) => SECTION_OF[status] === section);
    return { section, count: bookings.length, bookings };
  });
  const counts = Object.fromEntries(sections.map(({ section, count }) => [section, count]));
  const { expected = 0, here = 0, no_show: noShowCount = 0, waiting: waitlistCount = 0 } = counts;
  const session = {
    ...roster.session,
    attendedCount: here,
    noShowCount,
    waitlistCount,
    bookedCount: expected + here + noShowCount,
  };
  return { ...roster, session, sections };
};

/** Who teaches at a site, for anyone who may read that; else no one. */
export const useInstructors = (siteId: string) =>
  useQuery({ ...siteInstructorsQuery(siteId), enabled: useCan()('staff:read') });

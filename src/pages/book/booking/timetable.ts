import type { MemberSessionResponse } from '../../../resources/sessions/shapes.ts';
import type { PublicSessionResponse } from '../../../resources/studio/shapes.ts';
import { publicPartOf } from '../public/class-row.ts';
import { shownDay } from '../public/days.ts';
import { type Chosen, timetablePageOf } from '../public/timetable.ts';
import { daysOfWeek, type Sought, weekPageOf } from '../public/week.ts';
import type { BookPage, MemberVisit } from '../visit.ts';
import type { RowPart } from './actions.ts';
import { ownPart } from './booking-state.ts';
import { ownPasses, passCard } from './passes.ts';
import { remindedSessions } from './remind.ts';
import { type BookingOfClass, memberDays, ownAhead, shownSession } from './sessions.ts';

/** The classes as their rows show them, and what the member has in each. */
const ownRows = async (
  visit: MemberVisit,
  sessions: readonly MemberSessionResponse[],
  ahead: readonly BookingOfClass[],
) => {
  const { context } = visit;
  const hasLater = sessions.some(({ eligibility }) => eligibility.reason === 'not_open_yet');
  const reminded = hasLater ? await remindedSessions(visit) : undefined;
  const byId = new Map(sessions.map((session) => [session.id, session]));
  return {
    sessions: sessions.map((each) => shownSession(each, context.site.showPlaces)),
    partOf: (shown: PublicSessionResponse): RowPart => {
      const session = byId.get(shown.id);
      return session === undefined ? publicPartOf(context, shown) : ownPart(context, session, ahead, reminded);
    },
  };
};

export const memberTimetable = async (visit: MemberVisit, asked: Partial<Chosen>): Promise<BookPage> => {
  const { context } = visit;
  const day = shownDay(context, asked.day);
  const [sessions, ahead, passes] = await Promise.all([memberDays(visit, day), ownAhead(visit), ownPasses(visit)]);
  const [pass] = passes;
  const own = {
    ...(await ownRows(visit, sessions, ahead)),
    // Who waits has no class yet.
    days: new Set(ahead.flatMap(({ status, session }) => (status === 'waitlisted' ? [] : [session.localDate]))),
    pass: pass === undefined ? undefined : passCard(context, pass, 'h2'),
  };
  return timetablePageOf(context, { ...asked, day }, own);
};

export const memberWeek = async (visit: MemberVisit, sought: Sought): Promise<BookPage> => {
  const { context } = visit;
  const days = daysOfWeek(context, sought.day);
  const [first = ''] = days;
  const [sessions, ahead] = await Promise.all([memberDays(visit, first, days.at(-1)), ownAhead(visit)]);
  return weekPageOf(context, sought, await ownRows(visit, sessions, ahead));
};

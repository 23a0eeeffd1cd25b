import { publicPartOf } from '../public/class-row.ts';
import { shownDay } from '../public/days.ts';
import { type Chosen, timetablePageOf } from '../public/timetable.ts';
import type { BookPage, MemberVisit } from '../visit.ts';
import { ownPart } from './own-row.ts';
import { ownPasses, passCard } from './passes.ts';
import { remindedSessions } from './remind.ts';
import { memberDay, ownAhead, shownSession } from './sessions.ts';

/** The timetable of a member: the classes of a day with what the member has there. */
export const memberTimetable = async (visit: MemberVisit, asked: Partial<Chosen>): Promise<BookPage> => {
  const { context } = visit;
  const day = shownDay(context, asked.day);
  const [sessions, ahead, passes] = await Promise.all([memberDay(visit, day), ownAhead(visit), ownPasses(visit)]);
  const hasLater = sessions.some(({ eligibility }) => eligibility.reason === 'not_open_yet');
  const reminded = hasLater ? await remindedSessions(visit) : undefined;
  const byId = new Map(sessions.map((session) => [session.id, session]));
  const [pass] = passes;
  return timetablePageOf(
    context,
    { ...asked, day },
    {
      sessions: sessions.map((each) => shownSession(each, context.site.showPlaces)),
      // Who waits has no class yet.
      days: new Set(ahead.flatMap(({ status, session }) => (status === 'waitlisted' ? [] : [session.localDate]))),
      partOf: (shown) => {
        const session = byId.get(shown.id);
        return session === undefined ? publicPartOf(context, shown) : ownPart(context, session, ahead, reminded);
      },
      pass: pass === undefined ? undefined : passCard(context, pass, 'h2'),
    },
  );
};

import type { Read } from '../../../database/database.ts';
import { storedId } from '../../../kernel/ids.ts';
import { isLocalDate } from '../../../kernel/local-time.ts';
import { Problem } from '../../../kernel/problem.ts';
import { publicSession, publicViews } from '../../../resources/studio/timetable.ts';
import { memberClass } from '../booking/class-part.ts';
import { memberTimetable, memberWeek } from '../booking/timetable.ts';
import type { BookContext } from '../layout.ts';
import { gonePage, messagePage, orRefused } from '../messages.ts';
import { WEEK_PATH } from '../paths.ts';
import type { BookPage, Route, Visit } from '../visit.ts';
import { classPageOf } from './class.ts';
import { coachPage } from './coach.ts';
import { framedTimetableOf } from './framed-timetable.ts';
import { plansOf, plansPageOf } from './plans.ts';
import { timetablePageOf } from './timetable.ts';
import { weekPageOf } from './week.ts';

const hiddenPage = (context: BookContext): BookPage =>
  messagePage(context, context.t('book.hiddenTitle'), context.t('book.hidden'));

/** Undefined where the class is not there, or not for strangers. */
const sessionOf = (read: Read, id: string) => {
  try {
    return publicSession(read, id);
  } catch (error) {
    if (error instanceof Problem && error.status === 404) return undefined;
    throw error;
  }
};

const classPage = async (visit: Visit): Promise<BookPage> => {
  const { member } = visit.context;
  if (member !== undefined) return (await memberClass({ ...visit, member })) ?? gonePage(visit.context);
  const { read } = visit.context;
  const row = sessionOf(read, storedId(visit.param('sessionId')) ?? '');
  const context = row === undefined ? undefined : visit.at(row.siteId);
  if (row === undefined || context === undefined) return gonePage(visit.context);
  return classPageOf(context, publicViews(read, [row])(row));
};

const givenIn = ({ url }: Visit) => {
  const given = (name: string): string | undefined => url.searchParams.get(name)?.slice(0, 100).trim() || undefined;
  const day = given('day');
  return {
    day: day !== undefined && isLocalDate(day) ? day : undefined,
    words: given('q'),
    part: given('part'),
    level: given('level'),
    category: given('category'),
    instructor: given('instructor'),
  };
};

const weekPage = (visit: Visit): BookPage | Promise<BookPage> => {
  const named = visit.url.searchParams.get('site') ?? '';
  const context = named === '' ? visit.context : visit.at(storedId(named) ?? '');
  if (context === undefined) return gonePage(visit.context);
  const { member, site } = context;
  if (member !== undefined) return memberWeek({ ...visit, context, member }, givenIn(visit));
  return site.hasTimetable ? weekPageOf(context, givenIn(visit)) : hiddenPage(context);
};

const timetablePage = (visit: Visit): BookPage | Promise<BookPage> => {
  const { context } = visit;
  const { day, category, instructor } = givenIn(visit);
  const asked = { ...(day === undefined ? {} : { day }), category, instructor };
  const { member, site } = context;
  if (member !== undefined) return memberTimetable({ ...visit, member }, asked);
  if (!site.hasTimetable) return hiddenPage(context);
  if (context.embed?.view === 'plans') return plansPageOf(context);
  return context.embed === undefined ? timetablePageOf(context, asked) : framedTimetableOf(context, asked);
};

/** The plans that the API would not sell the member again. */
const hadBy = async ({ previewApi }: Visit, context: BookContext): Promise<ReadonlySet<string>> => {
  const limited = plansOf(context).filter(({ maxPerClient }) => maxPerClient !== null);
  const had = new Set<string>();
  for (const { id: planId } of limited) {
    const body = { planId, acceptTerms: true as const };
    await orRefused(
      (): Promise<object> => previewApi('createPurchase', { body, siteId: context.site.id }),
      ({ code }) => void (code === 'plan_limit_reached' && had.add(planId)),
    );
  }
  return had;
};

const plansPage = async (visit: Visit): Promise<BookPage> => {
  const named = visit.url.searchParams.get('site') ?? '';
  const context = named === '' ? visit.context : visit.at(storedId(named) ?? '');
  if (context === undefined) return gonePage(visit.context);
  if (visit.context.member !== undefined) return plansPageOf(context, { had: await hadBy(visit, context) });
  return context.site.hasTimetable ? plansPageOf(context) : hiddenPage(context);
};

const sitePage = (visit: Visit): BookPage | Promise<BookPage> => {
  const context = visit.at(storedId(visit.param('site')) ?? '');
  return context === undefined ? gonePage(visit.context) : timetablePage({ ...visit, context });
};

/** What strangers see, without signing in. */
export const publicRoutes: readonly Route[] = [
  { path: '/book', who: 'all', isForFrames: true, get: timetablePage },
  { path: '/book/plans', who: 'all', isForFrames: true, get: plansPage },
  { path: WEEK_PATH, who: 'all', get: weekPage },
  { path: '/book/class/:sessionId', who: 'all', isForFrames: true, get: classPage },
  { path: '/book/coach/:instructorId', who: 'all', get: coachPage },
  { path: '/book/:site', who: 'all', isForFrames: true, get: sitePage },
];

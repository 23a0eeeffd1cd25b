import { searchedWords } from '../../../kernel/folding.ts';
import { type Html, html } from '../../../kernel/html.ts';
import { addDays, earlierOf, laterOf } from '../../../kernel/local-time.ts';
import type { PublicSessionResponse } from '../../../resources/studio/shapes.ts';
import type { RowPart } from '../booking/actions.ts';
import { BEFORE, NEXT, SEARCH } from '../icons.ts';
import { type BookContext, sitePath, topOf } from '../layout.ts';
import { WEEK_PATH } from '../paths.ts';
import type { BookPage } from '../visit.ts';
import { zoneNote, zoneWords } from '../zone.ts';
import { classRow, publicPartOf } from './class-row.ts';
import { DAY_PARTS, partOfDay } from './day-parts.ts';
import { classesOf, closureOn, lastDay, shownDay, todayOf } from './days.ts';

const DAYS = 7;

/** What a reader looks for in the classes of a week. */
export interface Sought {
  readonly day: string | undefined;
  readonly words: string | undefined;
  readonly part: string | undefined;
  readonly level: string | undefined;
  readonly category: string | undefined;
  readonly instructor: string | undefined;
}

/** What a member has in the classes of a week. */
export interface OwnWeek {
  readonly sessions: readonly PublicSessionResponse[];
  readonly partOf: (session: PublicSessionResponse) => RowPart;
}

/** The local days of the week that someone asks for. */
export const daysOfWeek = (context: BookContext, asked: string | undefined): readonly string[] => {
  const first = shownDay(context, asked);
  return Array.from({ length: DAYS }, (_, index) => addDays(first, index));
};

/** The address of the classes of a week. */
export const weekPath = ({ site }: Pick<BookContext, 'site'>, day: string, more: Partial<Sought> = {}): string => {
  const { words, part, level, category, instructor } = more;
  const chosen = { day, site: site.id, q: words, part, level, category, instructor };
  const query = Object.entries(chosen).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, value]],
  );
  return `${WEEK_PATH}?${new URLSearchParams(query)}`;
};

/** What is found of a class by its words. */
const textOf = ({ name, category, level, instructor, roomName }: PublicSessionResponse): string =>
  [name, category, level, instructor?.displayName, roomName].filter(Boolean).join(' ');

const matcher = ({ words, part, level, category, instructor }: Sought) => {
  const sought = searchedWords(words ?? '');
  return (session: PublicSessionResponse): boolean => {
    const found = sought.length === 0 ? [] : searchedWords(textOf(session));
    return (
      sought.every((word) => found.some((each) => each.startsWith(word))) &&
      (part === undefined || part === partOfDay(session)) &&
      (level === undefined || level === session.level) &&
      (category === undefined || category === session.category) &&
      (instructor === undefined || instructor === session.instructor?.id)
    );
  };
};

type Choice = readonly [value: string, text: string];

/** A choice of the bar; none where there is nothing to choose. */
const select = (
  name: string,
  { label, none }: { readonly label: string; readonly none: string | undefined },
  choices: readonly Choice[],
  chosen: string | undefined,
): Html | undefined => {
  if (choices.length < 2 && chosen === undefined) return undefined;
  // A choice stays, also where no class of this week has it.
  const all =
    chosen === undefined || choices.some(([value]) => value === chosen)
      ? choices
      : [...choices, [chosen, chosen] as const];
  const option = ([value, text]: Choice): Html =>
    html`<option value="${value}"${value === chosen ? html` selected` : ''}>${text}</option>`;
  return html`<select class="button" data-size="small" name="${name}" aria-label="${label}">${none === undefined ? undefined : option(['', none])}${all.map(option)}</select>`;
};

const namesOf = (values: readonly (string | null)[]): readonly Choice[] =>
  [...new Set(values.flatMap((each) => each ?? []))].toSorted().map((each) => [each, each]);

/** Words, time of day, level, kind, instructor and place, in one bar that works without a script. */
const bar = (context: BookContext, day: string, sought: Sought, all: readonly PublicSessionResponse[]): Html => {
  const { t, studio, site } = context;
  const coaches = new Map(
    all.flatMap(({ instructor }) =>
      instructor === null ? [] : [[instructor.id, instructor.displayName ?? ''] as const],
    ),
  );
  const sites = studio.sites.filter(({ hasTimetable, id }) => hasTimetable || id === site.id);
  const parts = DAY_PARTS.map(({ part, key }): Choice => [part, t(key)]);
  const place =
    sites.length < 2
      ? html`<input type="hidden" name="site" value="${site.id}">`
      : select(
          'site',
          { label: t('book.sites'), none: undefined },
          sites.map(({ id, name }): Choice => [id, name]),
          site.id,
        );
  return html`<form class="find" action="${WEEK_PATH}" role="search" data-find=""><input type="hidden" name="day" value="${day}"><div class="search">${SEARCH}<label class="visually-hidden" for="q">${t('book.find')}</label><input id="q" name="q" type="search" value="${sought.words ?? ''}" placeholder="${t('book.find')}" maxlength="100"></div>
<div class="choices">${place}${select('part', { label: t('book.timeOfDay'), none: t('book.anyTime') }, parts, sought.part)}${select('category', { label: t('book.kinds'), none: t('book.allClasses') }, namesOf(all.map(({ category }) => category)), sought.category)}${select('level', { label: t('book.level'), none: t('book.anyLevel') }, namesOf(all.map(({ level }) => level)), sought.level)}${select('instructor', { label: t('booking.byCoach'), none: t('booking.allCoaches') }, [...coaches], sought.instructor)}<button class="button" data-variant="tinted" data-size="small">${t('book.search')}</button></div></form>`;
};

const dayOf = (
  context: BookContext,
  day: string,
  sessions: readonly PublicSessionResponse[],
  partOf: (session: PublicSessionResponse) => RowPart,
): Html | undefined => {
  const { t, formats } = context;
  const closure = closureOn(context, day);
  if (sessions.length === 0 && closure === undefined) return undefined;
  const closed = closure && html`<p class="quiet">${closure.name ?? t('book.closed')}</p>`;
  const list =
    sessions.length > 0 &&
    html`<ul class="classes">${sessions.map((each) => classRow(context, each, 'h3', partOf(each)))}</ul>`;
  return html`<section class="section"><h2>${formats.longDay(day)}</h2>${closed}${list || undefined}</section>`;
};

/** The classes of seven days, with what finds some of them. @param own what the member has who looks; undefined for strangers. */
export const weekPageOf = (context: BookContext, sought: Sought, own?: OwnWeek): BookPage => {
  const { t, formats, site } = context;
  const days = daysOfWeek(context, sought.day);
  const [first = todayOf(context)] = days;
  const last = days.at(-1) ?? first;
  const all = own?.sessions ?? days.flatMap((day) => classesOf(context, day));
  const shown = Map.groupBy(all.filter(matcher(sought)), ({ localDate }) => localDate);
  const partOf = own?.partOf ?? ((each: PublicSessionResponse) => publicPartOf(context, each));
  const title = t('book.weekOf', { from: formats.shortDay(first), to: formats.shortDay(last) });
  const link = (day: string, icon: Html, label: string): Html =>
    html`<a class="button" data-icon="" data-size="small" href="${weekPath(context, day, sought)}" aria-label="${label}">${icon}</a>`;
  const today = todayOf(context);
  const before = first > today ? link(laterOf(addDays(first, -DAYS), today), BEFORE, t('book.weekBefore')) : undefined;
  const end = earlierOf(addDays(first, DAYS), lastDay(context));
  const after = end > last ? link(end, NEXT, t('book.weekAfter')) : undefined;
  const lists = days.map((day) => dayOf(context, day, shown.get(day) ?? [], partOf));
  const none = html`<p>${t('book.noneFound')} <a class="link" href="${weekPath(context, first)}">${t('book.showAll')}</a></p>`;
  const content = html`${topOf(context, 'timetable')}
<main class="page" id="main"><div class="day-head week-head"><h1>${title}</h1>${before}${after}</div>
${bar(context, first, sought, all)}${zoneNote(context)}
<p><a class="link small" href="${sitePath(context)}?day=${first}">${t('book.byDay')}</a></p>
<div id="classes" data-live="${site.id}">${shown.size === 0 ? none : lists}</div>
<p class="zone">${zoneWords(context)}</p></main>`;
  return {
    context,
    title: t('book.weekTitle', { from: formats.shortDay(first), to: formats.shortDay(last) }),
    content,
    tab: 'timetable',
  };
};

import { type Html, html, jsonElement } from '../../../kernel/html.ts';
import { addDays, mondayOf } from '../../../kernel/local-time.ts';
import type { PublicSessionResponse } from '../../../resources/studio/shapes.ts';
import type { RowPart } from '../booking/actions.ts';
import { BEFORE, NEXT, PLACE } from '../icons.ts';
import { type BookContext, logoOf, mastNav, plansPath, sitePath, topOf } from '../layout.ts';
import { ownFile } from '../own-file.ts';
import type { BookPage } from '../visit.ts';
import { zoneNote, zoneWords } from '../zone.ts';
import { classRow, publicPartOf } from './class-row.ts';
import { DAY_PARTS, partOfDay } from './day-parts.ts';
import {
  bookableDays,
  classesOf,
  closureOn,
  daysWith,
  lastDay,
  nextDayWithClasses,
  shownDay,
  todayOf,
} from './days.ts';
import { listOf } from './event-data.ts';
import { introOf, plansOf, priceOf, type ShownPlan, termsOf } from './plans.ts';
import { weekPath } from './week.ts';

export interface Chosen {
  readonly day: string;
  readonly category: string | undefined;
  readonly instructor?: string | undefined;
}

/** What a member has, who looks at the timetable. */
export interface OwnTimetable {
  readonly sessions: readonly PublicSessionResponse[];
  /** The local days on which the member has a class. */
  readonly days: ReadonlySet<string>;
  readonly partOf: (session: PublicSessionResponse) => RowPart;
  /** What is beside the classes instead of prices. */
  readonly pass: Html | undefined;
}

const address = (context: BookContext, { day, category, instructor }: Chosen): string => {
  const query = new URLSearchParams({ day });
  if (category !== undefined) query.set('category', category);
  if (instructor !== undefined) query.set('instructor', instructor);
  return `${sitePath(context)}?${query}`;
};

const siteLine = ({ site }: BookContext): string => [site.name, site.address?.line1].filter(Boolean).join(', ');

/** The site, from which a press leads to the others. */
const sitesOf = (context: BookContext): Html | undefined => {
  const { studio, site, t, member } = context;
  const others = studio.sites.filter(({ id, hasTimetable }) => id !== site.id && hasTimetable);
  if (others.length === 0)
    return member === undefined ? undefined : html`<span class="small quiet">${site.name}</span>`;
  const links = others.map(
    (other) => html`<li><a class="link" href="${sitePath({ studio, site: other, member })}">${other.name}</a></li>`,
  );
  return html`<details class="sites"><summary>${site.name}<span class="visually-hidden">, ${t('book.sites')}</span></summary><ul>${links}</ul></details>`;
};

/** What a studio looks like: the sign of flow in its color. */
const MAST = { id: '', name: '', category: null, sign: 'flow' } as const;

/** The photo of the studio where this server keeps it: as wide screens and as phones show it. */
const photoOf = (context: BookContext): Html | undefined => {
  const { photoUrl, photoSmallUrl } = context.studio;
  const wide = ownFile(context, photoUrl);
  if (wide === undefined) return undefined;
  const small = ownFile(context, photoSmallUrl) ?? wide;
  return html`<picture><source media="(min-width: 56rem)" srcset="${wide}"><img src="${small}" alt="" fetchpriority="low"></picture>`;
};

const mast = (context: BookContext): Html => {
  const photo = photoOf(context);
  const art = photo ?? html`<span class="art">${context.signs.drawing(MAST, true)}</span>`;
  return html`<header class="mast"${photo === undefined ? '' : html` data-photo=""`}>${art}<div class="inner"><div class="line">${logoOf(context)}${mastNav(context)}</div><h1>${context.studio.name}</h1><p class="site">${PLACE}${siteLine(context)}</p></div></header>`;
};

export const dayLinks = (context: BookContext, chosen: Chosen, mine: ReadonlySet<string> = new Set()): Html => {
  const { t, formats } = context;
  const links = daysWith(context, chosen.day).map((day) => {
    const closure = closureOn(context, day);
    return html`<a href="${address(context, { ...chosen, day })}"${day === chosen.day ? html` aria-current="date"` : ''}${closure === undefined ? '' : html` data-closed=""`}${mine.has(day) ? html` data-mine=""` : ''}>${formats.weekday(day)}<b>${Number(day.slice(8))}</b>${closure === undefined ? undefined : html`<span class="visually-hidden">${t('book.closed')}</span>`}${mine.has(day) ? html`<span class="visually-hidden">${t('booking.mineThen')}</span>` : undefined}</a>`;
  });
  return html`<div class="days-bar"><nav class="days" aria-label="${t('book.day')}">${links}</nav></div>`;
};

export const kinds = (
  context: BookContext,
  chosen: Chosen,
  sessions: readonly PublicSessionResponse[],
): Html | undefined => {
  const { t } = context;
  const names = [...new Set(sessions.flatMap(({ category }) => category ?? []))].toSorted();
  if (names.length < 2 && chosen.category === undefined) return undefined;
  const chip = (text: string, category: string | undefined): Html =>
    html`<a class="chip" href="${address(context, { ...chosen, category })}"${category === chosen.category ? html` aria-current="true"` : ''}>${text}</a>`;
  return html`<nav class="chips" aria-label="${t('book.kinds')}">${chip(t('book.allClasses'), undefined)}${names.map((each) => chip(each, each))}</nav>`;
};

/** The classes of one instructor alone: links, and the way back to all. */
const coaches = (
  context: BookContext,
  chosen: Chosen,
  sessions: readonly PublicSessionResponse[],
): Html | undefined => {
  const { t } = context;
  const names = new Map(
    sessions.flatMap(({ instructor }) => (instructor === null ? [] : [[instructor.id, instructor]])),
  );
  if (names.size < 2 && chosen.instructor === undefined) return undefined;
  const chip = (text: string, instructor: string | undefined): Html =>
    html`<a class="chip" href="${address(context, { ...chosen, instructor })}"${instructor === chosen.instructor ? html` aria-current="true"` : ''}>${text}</a>`;
  const each = [...names.values()].map(({ id, displayName }) => chip(displayName ?? t('book.coach'), id));
  return html`<nav class="chips" aria-label="${t('booking.byCoach')}">${chip(t('booking.allCoaches'), undefined)}${each}</nav>`;
};

const lists = (
  context: BookContext,
  sessions: readonly PublicSessionResponse[],
  partOf: (session: PublicSessionResponse) => RowPart,
): readonly Html[] =>
  DAY_PARTS.flatMap(({ part, key }) => {
    const shown = sessions.filter((each) => partOfDay(each) === part);
    if (shown.length === 0) return [];
    return [
      html`<h3 class="part">${context.t(key)}</h3><ul class="classes">${shown.map((each) => classRow(context, each, 'h4', partOf(each)))}</ul>`,
    ];
  });

/** Why a day has no classes, and the next day that has some. */
export const nothing = (context: BookContext, chosen: Chosen, all: readonly PublicSessionResponse[]): Html => {
  const { t, formats } = context;
  const day = formats.longDay(chosen.day);
  if (all.length > 0) {
    const everything = address(context, { day: chosen.day, category: undefined });
    const none =
      chosen.category === undefined ? t('book.noClasses', { day }) : t('book.noKind', { kind: chosen.category, day });
    return html`<p>${none} <a class="link" href="${everything}">${t('book.showAll')}</a></p>`;
  }
  const closure = closureOn(context, chosen.day);
  const next = nextDayWithClasses(context, chosen.day);
  const today = todayOf(context);
  const way =
    next !== undefined
      ? html`<a class="link" href="${address(context, { ...chosen, day: next })}">${t('book.nextDay', { day: formats.longDay(next) })}</a>`
      : chosen.day === today
        ? undefined
        : html`<a class="link" href="${address(context, { ...chosen, day: today })}">${t('book.toTimetable')}</a>`;
  return html`<p>${t('book.noClasses', { day })}${closure?.name == null ? '' : ` ${closure.name}.`}</p>${way && html`<p>${way}</p>`}`;
};

/** The days that can be booked, in weeks. */
const month = (context: BookContext, chosen: Chosen): Html => {
  const { formats } = context;
  const today = todayOf(context);
  const first = mondayOf(today);
  const last = addDays(mondayOf(lastDay(context)), 6);
  const days: Html[] = [];
  for (let day = first; day <= last && days.length < 42; day = addDays(day, 1)) {
    const number = Number(day.slice(8));
    const closed = closureOn(context, day) === undefined ? '' : html` data-closed=""`;
    if (day < today) days.push(html`<span data-past="">${number}</span>`);
    else if (day === chosen.day) days.push(html`<span data-on="" aria-current="date">${number}</span>`);
    else
      days.push(
        html`<a${closed} href="${address(context, { ...chosen, day })}" aria-label="${formats.longDay(day)}">${number}</a>`,
      );
  }
  const heads = Array.from(
    { length: 7 },
    (_, index) => html`<small>${formats.weekday(addDays(first, index)).slice(0, 2)}</small>`,
  );
  return html`<section class="card month" aria-labelledby="month"><h2 id="month">${formats.month(today)}</h2><div class="month-grid">${heads}${days}</div></section>`;
};

const prices = (context: BookContext, all: readonly ShownPlan[]): Html | undefined => {
  const { t } = context;
  const plans = all.slice(0, 4);
  if (plans.length === 0) return undefined;
  const rows = plans.map(
    (plan) =>
      html`<li><span><b>${plan.name}</b><small>${termsOf(context, plan)}</small></span><b>${priceOf(context, plan)}</b></li>`,
  );
  return html`<section class="card" aria-labelledby="prices"><h2 id="prices">${t('book.prices')}</h2><ul class="price-list">${rows}</ul><a class="button" data-wide="" href="${plansPath(context)}">${t('book.allPlans')}</a></section>`;
};

const offer = (context: BookContext, plans: readonly ShownPlan[]): Html | undefined => {
  const plan = introOf(plans);
  if (plan === undefined) return undefined;
  const { t, signs } = context;
  const sign = signs.of({ id: plan.id, name: plan.name, category: 'rest' });
  return html`<a class="offer" href="${plansPath(context)}">${sign}<span class="grow"><b>${plan.name}, ${priceOf(context, plan)}</b>${t('book.newHere')}</span>${NEXT}</a>`;
};

/** The days before and after the one that is shown. */
export const dayArrows = (context: BookContext, chosen: Chosen): Html => {
  const { formats } = context;
  const link = (day: string, icon: Html): Html =>
    html`<a class="button" data-icon="" data-size="small" href="${address(context, { ...chosen, day })}" aria-label="${formats.longDay(day)}">${icon}</a>`;
  const before = chosen.day > todayOf(context) ? link(addDays(chosen.day, -1), BEFORE) : undefined;
  const after = chosen.day < lastDay(context) ? link(addDays(chosen.day, 1), NEXT) : undefined;
  return html`${before}${after}`;
};

const isShown =
  ({ category, instructor }: Chosen) =>
  (session: PublicSessionResponse): boolean =>
    (category === undefined || session.category === category) &&
    (instructor === undefined || session.instructor?.id === instructor);

/** The classes of a day. @param own what the member has who looks; undefined for strangers. */
export const timetablePageOf = (context: BookContext, asked: Partial<Chosen>, own?: OwnTimetable): BookPage => {
  const { t, formats, site } = context;
  const day = shownDay(context, asked.day);
  const plans = own === undefined ? plansOf(context) : [];
  const chosen: Chosen = { day, category: asked.category, instructor: asked.instructor };
  const all = own?.sessions ?? classesOf(context, day);
  const shown = all.filter(isShown(chosen));
  const longDay = formats.longDay(day);
  const partOf = own?.partOf ?? ((each: PublicSessionResponse) => publicPartOf(context, each));
  const head = own === undefined ? mast(context) : topOf(context, 'timetable');
  const title =
    own === undefined ? offer(context, plans) : html`<h1 class="visually-hidden">${t('book.timetable')}</h1>`;
  const content = html`${head}
<main class="page" id="main">${title}
<div class="with-rail"><div id="classes" data-live="${site.id}">
${dayLinks(context, chosen, own?.days)}
${kinds(context, chosen, all)}${coaches(context, chosen, all)}
<div class="day-head"><h2>${longDay}</h2><div class="places">${sitesOf(context)}<a class="link small" href="${weekPath(context, day)}">${t('book.toWeek')}</a></div>${dayArrows(context, chosen)}</div>${zoneNote(context)}
${shown.length === 0 ? nothing(context, chosen, all) : lists(context, shown, partOf)}
<p class="zone">${zoneWords(context)} ${t('book.ahead', { days: bookableDays(context) })}</p></div>
<aside class="rail" aria-label="${t(own === undefined ? 'book.prices' : 'booking.datesAndPass')}">${month(context, chosen)}${own === undefined ? prices(context, plans) : own.pass}</aside></div></main>`;
  return {
    context,
    title: t('book.dayTitle', { day: longDay }),
    content,
    ...(own === undefined ? { kind: 'out' as const } : { tab: 'timetable' as const }),
    canonical: sitePath({ ...context, member: undefined }),
    ...(shown.length === 0 || own !== undefined
      ? {}
      : { data: jsonElement(listOf(context, shown), 'application/ld+json') }),
  };
};

import { html } from '../../../kernel/html.ts';
import { type BookContext, sitePath } from '../layout.ts';
import { signInPath } from '../paths.ts';
import type { BookPage } from '../visit.ts';
import { cityOf } from '../zone.ts';
import { classRow } from './class-row.ts';
import { classesOf, shownDay } from './days.ts';
import { type Chosen, dayArrows, dayLinks, kinds, nothing } from './timetable.ts';

/** The classes of a day in a frame: days and one list, since the website has a head, a photo and prices of its own. */
export const framedTimetableOf = (context: BookContext, asked: Partial<Chosen>): BookPage => {
  const { t, formats } = context;
  const day = shownDay(context, asked.day);
  const chosen: Chosen = { day, category: asked.category };
  const all = classesOf(context, day);
  const shown = all.filter(({ category }) => chosen.category === undefined || category === chosen.category);
  const longDay = formats.longDay(day);
  const content = html`<main class="page" id="main"><h1 class="visually-hidden">${t('book.timetable')}</h1>
<div class="embed-head">${dayLinks(context, chosen)}</div>
${kinds(context, chosen, all)}
<div class="day-head"><h2>${longDay}</h2>${dayArrows(context, chosen)}<a class="link small" href="${signInPath('/book/me')}">${t('shell.signIn')}</a></div>
${shown.length === 0 ? nothing(context, chosen, all) : html`<ul class="classes">${shown.map((each) => classRow(context, each, 'h3'))}</ul>`}
<p class="zone">${t('book.zone', { city: cityOf(context) })}</p></main>`;
  return { context, title: t('book.dayTitle', { day: longDay }), content, canonical: sitePath(context) };
};

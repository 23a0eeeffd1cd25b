import { isoInstant } from '../../../kernel/clock.ts';
import { DAY_MS } from '../../../kernel/durations.ts';
import { type Html, html } from '../../../kernel/html.ts';
import { storedId } from '../../../kernel/ids.ts';
import { memberInstructorsByIds } from '../../../resources/instructors/view.ts';
import { teachesPublicly } from '../../../resources/studio/queries.ts';
import { publicViews, timetablePage } from '../../../resources/studio/timetable.ts';
import { BACK } from '../icons.ts';
import { type BookContext, sitePath, topOf } from '../layout.ts';
import { gonePage } from '../messages.ts';
import { ownFile } from '../own-file.ts';
import { shareButton } from '../share.ts';
import { paragraphs } from '../sign-in/texts.ts';
import type { BookPage, Visit } from '../visit.ts';
import { dayRow, publicPartOf } from './class-row.ts';

/** How far ahead classes are looked for, and how many of a site are shown. */
const AHEAD_MS = 31 * DAY_MS;
const MOST = 10;

export const coachPath = (instructorId: string): string => `/book/coach/${instructorId}`;

/** The next classes of a coach at the site of a context, with the site where the studio has several. */
const classesAt = (context: BookContext, instructorId: string): Html | undefined => {
  const { read, site, studio, t } = context;
  const range = { notBefore: read.now, notAfter: isoInstant(read.nowMs + AHEAD_MS) };
  const { rows } = timetablePage(read, { limit: MOST }, { siteId: site.id, isPublic: 1, instructorId, ...range });
  const ahead = rows.filter(({ startTime }) => startTime > read.now);
  if (ahead.length === 0) return undefined;
  const view = publicViews(read, ahead);
  const list = ahead.map(view).map((each) => dayRow(context, each, publicPartOf(context, each), each.name));
  const title = studio.sites.length > 1 ? t('book.coachClassesAt', { site: site.name }) : t('book.coachClasses');
  return html`<section class="section"><h2>${title}</h2><ul class="classes">${list}</ul></section>`;
};

/** Who teaches: a picture, words about them, and their next classes at every site that shows its timetable. */
export const coachPage = (visit: Visit): BookPage => {
  const { context, at } = visit;
  const { read, studio, member, t } = context;
  const id = storedId(visit.param('instructorId')) ?? '';
  const coach = memberInstructorsByIds(read, [id]).get(id);
  const sites = studio.sites.filter(({ hasTimetable }) => hasTimetable || member !== undefined);
  if (coach === undefined || sites.length === 0 || !teachesPublicly(read, id)) return gonePage(context);
  const { bio, photoUrl, pronouns, specialties } = coach;
  const displayName = coach.displayName ?? t('book.coach');
  const photo = ownFile(context, photoUrl);
  const lists = sites.flatMap((site) => {
    const there = at(site.id);
    return (there === undefined ? undefined : classesAt(there, id)) ?? [];
  });
  const face =
    photo === undefined
      ? undefined
      : html`<img class="face" data-size="large" src="${photo}" alt="" width="96" height="96">`;
  const content = html`${topOf(context, 'timetable')}<main class="page" id="main"><p class="row"><a class="button" data-variant="quiet" data-icon="" href="${sitePath(context)}" aria-label="${t('book.back')}">${BACK}</a><span class="push">${shareButton(context)}</span></p>
<div class="row">${face}<div><h1 class="page-title">${displayName}</h1>${pronouns === null ? undefined : html`<p class="quiet">${pronouns}</p>`}</div></div>
${specialties.length === 0 ? undefined : html`<p class="row">${specialties.map((each) => html`<span class="pill">${each}</span>`)}</p>`}
${bio === null ? undefined : html`<div class="prose">${paragraphs(bio)}</div>`}
${lists.length === 0 ? html`<p class="quiet">${t('book.coachNone')}</p>` : lists}</main>`;
  return {
    context,
    title: displayName,
    content,
    tab: 'timetable',
    canonical: coachPath(id),
    about: { description: bio ?? `${displayName}. ${studio.name}`, image: photoUrl },
  };
};

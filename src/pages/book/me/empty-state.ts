import { type Html, html } from '../../../kernel/html.ts';
import type { MemberSessionResponse } from '../../../resources/sessions/shapes.ts';
import { ownPart } from '../booking/own-row.ts';
import { shownSession } from '../booking/sessions.ts';
import { sitePath } from '../layout.ts';
import { dayRow } from '../public/class-row.ts';
import type { MemberVisit } from '../visit.ts';

const SHOWN = 3;

const canTake = ({ eligibility: { action, reason } }: MemberSessionResponse): boolean =>
  action === 'book' || reason === 'no_eligible_package';

/** The next dates of the classes that the member took most and can take again, the earliest first. */
const regulars = async ({ callApi, context }: MemberVisit): Promise<MemberSessionResponse[]> => {
  const { regulars: all } = await callApi('getMemberRegulars', { siteId: context.site.id });
  const next = all.map(({ session }) => session).filter(canTake);
  return next.slice(0, SHOWN).sort((one, other) => (one.startTime < other.startTime ? -1 : 1));
};

export const nothingBooked = async (visit: MemberVisit): Promise<Html> => {
  const { context } = visit;
  const { t } = context;
  const classes = await regulars(visit);
  const rows = classes.map((session) => {
    const shown = shownSession(session, context.site.showPlaces);
    return dayRow(context, shown, ownPart(context, session, []), session.name);
  });
  const list = html`<section class="section"><h2>${t('mine.tookBefore')}</h2><ul class="classes">${rows}</ul></section>`;
  return html`<div class="stack"><p>${t('mine.nothingBooked')}</p><p><a class="button" data-variant="primary" href="${sitePath(context)}">${t('book.toTimetable')}</a></p></div>${rows.length === 0 ? undefined : list}`;
};

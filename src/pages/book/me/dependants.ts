import { type Html, html } from '../../../kernel/html.ts';
import { bookingPath } from '../booking/paths.ts';
import { type BookingOfClass, ownAhead, shownSession } from '../booking/sessions.ts';
import type { MemberVisit } from '../visit.ts';
import { listRow, mixedOf } from './class-list.ts';

/** Whether a page is for a dependant, for whom the member acts. */
export const isForDependant = ({ member: { household, clientId } }: MemberVisit): boolean =>
  household !== undefined && household.self.clientId !== clientId;

/** What is shown for each: the whole list is a choice away. */
const SHOWN = 5;

const rowsOf = (visit: MemberVisit, clientId: string, bookings: readonly BookingOfClass[]): Html[] => {
  const shown = bookings.slice(0, SHOWN);
  const contexts = shown.map(({ siteId }) => visit.at(siteId) ?? visit.context);
  const mixed = mixedOf(contexts);
  return shown.map((booking) => {
    const context = visit.at(booking.siteId) ?? visit.context;
    const href = `${bookingPath(booking.id)}?for=${clientId}`;
    const state =
      booking.status === 'waitlisted'
        ? html`<span class="status">${context.t('booking.inLine', { place: booking.waitlist?.position ?? 1 })}</span>`
        : undefined;
    return listRow(context, shownSession(booking.session), { mixed, href, state, act: undefined });
  });
};

/** What the dependants of a member have ahead, beside the member's own classes. */
export const dependantsAhead = async (visit: MemberVisit): Promise<Html | undefined> => {
  const { household } = visit.member;
  if (household === undefined || isForDependant(visit)) return undefined;
  const { t } = visit.context;
  const parts = await Promise.all(
    household.dependants.map(async (person) => {
      const rows = rowsOf(visit, person.clientId, await ownAhead(visit, person.clientId));
      const title = t('household.classesOf', { name: person.firstName });
      const list =
        rows.length === 0
          ? html`<p class="quiet">${t('household.nothingAhead')}</p>`
          : html`<ul class="classes">${rows}</ul>`;
      return html`<section class="section"><h2>${title}</h2>${list}</section>`;
    }),
  );
  return html`${parts}`;
};

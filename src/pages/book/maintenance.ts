import type { Read } from '../../database/database.ts';
import { MINUTE_MS } from '../../kernel/durations.ts';
import { html } from '../../kernel/html.ts';
import { storedId } from '../../kernel/ids.ts';
import type { ExperienceStatusResponse } from '../../resources/experience/shapes.ts';
import { maintenanceNow } from '../../resources/experience/view.ts';
import { Session } from '../../resources/sessions/record.ts';
import { type BookContext, logoOf } from './layout.ts';
import type { BookPage, Visit } from './visit.ts';

/** When to ask again, where the studio has not said when the maintenance ends. */
const USUAL_SECONDS = (15 * MINUTE_MS) / 1000;

/** A maintenance that is going on. */
export interface Closed {
  /** The words of the studio; null where it has written nothing. */
  readonly message: string | null;
  /** After this many seconds it is worth asking again. */
  readonly retryAfter: number;
}

const secondsUntil = (read: Read, { until }: ExperienceStatusResponse['maintenance']): number =>
  until === null ? USUAL_SECONDS : Math.max(1, Math.ceil((Date.parse(until) - read.nowMs) / 1000));

/** Calendars ask on their own, and show no page. */
const isForCalendars = (pathname: string): boolean => pathname.endsWith('.ics');

/** Undefined while the page is open. */
export const closedBy = (read: Read, { pathname }: URL): Closed | undefined => {
  const maintenance = maintenanceNow(read);
  if (!maintenance.active || isForCalendars(pathname)) return undefined;
  return { message: maintenance.message, retryAfter: secondsUntil(read, maintenance) };
};

/** At the site that the address names: its phone, and the websites that may show the page in a frame. */
const contextOf = ({ context, at, param, url }: Visit): BookContext => {
  const named = param('site') || url.searchParams.get('site') || '';
  const session = Session.rows.find(context.read, storedId(param('sessionId')) ?? '');
  const siteId = session?.siteId ?? storedId(named);
  return (siteId === undefined ? undefined : at(siteId)) ?? context;
};

/** What members and strangers see during a maintenance: the studio, its words, its phone, and nothing else. */
export const closedPage = (visit: Visit, { message, retryAfter }: Closed): BookPage => {
  const opened = contextOf(visit);
  const embed = opened.embed && { ...opened.embed, isDone: false };
  const context: BookContext = { ...opened, member: undefined, embed };
  const { t, studio, site } = context;
  const phone =
    site.phone === null
      ? undefined
      : html`<p><a class="link" href="tel:${site.phone}">${t('book.call', { phone: site.phone })}</a></p>`;
  const content = html`<main class="page" id="main"><div class="gate-logo">${logoOf(context)}</div><div class="stack"><h1>${studio.name}</h1><p class="lead">${message ?? t('shell.closedForNow')}</p>${phone}</div></main>`;
  const kind = embed === undefined ? ({ kind: 'gate' } as const) : {};
  return { context, title: t('shell.closedTitle'), content, status: 503, retryAfter, ...kind };
};

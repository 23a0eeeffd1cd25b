import { isoInstant } from '../../../kernel/clock.ts';
import { DAY_MS } from '../../../kernel/durations.ts';
import { type Html, html } from '../../../kernel/html.ts';
import type { MemberSessionResponse } from '../../../resources/sessions/shapes.ts';
import { nearTime, whenOf } from '../booking/class-time.ts';
import { bookingPath, movePath } from '../booking/paths.ts';
import { classesBetween, shownSession } from '../booking/sessions.ts';
import { deskLink } from '../booking/why-not.ts';
import { callApiOnce } from '../call-api-once.ts';
import { guestsOutcome } from '../guests/bring.ts';
import { stepTop } from '../layout.ts';
import { type ApiRefusal, orRefused, refusalNote } from '../messages.ts';
import type { BookPage, Form, MemberVisit, PageResult } from '../visit.ts';
import { listRow, mixedOf } from './class-list.ts';
import { isGuest, type OwnBooking, ownBooking } from './own-booking.ts';

const DAYS = 14;
const MOST = 30;

/** Whether a booking can still be moved free of charge. */
export const canMove = (own: OwnBooking): boolean => {
  const { booking, session, context } = own;
  const { now } = context.read;
  const isAhead = session.status === 'scheduled' && session.startTime > now;
  return booking.status === 'confirmed' && !isGuest(own) && isAhead && now <= booking.freeCancelUntil;
};

/** Whether a class is one of those that a booking may move to: alike, with a place. What pays is asked with the move. */
const isOther = ({ session: own }: OwnBooking, each: MemberSessionResponse): boolean =>
  each.id !== own.id &&
  each.myBooking === null &&
  each.notBookableReason === null &&
  (each.name === own.name || (each.category !== null && each.category === own.category));

const timesOf = (visit: MemberVisit, own: OwnBooking, others: readonly MemberSessionResponse[]): Html => {
  const { context, booking } = own;
  const { t } = context;
  const mixed = mixedOf([context]);
  const rows = others.map((each) => {
    const act = html`<button class="button" data-size="small" data-variant="tinted" name="to" value="${each.id}">${t('mine.moveHere')}<span class="visually-hidden">, ${whenOf(context, each)}</span></button>`;
    return listRow(context, shownSession(each), { mixed, href: `/book/class/${each.id}`, state: undefined, act });
  });
  return html`<form method="post" action="${movePath(booking.id)}"><input type="hidden" name="key" value="${visit.newKey()}"><ul class="classes">${rows}</ul></form>`;
};

const page = (own: OwnBooking, content: Html): BookPage => {
  const { context, booking, session } = own;
  const title = context.t('mine.move');
  return {
    context,
    title,
    content: html`${stepTop(context, bookingPath(booking.id), title)}<main class="page narrow stack" id="main"><div><h1>${title}</h1><p class="quiet">${session.name}, ${whenOf(context, session)}</p></div>${content}</main>`,
    kind: 'flow-page',
  };
};

const movePage = async (visit: MemberVisit, refused?: Pick<ApiRefusal, 'code'>): Promise<PageResult> => {
  const own = await ownBooking(visit);
  const { context, booking } = own;
  const { t, read } = context;
  if (booking.status !== 'confirmed' || isGuest(own)) return { to: bookingPath(booking.id) };
  const note = refusalNote(context, refused);
  if (!canMove(own)) {
    const until = nearTime(context, booking.freeCancelUntil);
    return page(own, html`${note}<p>${t('mine.moveLate', { time: until })}</p><p>${deskLink(context)}</p>`);
  }
  const found = await classesBetween({ ...visit, context }, read.now, isoInstant(read.nowMs + DAYS * DAY_MS));
  const others = found.filter((each) => isOther(own, each)).slice(0, MOST);
  if (others.length === 0) return page(own, html`${note}<p>${t('mine.moveText')}</p><p>${t('mine.moveNone')}</p>`);
  const guests = await guestsOutcome(visit, own);
  const effect = guests && html`<ul class="effect">${guests}</ul>`;
  return page(own, html`${note}<p>${t('mine.moveText')}</p>${effect}${timesOf(visit, own, others)}`);
};

const move = async (visit: MemberVisit, form: Form): Promise<PageResult> => {
  const { booking } = await ownBooking(visit);
  const sessionId = form.get('to') ?? '';
  return orRefused<PageResult, PageResult>(
    async () => {
      // Another class is another request: the key of the page alone would repeat the first one.
      const key = `${form.get('key')} ${sessionId}`;
      const { id, siteId } = booking;
      await callApiOnce(visit, 'moveMemberBooking', { path: { id }, body: { sessionId }, key, siteId });
      return { to: `${bookingPath(booking.id)}?new` };
    },
    (refused) => movePage(visit, refused),
  );
};

export const moveStep = { get: (visit: MemberVisit) => movePage(visit), post: move };

import { type Html, html } from '../../../kernel/html.ts';
import { sessionOfBooking } from '../../../resources/bookings/queries.ts';
import { settingsOf } from '../../../resources/bookings/waitlist/eligibility.ts';
import { cardsOf } from '../account/saved-cards.ts';
import type { ApiResponse } from '../api-operations.ts';
import { whenOf } from '../booking/class-time.ts';
import { bookingPath } from '../booking/paths.ts';
import { outcomeLine } from '../booking/terms.ts';
import { callApiOnce } from '../call-api-once.ts';
import { cardName } from '../card-words.ts';
import { PEOPLE } from '../icons.ts';
import { stepTop } from '../layout.ts';
import { isForDependant } from '../me/dependants.ts';
import { type OwnBooking, ownBooking } from '../me/own-booking.ts';
import { ApiRefusal, isUnknown, orRefused, refusalNote } from '../messages.ts';
import { field, type Problems } from '../sign-in/details.ts';
import type { BookPage, Form, MemberVisit, PageResult } from '../visit.ts';

type Guests = ApiResponse<'listMemberGuests'>;
type Guest = Guests['guests'][number];
type Payment = Guest['payment'];

const guestsPath = (bookingId: string): string => `${bookingPath(bookingId)}/guests`;

const typedNothing = { firstName: '', email: '', phone: '', payment: '', card: '' };
type Typed = typeof typedNothing;

const statusText = ({ context: { t } }: OwnBooking, { status }: Guest): string => {
  if (status === 'waitlisted') return t('guests.waits');
  return t(status === 'cancelled' ? 'mine.cancelled' : 'guests.comes');
};

const isComing = ({ status }: Guest): boolean => status === 'confirmed' || status === 'waitlisted';

const guestRow = (visit: MemberVisit, own: OwnBooking, guest: Guest): Html => {
  const { t } = own.context;
  const name = guest.firstName ?? t('guests.guest');
  const isLive = isComing(guest);
  const cancel = isLive
    ? html`<form method="post" action="${guestsPath(own.booking.id)}/cancel"><input type="hidden" name="key" value="${visit.newKey()}"><input type="hidden" name="guest" value="${guest.id}"><button class="button" data-size="small">${t('guests.cancel')}<span class="visually-hidden"> ${name}</span></button></form>`
    : undefined;
  const link =
    guest.url !== null && isLive
      ? html`<small>${t('guests.passOn')}</small><small><a class="link" href="${guest.url}">${guest.url}</a></small>`
      : undefined;
  return html`<li><div>${PEOPLE}<span class="grow"><bdi>${name}</bdi><small>${statusText(own, guest)}</small>${link}</span>${cancel}</div></li>`;
};

/** What a way to pay is called, and what it costs. */
const paymentText = (
  { context }: OwnBooking,
  guests: Guests,
  payment: Payment,
): readonly [text: string, small: string] => {
  const { t, formats } = context;
  if (payment === 'pass') return [t('guests.byPass'), guests.packageName ?? ''];
  if (payment === 'free_first_visit') return [t('guests.free'), t('guests.freeHint')];
  const price = guests.dropInPrice;
  return [t('guests.byCard'), price === null ? '' : formats.money(price.amount, price.currency)];
};

const paymentField = (own: OwnBooking, guests: Guests, typed: Typed): Html => {
  const { t } = own.context;
  const chosen = guests.payments.find((each) => each === typed.payment) ?? guests.payments[0];
  const choices = guests.payments.map((payment) => {
    const [text, small] = paymentText(own, guests, payment);
    return html`<label class="choice"><input type="radio" name="payment" value="${payment}" required${payment === chosen ? html` checked` : ''}><span class="text">${text}<small>${small}</small></span></label>`;
  });
  return html`<fieldset class="stack"><legend>${t('guests.whoPays')}</legend>${choices}</fieldset>`;
};

const cardField = async (visit: MemberVisit, guests: Guests): Promise<Html | undefined> => {
  if (!guests.payments.includes('drop_in')) return undefined;
  const { t } = visit.context;
  const cards = await cardsOf(visit);
  if (cards.length === 0)
    return html`<p class="small quiet">${t('guests.noCard')} <a class="link" href="/book/me/account/cards">${t('account.cards')}</a></p>`;
  const options = cards.map(({ id, card }) => html`<option value="${id}">${cardName(card)}</option>`);
  return html`<div class="field"><label for="card">${t('guests.card')}</label><select class="input" id="card" name="card">${options}</select></div>`;
};

const formOf = async (
  visit: MemberVisit,
  own: OwnBooking,
  guests: Guests,
  typed: Typed,
  problems: Problems,
): Promise<Html | undefined> => {
  const { t } = own.context;
  if (guests.left === 0) return undefined;
  if (guests.payments.length === 0) return html`<p class="quiet">${t('guests.cannotPay')}</p>`;
  const name = field({
    name: 'firstName',
    label: t('signIn.firstName'),
    value: typed.firstName,
    problem: problems.firstName,
    autocomplete: 'off',
  });
  const email = field({
    name: 'email',
    label: t('guests.email'),
    value: typed.email,
    problem: problems.email,
    type: 'email',
    autocomplete: 'off',
    hint: t('guests.emailHint'),
    isOptional: true,
  });
  const phone = field({
    name: 'phone',
    label: t('guests.phone'),
    value: typed.phone,
    problem: problems.phone,
    type: 'tel',
    autocomplete: 'off',
    isOptional: true,
  });
  return html`<form class="stack" method="post" action="${guestsPath(own.booking.id)}"><input type="hidden" name="key" value="${visit.newKey()}">${name}${email}${phone}${paymentField(own, guests, typed)}${await cardField(visit, guests)}<button class="button" data-variant="primary" data-size="large" data-wide="">${t('guests.bring')}</button></form>`;
};

interface RefusedForm {
  readonly typed: Typed;
  readonly key: string;
  readonly error: ApiRefusal;
}

const problemsOf = (own: OwnBooking, error: ApiRefusal | undefined): Problems => {
  if (error === undefined || error.status !== 400) return {};
  const { t } = own.context;
  const words: Record<string, string> = {
    firstName: t('signIn.fillIn'),
    email: t('guests.wrongEmail'),
    phone: t('guests.wrongPhone'),
  };
  const params = [error.param, ...error.details.map(({ param }) => param)];
  return Object.fromEntries(
    params.flatMap((param) => (param === undefined || words[param] === undefined ? [] : [[param, words[param]]])),
  );
};

/** The card processor did not answer: the same form finds what has become of it, and charges once. */
const repeatForm = ({ context: { t }, booking }: OwnBooking, { typed, key }: RefusedForm): Html => {
  const fields = Object.entries({ ...typed, key }).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  );
  return html`<form class="stack" method="post" action="${guestsPath(booking.id)}"><div class="notice" data-tone="caution" role="alert"><div>${t('buying.unknownResult')}</div></div>${fields}<button class="button" data-variant="primary" data-size="large" data-wide="">${t('buying.repeat')}</button></form>`;
};

const pageOf = async (visit: MemberVisit, refused?: RefusedForm): Promise<PageResult> => {
  const own = await ownBooking(visit);
  const { context, booking, session } = own;
  const { t } = context;
  const guests = await visit.callApi('listMemberGuests', { path: { id: booking.id } });
  if (guests.most === 0 && guests.guests.length === 0) return { to: bookingPath(booking.id) };
  const problems = problemsOf(own, refused?.error);
  const open = isUnknown(refused?.error) ? refused : undefined;
  const form =
    open === undefined
      ? await formOf(visit, own, guests, refused?.typed ?? typedNothing, problems)
      : repeatForm(own, open);
  const rows = guests.guests.map((guest) => guestRow(visit, own, guest));
  const list = rows.length === 0 ? undefined : html`<ul class="rows group">${rows}</ul>`;
  const title = t('guests.title');
  const hasNote = open === undefined && Object.keys(problems).length === 0;
  const note = hasNote ? refusalNote(context, refused?.error) : undefined;
  const left =
    guests.left === 0 ? undefined : html`<p class="small quiet">${t('guests.left', { count: guests.left })}</p>`;
  return {
    context,
    title,
    content: html`${stepTop(context, bookingPath(booking.id), title)}<main class="page narrow stack" id="main"><div><h1>${title}</h1><p class="quiet">${session.name}, ${whenOf(context, session)}</p></div>${note}${list}${form}${left}</main>`,
    kind: 'flow-page',
    ...(refused === undefined ? {} : { status: open === undefined ? 422 : 503 }),
  } satisfies BookPage;
};

const PAYMENTS: readonly Payment[] = ['pass', 'drop_in', 'free_first_visit'];

const bring = async (visit: MemberVisit, form: Form): Promise<PageResult> => {
  const { booking } = await ownBooking(visit);
  const typed = {
    firstName: form.get('firstName'),
    email: form.get('email'),
    phone: form.get('phone'),
    payment: form.get('payment'),
    card: form.get('card'),
  };
  const key = form.get('key');
  const payment = PAYMENTS.find((each) => each === typed.payment);
  if (payment === undefined) return pageOf(visit);
  const act = (): Promise<unknown> =>
    callApiOnce(visit, 'bringMemberGuest', {
      path: { id: booking.id },
      body: {
        firstName: typed.firstName,
        email: typed.email === '' ? null : typed.email,
        phone: typed.phone === '' ? null : typed.phone,
        payment,
        ...(payment === 'drop_in' && typed.card !== '' ? { paymentMethodId: typed.card } : {}),
      },
      key,
      siteId: booking.siteId,
    });
  try {
    return await orRefused<PageResult, PageResult>(
      async () => {
        await act();
        return { to: guestsPath(booking.id) };
      },
      (error) => pageOf(visit, { typed, key, error }),
    );
  } catch (error) {
    if (error instanceof ApiRefusal && error.status === 400) return pageOf(visit, { typed, key, error });
    throw error;
  }
};

const cancel = async (visit: MemberVisit, form: Form): Promise<PageResult> => {
  const { booking } = await ownBooking(visit);
  return orRefused<PageResult, PageResult>(
    async () => {
      await callApiOnce(visit, 'cancelMemberGuest', { path: { id: form.get('guest') }, key: form.get('key') });
      return { to: guestsPath(booking.id) };
    },
    (error) => pageOf(visit, { typed: typedNothing, key: visit.newKey(), error }),
  );
};

/** The guests of a booking ahead; undefined where a class does not allow them, and for the booking of a dependant, who brings none. */
const guestsAhead = async (visit: MemberVisit, own: OwnBooking): Promise<Guests | undefined> => {
  const { context, booking, session } = own;
  if (isForDependant(visit) || booking.status !== 'confirmed' || session.startTime <= context.read.now)
    return undefined;
  // Most studios allow no guests: their pages ask for none.
  const rules = settingsOf(context.read, sessionOfBooking(context.read, { sessionId: session.id }));
  if (rules.guestsPerBooking === 0) return undefined;
  return visit.callApi('listMemberGuests', { path: { id: booking.id } });
};

const liveOf = ({ guests }: Guests): number => guests.filter(isComing).length;

/** What a cancellation of the member's own booking does to the guests. */
export const guestsOutcome = async (visit: MemberVisit, own: OwnBooking): Promise<Html | undefined> => {
  const guests = await guestsAhead(visit, own);
  const count = guests === undefined ? 0 : liveOf(guests);
  return count === 0 ? undefined : outcomeLine(PEOPLE, own.context.t('guests.goToo', { count }), undefined);
};

/** The way to a member's guests; nothing where a class does not allow them and there are none. */
export const guestsLink = async (visit: MemberVisit, own: OwnBooking): Promise<Html | undefined> => {
  const { context, booking } = own;
  const { t } = context;
  const guests = await guestsAhead(visit, own);
  if (guests === undefined || (guests.left === 0 && guests.guests.length === 0)) return undefined;
  const live = liveOf(guests);
  const text = live === 0 ? t('guests.title') : t('guests.count', { count: live });
  return html`<p><a class="button" data-variant="tinted" data-wide="" href="${guestsPath(booking.id)}">${PEOPLE}${text}</a></p>`;
};

export const bringStep = { get: (visit: MemberVisit) => pageOf(visit), post: bring, cancel };

import { type Html, html } from '../../../kernel/html.ts';
import type { PublicSessionResponse } from '../../../resources/studio/shapes.ts';
import { actFor, type RowPart } from '../booking/actions.ts';
import { bookPath } from '../booking/paths.ts';
import type { BookContext } from '../layout.ts';
import { zoneBeside } from '../zone.ts';

/** How full a class is, in a word; nothing where there is room. */
export const stateOf = ({ t }: BookContext, session: PublicSessionResponse): Html | undefined => {
  const { status, availability, placesLeft, isSubstitute, instructor } = session;
  if (status === 'cancelled') return html`<span class="status" data-tone="critical">${t('book.cancelled')}</span>`;
  if (status === 'in_progress') return html`<span class="status">${t('book.begun')}</span>`;
  if (status !== 'scheduled') return html`<span class="status">${t('book.ended')}</span>`;
  if (placesLeft !== null && placesLeft > 0 && availability !== 'waitlist') {
    const tone = availability === 'few' ? html` data-tone="caution"` : '';
    return html`<span class="status"${tone}>${t('book.places', { count: placesLeft })}</span>`;
  }
  if (availability === 'few') return html`<span class="status" data-tone="caution">${t('book.few')}</span>`;
  if (availability === 'waitlist') return html`<span class="status" data-tone="waiting">${t('book.waitlist')}</span>`;
  if (availability === 'full') return html`<span class="status">${t('book.full')}</span>`;
  if (!isSubstitute || instructor === null) return undefined;
  return html`<span class="status" data-tone="info">${t('book.substitute', { name: instructor.displayName ?? '' })}</span>`;
};

export const placeOf = (
  { t }: BookContext,
  { instructor, roomName, isVirtual }: Pick<PublicSessionResponse, 'instructor' | 'roomName' | 'isVirtual'>,
): string =>
  [instructor?.displayName, isVirtual ? t('book.online') : roomName]
    .filter((each) => each !== null && each !== undefined && each !== '')
    .join(' · ');

export const classPath = ({ id }: PublicSessionResponse): string => `/book/class/${id}`;

/** Leads from a frame to booking a class, in a window of its own. */
export const windowLink = (
  { t }: BookContext,
  session: PublicSessionResponse,
  variant: 'primary' | 'tinted',
  size: 'small' | 'large',
): Html => {
  const isFull = session.availability === 'waitlist';
  return html`<a class="button" data-variant="${isFull && variant === 'tinted' ? 'waiting' : variant}" data-size="${size}" href="${bookPath(session.id)}" rel="nofollow" target="_blank">${t(isFull ? 'embed.joinList' : 'embed.book')}<span class="visually-hidden">, ${session.name}, ${t('embed.newWindow')}</span></a>`;
};

/** The act of a row in a frame; nothing where the class cannot be booked. */
const rowAct = (context: BookContext, session: PublicSessionResponse): Html | undefined =>
  actFor(context, session) === undefined ? undefined : windowLink(context, session, 'tinted', 'small');

/** What a row says of a class and lets anyone do. */
export const publicPartOf = (context: BookContext, session: PublicSessionResponse): RowPart => ({
  state: stateOf(context, session),
  act: context.embed === undefined ? actFor(context, session) : rowAct(context, session),
});

/** A class in a list of a day: its time leads. @param part what whoever looks has there, or can do. */
export const classRow = (
  context: BookContext,
  session: PublicSessionResponse,
  level: 'h3' | 'h4',
  { state, act }: RowPart = publicPartOf(context, session),
): Html => {
  const { t, formats, signs } = context;
  const { name, startTime, durationMinutes, isVirtual } = session;
  const link = html`<a href="${classPath(session)}">${name}</a>`;
  return html`<li class="class"><time datetime="${startTime}"${formats.has12Hours ? html` data-long=""` : ''}>${formats.time(startTime)}<small>${t('book.minutes', { count: durationMinutes })}</small></time>${signs.of(session)}<div class="who">${level === 'h3' ? html`<h3>${link}</h3>` : html`<h4>${link}</h4>`}<p>${placeOf(context, session)}${isVirtual ? zoneBeside(context, session) : undefined}</p>${state}</div>${act}</li>`;
};

/** A class in a list of days: its day leads. @param name stands first where the list has several classes. */
export const dayRow = (
  context: BookContext,
  session: PublicSessionResponse,
  { state, act }: RowPart = publicPartOf(context, session),
  name?: string,
): Html => {
  const { t, formats } = context;
  const { startTime, endTime, localDate } = session;
  const times = t('book.fromTo', formats.span(startTime, endTime));
  return html`<li class="class"><time datetime="${startTime}">${formats.weekday(localDate)}<small>${formats.shortDay(localDate)}</small></time><div class="who"><h3><a href="${classPath(session)}">${name ?? times}</a></h3><p>${name === undefined ? placeOf(context, session) : times}</p>${state}</div>${act}</li>`;
};

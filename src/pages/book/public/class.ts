import { type Html, html, jsonElement } from '../../../kernel/html.ts';
import { sessionById } from '../../../resources/sessions/queries.ts';
import { bookingSettings, paymentSettings } from '../../../resources/settings/queries.ts';
import type { PublicSessionResponse } from '../../../resources/studio/shapes.ts';
import { actFor } from '../booking/actions.ts';
import { actParts, type ClassPart, primaryLink } from '../booking/class-action.ts';
import { whenOf } from '../booking/class-time.ts';
import { bookPath } from '../booking/paths.ts';
import { BACK, BAG, CALENDAR, PERSON, PLACE, SPEECH, TICKET } from '../icons.ts';
import { type BookContext, sitePath, topOf } from '../layout.ts';
import { ownFile } from '../own-file.ts';
import { whereabouts } from '../preview.ts';
import { shareButton } from '../share.ts';
import { paragraphs } from '../sign-in/texts.ts';
import type { BookPage } from '../visit.ts';
import { zoneNote } from '../zone.ts';
import { addressLine, mapLink } from './address.ts';
import { classPath, classRow, dayRow, placeOf, publicPartOf, stateOf, windowLink } from './class-row.ts';
import { coachPath } from './coach.ts';
import { classesOf, laterClassesOf } from './days.ts';
import { eventOf } from './event-data.ts';
import { creditPrice, introOf, plansFor, priceOf } from './plans.ts';

const fact = (icon: Html, title: string | Html, text: string | null | undefined, more?: Html): Html =>
  html`<li>${icon}<div><b>${title}</b>${text === null || text === undefined || text === '' ? undefined : html`<p>${text}</p>`}</div>${more}</li>`;

const deskOf = ({ t, site, studio }: BookContext): Html | undefined => {
  const email = site.email ?? studio.supportEmail;
  if (site.phone === null && email === null) return undefined;
  const link =
    site.phone === null
      ? html`<a class="link" href="mailto:${email}">${t('book.write')}</a>`
      : html`<a class="link" href="tel:${site.phone}">${t('book.call', { phone: site.phone })}</a>`;
  return html`<li>${SPEECH}<div><b>${t('booking.questions')}</b><p>${link}</p></div></li>`;
};

/** What leaving late costs, as the site has it; a schedule can decide whether it is possible. */
const policyOf = (context: BookContext, { id, creditCost }: PublicSessionResponse, isLate: boolean): string => {
  const { t, formats, read, site } = context;
  const { allowMemberLateCancel } = bookingSettings(read, site.id, sessionById(read, id)?.overrides);
  if (!allowMemberLateCancel) return t(isLate ? 'book.nowNoLate' : 'book.noLate');
  const { lateCancelFee, feesApplyTo, currency } = paymentSettings(read, site.id);
  if (lateCancelFee > 0 && feesApplyTo === 'all') {
    const fee = formats.money(lateCancelFee, currency);
    if (creditCost > 0) return t(isLate ? 'booking.nowBoth' : 'booking.afterBoth', { fee });
    return t(isLate ? 'book.nowFee' : 'book.afterFee', { fee });
  }
  return creditCost > 0 ? t(isLate ? 'book.nowCredit' : 'book.afterCredit') : '';
};

/** The photo of the instructor, where this server keeps it. */
const coachPicture = (
  context: BookContext,
  { photoUrl }: NonNullable<PublicSessionResponse['instructor']>,
): Html | undefined => {
  const path = ownFile(context, photoUrl);
  return path === undefined ? undefined : html`<img class="face" src="${path}" alt="" width="56" height="56">`;
};

/** Who teaches, with the way to their page; a frame stays where it is. */
const coachName = (
  { t, embed }: BookContext,
  { id, displayName }: NonNullable<PublicSessionResponse['instructor']>,
): string | Html => {
  const name = displayName ?? t('book.coach');
  return embed === undefined ? html`<a class="link" href="${coachPath(id)}">${name}</a>` : name;
};

const factsOf = (context: BookContext, session: PublicSessionResponse): Html => {
  const { t, formats, site } = context;
  const { instructor, roomName, isVirtual, freeCancelUntil, dropInPrice, creditCost, bring, arriveMinutes } = session;
  const where = isVirtual ? t('book.online') : [roomName, site.name].filter(Boolean).join(', ');
  const isLate = freeCancelUntil <= context.read.now;
  const costs = t('book.costs', { count: creditCost });
  // No one books a class that has begun or is canceled.
  const isUpcoming = session.status === 'scheduled' && session.startTime > context.read.now;
  const until = isLate ? t('book.lateNow') : t('book.freeCancel', { time: formats.dayTime(freeCancelUntil) });
  const leaving = fact(CALENDAR, until, policyOf(context, session, isLate));
  const dropIn =
    dropInPrice === null ? '' : t('book.dropIn', { price: formats.money(dropInPrice.amount, dropInPrice.currency) });
  return html`<ul class="facts" aria-label="${t('book.facts')}">${fact(PLACE, where, isVirtual ? '' : addressLine(context), isVirtual ? undefined : mapLink(context))}
${instructor === null ? undefined : fact(PERSON, coachName(context, instructor), instructor.bio, coachPicture(context, instructor))}
${bring.length === 0 && arriveMinutes === null ? undefined : fact(BAG, bring.length === 0 ? t('book.arrive', { count: arriveMinutes ?? 0 }) : t('book.bring', { things: bring.join(' · ') }), bring.length === 0 || arriveMinutes === null ? '' : t('book.arrive', { count: arriveMinutes }))}
${isUpcoming ? html`${fact(TICKET, costs, dropIn)}${leaving}` : undefined}${deskOf(context)}</ul>`;
};

/** When booking opens, or how full it is. */
const stateLine = (context: BookContext, session: PublicSessionResponse): Html | string => {
  const { t, formats } = context;
  if (session.notBookableReason === 'not_open_yet') {
    return t('book.opens', { time: formats.dayTime(session.bookingOpensAt) });
  }
  return stateOf(context, session) ?? placeOf(context, session);
};

/** What it costs whoever has no pass: one visit, the plan for new clients, or a credit of the cheapest pack. */
const priceText = (context: BookContext, session: PublicSessionResponse): string | undefined => {
  const { t, formats } = context;
  const { dropInPrice, creditCost } = session;
  if (dropInPrice !== null) return formats.money(dropInPrice.amount, dropInPrice.currency);
  const plans = plansFor(context, session);
  const intro = introOf(plans);
  if (intro !== undefined) return t('book.newFor', { price: priceOf(context, intro) });
  const [pack] = plans.toSorted((one, other) => creditPrice(one) - creditPrice(other));
  if (pack === undefined || !Number.isFinite(creditPrice(pack))) return undefined;
  return t('book.fromWith', {
    price: formats.money(Math.round(creditPrice(pack) * creditCost), pack.currency),
    plan: pack.name,
  });
};

/** What a stranger can do: book, or join the list, by signing in. */
const strangerPart = (context: BookContext, session: PublicSessionResponse): ClassPart => {
  const { t } = context;
  const state = stateOf(context, session);
  const price = priceText(context, session);
  const partOf = (each: PublicSessionResponse) => publicPartOf(context, each);
  if (session.status !== 'scheduled') return { state, card: undefined, bar: undefined, partOf };
  const more = session.availability === 'waitlist' ? placeOf(context, session) : stateLine(context, session);
  if (context.embed !== undefined) {
    const canBook = actFor(context, session) !== undefined;
    const button = canBook ? () => windowLink(context, session, 'primary', 'large') : undefined;
    return { state, ...actParts({ label: t('booking.book'), what: price ?? session.name, more, button }), partOf };
  }
  const isFull = session.availability === 'waitlist';
  const label = t(isFull ? 'booking.join' : 'booking.book');
  const canAct = actFor(context, session) !== undefined;
  const button = canAct ? primaryLink(label, bookPath(session.id), html` rel="nofollow" data-sheet=""`) : undefined;
  const what = isFull ? t('book.full') : canAct && price !== undefined ? price : t('booking.place');
  return { state, ...actParts({ label, what, more, button }), partOf };
};

/** A class in a sentence, for anyone who reads of it elsewhere. */
const aboutOf = (context: BookContext, session: PublicSessionResponse): string =>
  [whenOf(context, session), placeOf(context, session), whereabouts(context), session.description]
    .filter(Boolean)
    .join('. ');

/** A class: when, where, who, what it costs to leave, and what else there is. */
export const classPageOf = (
  context: BookContext,
  session: PublicSessionResponse,
  part: ClassPart = strangerPart(context, session),
): BookPage => {
  const { t, formats, signs } = context;
  const { name, localDate, durationMinutes, level, description } = session;
  const when = whenOf(context, session);
  const { state, notice, card, bar, partOf } = part;
  const later = laterClassesOf(context, session, 3);
  const sameDay = classesOf(context, localDate).filter(({ id, status }) => id !== session.id && status === 'scheduled');
  // A frame grows with its page, so that no bar stays at its end: the act comes before other classes.
  const isFramed = context.embed !== undefined;
  const act = html`<div id="act" data-live="">${bar}</div>`;
  const content = html`${topOf(context, 'timetable')}
<section class="hero" aria-label="${name}">${signs.of(session, true)}<div class="bar-over"><a class="button" data-icon="" href="${sitePath(context)}?day=${localDate}" aria-label="${t('book.back')}">${BACK}</a>${shareButton(context)}</div></section>
<main class="page lift" id="main" data-live="${context.site.id}"><div class="with-rail"><div>
<div class="class-head"><p class="when">${when}</p>${zoneNote(context, session.startTime)}<h1>${name}</h1><div class="row">${state}<span class="pill">${t('book.minutes', { count: durationMinutes })}</span>${level === null ? undefined : html`<span class="pill">${level}</span>`}</div></div>
${notice}<hr class="divide">${factsOf(context, session)}${isFramed ? act : undefined}
${description === null ? undefined : html`<section class="prose"><h2>${t('book.about')}</h2>${paragraphs(description)}</section>`}
${later.length === 0 ? undefined : html`<section class="section"><h2>${t('book.more', { name })}</h2><ul class="classes compact">${later.map((each) => dayRow(context, each, partOf(each)))}</ul></section>`}
${sameDay.length === 0 ? undefined : html`<section class="section"><h2>${t('book.sameDay')}</h2><ul class="classes">${sameDay.slice(0, 3).map((each) => classRow(context, each, 'h3', partOf(each)))}</ul></section>`}</div>
${isFramed ? undefined : card}</div></main>${isFramed ? undefined : act}`;
  const title = `${name}, ${formats.longDay(localDate)}, ${formats.time(session.startTime)}`;
  return {
    context,
    title,
    content,
    kind: 'class-page',
    canonical: classPath(session),
    about: { description: aboutOf(context, session), image: session.imageUrl },
    data: jsonElement(eventOf(context, session), 'application/ld+json'),
  };
};

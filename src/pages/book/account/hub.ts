import { isoInstant } from '../../../kernel/clock.ts';
import { DAY_MS } from '../../../kernel/durations.ts';
import { html } from '../../../kernel/html.ts';
import { bookingPath } from '../booking/paths.ts';
import { type BookingOfClass, ownBookings } from '../booking/sessions.ts';
import { cardEnd, methodName } from '../card-words.ts';
import { boardName } from '../challenges/words.ts';
import {
  BELL,
  CARD,
  DEVICE,
  DOWNLOAD,
  ERASE,
  FINGER,
  LANGUAGE,
  MAIL,
  PERSON,
  RECEIPT,
  SIGNED,
  TICKET,
  TROPHY,
} from '../icons.ts';
import { initialsOf } from '../initials.ts';
import { topOf } from '../layout.ts';
import { ownFile } from '../own-file.ts';
import { endOfPass, leftOnPass } from '../passes/words.ts';
import { hasPasskeys } from '../sign-in/passkey.ts';
import type { BookPage, MemberVisit } from '../visit.ts';
import { devicesOf, passkeysOf } from './devices.ts';
import { HOUSEHOLD, hasHousehold } from './household.ts';
import { openAgreement } from './open-agreements.ts';
import { ACCOUNT, group, linkRow, PRIVACY } from './parts.ts';
import { languageName } from './profile.ts';
import { PUSH, pushOf } from './push.ts';
import { paymentsOf } from './receipts.ts';
import { cardsOf } from './saved-cards.ts';

/** Older fees are with the desk. */
const BACK_MS = 90 * DAY_MS;
const AHEAD_MS = 400 * DAY_MS;

/** The bookings whose fee is still to be taken, also of classes that have not begun. */
const openFees = async (visit: MemberVisit): Promise<readonly BookingOfClass[]> => {
  const { nowMs } = visit.context.read;
  const range = { start_time_gte: isoInstant(nowMs - BACK_MS), start_time_lte: isoInstant(nowMs + AHEAD_MS) };
  const found = await Promise.all(
    (['cancelled', 'noshow'] as const).map((status) => ownBookings(visit, { ...range, status })),
  );
  return found.flat().filter(({ penalty }) => penalty?.status === 'pending');
};

export const accountHub = async (visit: MemberVisit): Promise<BookPage> => {
  const { context, callApi } = visit;
  const { t, formats, studio } = context;
  const [profile, cards, payments, devices, passkeys, fees, push, household] = await Promise.all([
    callApi('getMemberProfile'),
    cardsOf(visit),
    paymentsOf(visit, 1),
    devicesOf(visit),
    passkeysOf(visit),
    openFees(visit),
    pushOf(visit),
    callApi('getMemberHousehold'),
  ]);
  const { firstName, lastName, joinedAt, stats, leaderboardVisibility, activePackages, photoUrl } = profile;
  const card = cards.find(({ isDefault }) => isDefault) ?? cards[0];
  const [payment] = payments.data;
  const picture = ownFile(context, photoUrl);
  const since = t('account.since', { month: formats.month(joinedAt.slice(0, 10)), count: stats.visits });
  const me = html`<div class="me"><span class="avatar disc" data-size="large" aria-hidden="true">${picture === undefined ? initialsOf(firstName, lastName) : html`<img src="${picture}" alt="">`}</span><div class="grow"><p class="me-name">${firstName} ${lastName}</p><p>${since}</p></div><a class="button" data-size="small" href="${ACCOUNT}/profile">${t('account.edit')}</a></div>`;
  // Shared passes of others have their page with the person who bought them.
  const passes = activePackages
    .filter(({ clientId }) => clientId === profile.id)
    .map((pass) =>
      linkRow({
        to: `/book/me/passes/${pass.id}`,
        icon: TICKET,
        title: pass.name,
        small: [leftOnPass(context, pass), endOfPass(context, pass)].join(', '),
      }),
    );
  const owed = fees.flatMap(({ id, session, penalty }) =>
    penalty === null
      ? []
      : [
          linkRow({
            to: bookingPath(id),
            icon: RECEIPT,
            title: t('account.openFee', { amount: formats.money(penalty.amount, penalty.currency) }),
            small: `${session.name}, ${formats.date(session.startTime)}`,
          }),
        ],
  );
  const paying = group('paying', t('account.paying'), [
    ...owed,
    ...passes,
    linkRow({ to: '/book/me/passes', icon: TICKET, title: t('account.allPasses') }),
    linkRow({
      to: `${ACCOUNT}/cards`,
      icon: CARD,
      title: card === undefined ? t('account.cards') : methodName(card),
      small: card === undefined ? t('account.noCards') : cardEnd(card, (month) => t('account.cardEnds', { month })),
      value: cards.length < 2 ? undefined : t('account.cardCount', { count: cards.length }),
    }),
    linkRow({
      to: `${ACCOUNT}/receipts`,
      icon: RECEIPT,
      title: t('account.receipts'),
      small:
        payment &&
        t('account.lastPayment', {
          amount: formats.money(payment.amount, payment.currency),
          date: formats.date(payment.paidAt ?? payment.createdAt),
        }),
    }),
  ]);
  const family = hasHousehold(household)
    ? group('family', t('household.title'), [
        linkRow({
          to: HOUSEHOLD,
          icon: PERSON,
          title: household.household?.name ?? t('household.title'),
          small: household.invitations.length > 0 ? t('household.invitationWaits') : t('household.hint'),
          value:
            household.members.length === 0 ? undefined : t('household.people', { count: household.members.length }),
        }),
      ])
    : undefined;
  const mails = group('mails', t('account.mails'), [
    linkRow({ to: `${ACCOUNT}/mails`, icon: MAIL, title: t('account.whichMails'), small: t('account.whichMailsHint') }),
    push.isOn ? linkRow({ to: PUSH, icon: BELL, title: t('push.title'), small: t('push.hint') }) : undefined,
  ]);
  const others = group('others', t('account.howOthersSeeMe'), [
    studio.features.leaderboards
      ? linkRow({
          to: PRIVACY,
          icon: TROPHY,
          title: t('account.onBoards'),
          small: t('account.onBoardsHint'),
          value: html`<bdi>${boardName(profile, leaderboardVisibility) ?? t('account.nobody')}</bdi>`,
        })
      : undefined,
    linkRow({
      to: PRIVACY,
      icon: SIGNED,
      title: t('account.agreements'),
      small: t(openAgreement(visit) === undefined ? 'account.agreementsHint' : 'account.notAgreed'),
    }),
  ]);
  const safety = group('safety', t('account.safety'), [
    hasPasskeys(context) || passkeys.length > 0
      ? linkRow({ to: `${ACCOUNT}/devices`, icon: FINGER, title: t('account.passkeys'), value: `${passkeys.length}` })
      : undefined,
    linkRow({
      to: `${ACCOUNT}/devices`,
      icon: DEVICE,
      title: t('account.signedIn'),
      value: t('account.deviceCount', { count: devices.length }),
    }),
    linkRow({
      to: `${ACCOUNT}/profile`,
      icon: LANGUAGE,
      title: t('account.language'),
      value: languageName(profile.preferredLocale) ?? t('account.languageOfBrowser'),
    }),
  ]);
  const data = group('data', t('account.data'), [
    linkRow({ to: `${ACCOUNT}/data`, icon: DOWNLOAD, title: t('account.download') }),
    linkRow({ to: `${ACCOUNT}/data`, icon: ERASE, title: t('account.deleteAccount'), small: t('account.deleteHint') }),
  ]);
  const signOut = html`<form class="group" method="post" action="/book/sign-out"><button class="button" data-variant="quiet" data-wide="" type="submit">${t('account.signOut')}</button></form>`;
  const title = t('shell.account');
  const content = html`${topOf(context, 'account')}<main class="page" id="main"><h1 class="visually-hidden">${title}</h1>${me}<div class="account-grid"><div>${paying}${family}${mails}</div><div>${others}${safety}${data}${signOut}</div></div></main>`;
  return { context, title, tab: 'account', content };
};

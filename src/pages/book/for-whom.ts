// For whom a member books: an adult of a household acts for a dependant on the pages where people book, pay and cancel.

import { httpOnlyCookie } from '../../auth/cookies.ts';
import type { Read } from '../../database/database.ts';
import { type Html, html } from '../../kernel/html.ts';
import { bookingById } from '../../resources/bookings/queries.ts';
import { Package } from '../../resources/packages/record.ts';
import { paymentById } from '../../resources/payments/queries.ts';
import type { BookContext } from './layout.ts';
import { BOOK_PATH, purchaseIdIn } from './paths.ts';
import type { BookMember } from './visit.ts';

/** Keeps the choice of a browser. Whether it holds is decided with every request. */
export const FOR_COOKIE = 'studiod_for';
const MAX_AGE = 365 * 86_400;

/** In the address it is chosen, and in forms it says for whom the page was shown. */
export const FOR = 'for';

/** Pages of the member alone, whoever was chosen: the account, and what someone reads, watches and achieves. */
const OWN =
  /^\/book\/(?:me\/(?:account|awards)|library|challenges|boards|sign-in|sign-out|sign-up|signed-in|app)(?:\/|$)/;

export const actsAt = (pathname: string): boolean => !OWN.test(pathname);

export const forCookie = (clientId: string, isSecure: boolean): string =>
  httpOnlyCookie({ name: FOR_COOKIE, value: clientId, path: BOOK_PATH, maxAge: MAX_AGE, isSecure });

/** Where a member who has not chosen yet is asked: before a class is booked, and before something is bought. */
export const isAskedAt = (pathname: string): boolean =>
  /^\/book\/class\/[^/]+\/book$/.test(pathname) || /^\/book\/plans\/[^/]+\/buy$/.test(pathname);

interface Choice {
  readonly clientId: string;
  readonly text: string;
  readonly isChosen: boolean;
}

/** The member, and the dependants for whom the member may act. */
export const choicesOf = ({ t }: Pick<BookContext, 't'>, { clientId, household }: BookMember): Choice[] => {
  if (household === undefined) return [];
  const { self, dependants } = household;
  return [
    { clientId: self.clientId, text: t('household.me'), isChosen: clientId === self.clientId },
    ...dependants.map((each) => ({
      clientId: each.clientId,
      text: each.firstName,
      isChosen: clientId === each.clientId,
    })),
  ];
};

/** The people for whom a member can book, of which one is chosen; nothing for anyone who books for no one else. */
export const forWhomBar = ({ t, member }: Pick<BookContext, 't' | 'member'>): Html | undefined => {
  if (member?.household?.isOffered !== true) return undefined;
  const links = choicesOf({ t }, member).map(
    ({ clientId, text, isChosen }) =>
      html`<a href="?${FOR}=${clientId}"${isChosen ? html` aria-current="true"` : ''}><bdi>${text}</bdi></a>`,
  );
  return html`<nav class="segmented for-whom" aria-label="${t('household.forWhom')}">${links}</nav>`;
};

/** Says in a step for whom it is; nothing for anyone who books for no one else. */
export const forWhomLine = ({ t, member }: Pick<BookContext, 't' | 'member'>): Html | undefined => {
  if (member?.household === undefined) return undefined;
  const isSelf = member.clientId === member.household.self.clientId;
  return html`<p class="for-whom-line"><b>${isSelf ? t('household.forMe') : t('household.forName', { name: member.firstName })}</b></p>`;
};

const BELONGING = /^\/book\/me\/(?<kind>bookings|passes|purchases)\/(?<id>[^/]+)/;

/** The booking, pass or purchase of an address. */
const belongingAt = (read: Read, url: URL) => {
  const { kind, id = '' } = BELONGING.exec(url.pathname)?.groups ?? {};
  if (kind === 'bookings') return bookingById(read, id);
  return kind === 'purchases' ? paymentById(read, purchaseIdIn(id, url) ?? '') : Package.rows.find(read, id);
};

/**
 * Where a link to a booking, a pass or a purchase leads that says nothing of whose it is, when the member acts for someone else:
 * emails, calendars and banks have such links. Undefined for what belongs to no one for whom the member acts.
 */
export const pathOfOwner = ({ member, read }: BookContext, url: URL): string | undefined => {
  const { pathname, searchParams } = url;
  if (member?.household === undefined || searchParams.has(FOR)) return undefined;
  const found = belongingAt(read, url);
  const { self, dependants } = member.household;
  const owner = [self, ...dependants].find(({ clientId }) => clientId === found?.clientId);
  if (owner === undefined || owner.clientId === member.clientId) return undefined;
  return `${pathname}?${new URLSearchParams([...searchParams, [FOR, owner.clientId]])}`;
};

const FORM = /(<form\b[^>]*\baction=")(\/book\/[^"]*)(")/g;

/**
 * Names in each form for whom its page was shown. Another window may have chosen someone else meanwhile: what is pressed here is
 * done for the person that this page names.
 */
export const bindForms = (content: string, { household, clientId }: BookMember): string =>
  household === undefined
    ? content
    : content.replaceAll(FORM, (_, head: string, action: string, end: string) =>
        OWN.test(action.split('?')[0] ?? '')
          ? `${head}${action}${end}`
          : `${head}${action}${action.includes('?') ? '&amp;' : '?'}${FOR}=${clientId}${end}`,
      );

import { type Html, html } from '../../../kernel/html.ts';
import { takesPasskeys } from '../../../resources/sign-in/passkeys/address.ts';
import { browserName } from '../../../texts/browser-name.ts';
import { FINGER } from '../icons.ts';
import type { BookContext } from '../layout.ts';
import { KEPT_PATH, signInPath } from '../paths.ts';
import type { MemberVisit, PageResult, Visit } from '../visit.ts';
import { gateMessage, gatePage, gateTop, nextOf } from './gate.ts';

/** Where passkeys can be made and used: browsers want an address with a name and https. */
export const hasPasskeys = ({ rootUrl }: BookContext): boolean => takesPasskeys(rootUrl);

/** Signing in with a passkey. A script shows it where the browser has passkeys. */
export const passkeyButton = (context: BookContext, next: string): Html | undefined => {
  const { t } = context;
  if (!hasPasskeys(context)) return undefined;
  return html`<div class="stack" data-passkey-use="${next}" data-failed="${t('signIn.passkeyFailed')}" data-waits="${t('signIn.waits')}" hidden><button class="button" data-size="large" data-wide="" type="button">${FINGER}${t('signIn.usePasskey')}</button></div>`;
};

/** The name of this browser, for a new passkey. */
const thisBrowser = async ({ callApi }: MemberVisit): Promise<string> => {
  const { data } = await callApi('listMemberDevices', { query: { limit: 100 } });
  return browserName(data.find(({ isCurrent }) => isCurrent)?.userAgent ?? '');
};

/** The button that makes a passkey. It needs a script. */
export const addPasskeyButton = async (visit: MemberVisit, next: string, isPrimary: boolean): Promise<Html> => {
  const { t } = visit.context;
  const name = (await thisBrowser(visit)) || t('signIn.thisDevice');
  return html`<div class="stack" data-passkey-add="${next}" data-name="${name}" data-failed="${t('signIn.passkeyNotMade')}"><button class="button"${isPrimary ? html` data-variant="primary"` : ''} data-size="large" data-wide="" type="button">${FINGER}${t('signIn.addPasskey')}</button></div>`;
};

/** Offers a passkey after the first sign-in with a browser. Members who have one go on. */
export const offerPage = async (visit: MemberVisit): Promise<PageResult> => {
  const { context, callApi } = visit;
  const { t } = context;
  const next = nextOf(visit);
  if (!hasPasskeys(context)) return { to: next };
  const { data } = await callApi('listMemberPasskeys', { query: { limit: 1 } });
  if (data.length > 0) return { to: next };
  const title = t('signIn.nextTime');
  const content = html`${gateTop(context, next)}<div><h1>${title}</h1><p>${t('signIn.nextTimeText')}</p></div>${await addPasskeyButton(visit, next, true)}<a class="button" data-size="large" data-wide="" href="${next}">${t('signIn.notNow')}</a>`;
  return gatePage(context, { title, content, scripts: ['passkeys'] });
};

/** Where someone goes who has just signed in: on, by way of a page that sees whether the browser has kept its cookie. */
export const afterSignIn = (next: string, offers: string): PageResult => ({
  to: `${KEPT_PATH}?${new URLSearchParams({ next, ...(offers === '1' ? { offers } : {}) })}`,
});

/**
 * Goes on after signing in: to the offer where the browser says that it makes passkeys. A browser that has not kept the cookie
 * would be asked to sign in again and again, so it is notified.
 */
export const keptPage = (visit: Visit): PageResult => {
  const { context, url } = visit;
  const next = nextOf(visit);
  if (context.member === undefined) {
    const { t } = context;
    return gateMessage(context, t('signIn.noCookiesTitle'), t('signIn.noCookies'), signInPath(next), t('shell.signIn'));
  }
  const isOffered = url.searchParams.get('offers') === '1' && hasPasskeys(context);
  return { to: isOffered ? `/book/sign-in/passkey?${new URLSearchParams({ next })}` : next };
};

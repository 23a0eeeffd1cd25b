import { type AnyElysia, Elysia } from 'elysia';
import type { Read } from '../database/database.ts';
import { pageResponse } from '../http/page-response.ts';
import { isoInstant } from '../kernel/clock.ts';
import { type Html, html } from '../kernel/html.ts';
import { WAYS } from '../kernel/way-names.ts';
import type { Processor } from '../payments-processor/port.ts';
import { brandSettings, paymentSettings } from '../resources/settings/queries.ts';
import { allSiteIds } from '../resources/sites/queries.ts';
import { bookTranslator, type TranslateBook } from '../texts/book.ts';
import { acceptedTags, languageOf } from '../texts/languages.ts';
import { MEMBER_LANGUAGES } from '../texts/made/languages.ts';
import style from './add-card.css' with { type: 'text' };
import script from './add-card-page.js' with { type: 'text' };
import wayStyle from './add-way.css' with { type: 'text' };
import wayScript from './add-way-page.js' with { type: 'text' };
import { brandedPage } from './branded-page.ts';
import { CARDS_PREFIX } from './paths.ts';
import { processorPolicy } from './processor-policy.ts';

const sandboxFields = (t: TranslateBook) => html`<label for="number">${t('buying.number')}</label>
  <input id="number" inputmode="numeric" autocomplete="cc-number" placeholder="1234 1234 1234 1234" maxlength="23">
  <div class="pair">
    <div><label for="expiry">${t('buying.expiry')}</label><input id="expiry" inputmode="numeric" autocomplete="cc-exp" placeholder="${t('buying.expiryHint')}" maxlength="7"></div>
    <div><label for="cvc">${t('buying.code')}</label><input id="cvc" inputmode="numeric" autocomplete="cc-csc" placeholder="123" maxlength="4"></div>
  </div>`;

const WAY_SCRIPT = html`<script src="/cards/ways.js"></script>\n`;

/** What the script of the page says. */
const wordsOf = (t: TranslateBook, studio: string, address: string | null): string =>
  JSON.stringify({
    wait: t('cardPage.wait'),
    saved: t('cardPage.saved'),
    savedHere: t('cardPage.savedHere'),
    // The script fills in the card.
    card: t('cardPage.card', CARD),
    defaultCard: t('cardPage.defaultCard', CARD),
    openAgain: t('cardPage.openAgain', { studio }),
    openFromConsole: t('cardPage.openFromConsole'),
    signIn: t('cardPage.signIn'),
    incomplete: t('cardPage.incomplete'),
    nobody: t('cardPage.nobody', { studio }),
    full: t('buying.cardsFull'),
    notConfirmed: t('cardPage.notConfirmed'),
    noCards: t('cardPage.noCards', { studio }),
    often: t('cardPage.often'),
    offline: t('cardPage.offline'),
    failed: address === null ? t('cardPage.failed') : t('cardPage.failedSupport', { address }),
    foreign: t('cardPage.foreign', { studio }),
    approve: t('buying.approve'),
    number: t('buying.badNumber'),
    expiry: t('buying.badExpiry'),
    past: t('buying.pastExpiry'),
    code: t('buying.badCode'),
  });
const CARD = { brand: '{brand}', last4: '{last4}', month: '{month}', year: '{year}' };

/** The member types the card number into a frame of Stripe; it never reaches this server. */
const STRIPE_FIELDS = html`<div id="card"></div>`;
const STRIPE_WAYS = html`${STRIPE_FIELDS}
  <div id="ways" hidden></div>`;
const STRIPE_SCRIPT = html`<script src="https://js.stripe.com/v3/"></script>\n`;

const POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; font-src 'self'";

/** The ways to pay of the sandbox, in the place of the form of a processor. */
const sandboxWays = (t: TranslateBook): Html => {
  const choice = (way: string, text: string): Html =>
    html`<label class="choice"><input type="radio" name="way" value="${way}"${way === 'card' ? html` checked` : undefined}>${text}</label>`;
  return html`<fieldset id="ways" hidden><legend>${t('cardPage.choose')}</legend>
  ${choice('card', t('buying.card'))}
  ${choice('wallet', t('buying.wayWallet'))}
  ${choice('debit', t('buying.wayDebit'))}
  ${choice('redirect', t('buying.wayRedirect'))}
  </fieldset>
  <div id="account" hidden><label for="iban">IBAN</label><input id="iban" autocomplete="off" placeholder="DE89 3704 0044 0532 0130 00" maxlength="40"></div>
  <div id="card-fields">${sandboxFields(t)}</div>`;
};

/** Asks as the wallet of a device does. */
const walletDialog = (t: TranslateBook): Html =>
  html`<dialog id="wallet" aria-labelledby="wallet-title"><form method="dialog">
<h2 id="wallet-title">${t('cardPage.wallet')}</h2>
<button type="submit" value="yes">${t('cardPage.walletButton')}</button>
<button type="submit" value="">${t('shell.close')}</button>
</form></dialog>`;

/** The sites that offer more than cards, and what the script for that says. */
const waysOf = (t: TranslateBook, studio: string, address: string | null, sites: readonly string[]): string =>
  JSON.stringify({
    sites,
    names: WAYS,
    words: {
      title: t('cardPage.wayTitle', { studio }),
      heading: t('buying.addWayTitle'),
      kept: t('cardPage.keptWays'),
      save: t('cardPage.save'),
      saved: t('cardPage.waySaved'),
      savedHere: t('cardPage.waySavedHere'),
      notConfirmed: t('cardPage.wayNotConfirmed'),
      full: t('cardPage.waysFull'),
      failed: address === null ? t('cardPage.wayFailed') : t('cardPage.wayFailedSupport', { address }),
      back: t('cardPage.fromBank', { studio }),
      isDefault: t('cardPage.defaultWay', { name: '{name}' }),
      badAccount: t('buying.badAccount'),
      dismissed: t('cardPage.walletDismissed'),
    },
  });

export interface AddCardDeps {
  readonly processor: Pick<Processor, 'name'>;
  readonly view: () => Read;
  /** The origins besides the page's own to which it may lead back. */
  readonly origins: readonly string[];
}

/**
 * `GET /cards/add#token=<ID token>&site=<site id>&return_url=<URL>`: a page on which a member saves a card, or any way to pay
 * where the site offers them. Scripts of other origins are loaded only for Stripe.
 */
export const addCardRoutes = ({ processor: { name: processor }, view, origins }: AddCardDeps): AnyElysia => {
  const isStripe = processor === 'stripe';
  const policyOf = (hasWays: boolean) => `${POLICY}; ${processorPolicy(hasWays ? 'ways' : 'cards', processor)}`;
  const scriptResponse = (content: string) =>
    pageResponse({ type: 'text/javascript', content, policy: policyOf(false), cache: 'no-cache' });
  const page = ({ headers }: Request) => {
    const read = view();
    const { name, supportEmail, locale, formOfAddress } = brandSettings(read);
    const language = languageOf([...acceptedTags(headers.get('accept-language') ?? ''), locale], MEMBER_LANGUAGES);
    const t = bookTranslator(language, formOfAddress);
    const sites = allSiteIds(read).filter((id) => paymentSettings(read, id).waysToPay);
    const hasWays = sites.length > 0;
    const fields = isStripe ? (hasWays ? STRIPE_WAYS : STRIPE_FIELDS) : hasWays ? sandboxWays(t) : sandboxFields(t);
    const content = html`<h1>${t('buying.addTitle')}</h1>
<form id="form" novalidate>
  ${fields}
  <button type="submit" disabled>${t('buying.save')}</button>
  <button id="approve" type="button" hidden>${t('buying.approveButton')}</button>
</form>
<p id="status" role="status">${t('cardPage.wait')}</p>
<p id="back" hidden><a href="/cards/add">${t('cardPage.back', { studio: name })}</a></p>
<section id="saved" hidden>
<h2>${t('cardPage.kept')}</h2>
<ul id="cards"></ul>
</section>
${isStripe ? undefined : html`<p class="note">${t('buying.sandbox')}</p>`}${hasWays && !isStripe ? walletDialog(t) : undefined}`;
    // By this server's clock, which a sandbox can move.
    const month = isoInstant(read.nowMs).slice(0, 7);
    const response = brandedPage(read, {
      language,
      title: t('cardPage.title', { studio: name }),
      style: hasWays ? style + wayStyle : style,
      policy: policyOf(hasWays),
      cache: 'no-cache',
      facts: html` data-processor="${processor}" data-month="${month}" data-origins="${origins.join(' ')}" data-words="${wordsOf(t, name, supportEmail)}"${hasWays ? html` data-ways="${waysOf(t, name, supportEmail, sites)}"` : undefined}`,
      content,
      scripts: html`${isStripe ? STRIPE_SCRIPT : undefined}${hasWays ? WAY_SCRIPT : undefined}<script src="/cards/add.js"></script>\n`,
    });
    response.headers.set('vary', 'Accept-Language');
    return response;
  };
  return new Elysia({ prefix: CARDS_PREFIX.slice(0, -1), normalize: false })
    .get('/add', ({ request }) => page(request))
    .get('/add.js', () => scriptResponse(script))
    .get('/ways.js', () => scriptResponse(wayScript));
};

import { type Html, html } from '../../../kernel/html.ts';
import { paymentSettings } from '../../../resources/settings/queries.ts';
import type { ApiItem } from '../api-operations.ts';
import { cardEnd, methodName } from '../card-words.ts';
import { CARD, NEXT } from '../icons.ts';
import type { BookContext } from '../layout.ts';
import type { MemberVisit } from '../visit.ts';
import { sandboxWays } from './sandbox-ways.ts';

export type SavedCard = ApiItem<'listPaymentMethods'>;

/** A form sends this for a card that is not saved yet. */
export const NEW_CARD = 'new';
/** A form sends this where members choose on the next page how to pay. */
export const ANY_WAY = 'any';

/** The words of a link to the page on which a way to pay is saved. */
export const addWords = (visit: MemberVisit): string =>
  visit.context.t(hasAnyWay(visit, visit.context) ? 'buying.addWayTitle' : 'account.addCard');

/** Whether members pay with all that the account at the processor has switched on. */
export const hasAnyWay = ({ cardForm }: MemberVisit, { read, site }: BookContext): boolean =>
  cardForm !== undefined && paymentSettings(read, site.id).waysToPay;

export const cardsOf = async ({ callApi }: MemberVisit, siteId: string): Promise<readonly SavedCard[]> =>
  (await callApi('listPaymentMethods', { siteId, query: { limit: 20 } })).data;

const SANDBOX = (context: BookContext): Html => {
  const { t } = context;
  return html`<div class="field"><label for="card-number">${t('buying.number')}</label><input class="input" id="card-number" inputmode="numeric" autocomplete="cc-number" placeholder="1234 1234 1234 1234" maxlength="23"></div>
<div class="two"><div class="field"><label for="card-expiry">${t('buying.expiry')}</label><input class="input" id="card-expiry" inputmode="numeric" autocomplete="cc-exp" placeholder="${t('buying.expiryHint')}" maxlength="7"></div><div class="field"><label for="card-code">${t('buying.code')}</label><input class="input" id="card-code" inputmode="numeric" autocomplete="cc-csc" placeholder="123" maxlength="4"></div></div>
<p class="small quiet">${t('buying.sandbox')}</p>`;
};

/**
 * @param anyWayBack where a bank leads back to, on a page that saves all ways to pay.
 * The fields of a new card, which only a script shows: what is typed goes to the card processor, never to this server, so
 * the fields have no names.
 */
export const cardFields = (
  { context, cardForm }: MemberVisit,
  hasKept: boolean,
  note: Html | undefined,
  anyWayBack?: string,
): Html => {
  const { t } = context;
  if (cardForm === undefined) return html`<p class="notice">${t('buying.noCards')}</p>`;
  const sandbox =
    anyWayBack === undefined
      ? SANDBOX(context)
      : html`<div class="stack" data-way-fields="" data-any-way="${anyWayBack}">${sandboxWays(context, SANDBOX(context))}</div>`;
  const fields =
    cardForm === 'sandbox'
      ? sandbox
      : html`<div class="field"><span class="label" id="card-label">${t('buying.card')}</span><div class="input card-frame" id="card-frame" role="group" aria-labelledby="card-label"${anyWayBack === undefined ? undefined : html` data-any-way="${anyWayBack}"`}></div></div>`;
  return html`<p class="notice" data-needs-script="">${t(hasKept ? 'buying.needsScriptKept' : 'buying.needsScript')}</p>
<div class="stack card-fields" data-card-fields="" hidden>${fields}${note}</div>`;
};

/** Where members choose on the next page: what there is to choose. */
const anyWayNote = ({ t }: BookContext): Html => html`<p class="small quiet">${t('buying.anyWay')}</p>`;

/** Which card pays: a kept card, or a new card. Hidden while a code makes the plan free. */
export const cardChoice = (
  visit: MemberVisit,
  cards: readonly SavedCard[],
  chosen: SavedCard | undefined,
  isHidden: boolean,
  context: BookContext,
): Html => {
  const { t } = context;
  const anyWay = hasAnyWay(visit, context);
  const fields = anyWay
    ? anyWayNote(visit.context)
    : cardFields(visit, cards.length > 0, html`<p class="small quiet">${t('buying.keeps')}</p>`);
  const other = anyWay ? html`value="${ANY_WAY}"` : html`value="${NEW_CARD}" data-new-card=""`;
  const otherName = t(anyWay ? 'buying.otherWay' : 'buying.otherCard');
  const head = html`<h2 id="card-title">${t(anyWay ? 'buying.payWith' : 'buying.card')}</h2>`;
  const hidden = isHidden ? html` hidden` : '';
  const [first] = cards;
  if (first === undefined) {
    return html`<section class="stack paying" aria-labelledby="card-title"${hidden}>${head}<input type="hidden" name="card" ${other}>${fields}</section>`;
  }
  const shown = chosen ?? first;
  const ends = (month: string): string => t('buying.expires', { month });
  const option = (card: SavedCard): Html =>
    html`<label class="choice"><input type="radio" name="card" value="${card.id}"${card === chosen ? html` checked` : ''}><span class="text">${methodName(card)}<small>${cardEnd(card, ends)}</small></span></label>`;
  return html`<section class="stack paying" aria-labelledby="card-title"${hidden}>${head}<details class="card-choice"${chosen === undefined ? html` open` : ''}><summary class="list-line">${CARD}<span class="grow" data-card-summary="">${chosen === undefined ? otherName : html`${methodName(shown)}<small>${cardEnd(shown, ends)}</small>`}</span><span class="value">${t('buying.change')}</span>${NEXT}</summary>
<fieldset class="stack"><legend class="visually-hidden">${t('buying.card')}</legend>${cards.map(option)}
<label class="choice"><input type="radio" name="card" ${other}${chosen === undefined ? html` checked` : ''}><span class="text">${otherName}</span></label></fieldset>
${fields}</details></section>`;
};

/** What the script of a page with cards says, as an attribute of its form. */
export const cardWords = ({ t, read }: BookContext, declined: string, incomplete = declined): string =>
  JSON.stringify({
    approve: t('buying.approve'),
    approveButton: t('buying.approveButton'),
    number: t('buying.badNumber'),
    expiry: t('buying.badExpiry'),
    past: t('buying.pastExpiry'),
    code: t('buying.badCode'),
    failed: t('buying.failed'),
    offline: t('shell.offline'),
    signIn: t('buying.signInAgain'),
    full: t('buying.cardsFull'),
    close: t('shell.close'),
    often: t('shell.tooOften'),
    declined,
    incomplete,
    wallet: t('cardPage.wallet'),
    walletButton: t('cardPage.walletButton'),
    dismissed: t('cardPage.walletDismissed'),
    account: t('buying.badAccount'),
    fromBank: t('buying.fromBank'),
    // By the clock of this server, which a sandbox can move.
    month: read.now.slice(0, 7),
  });

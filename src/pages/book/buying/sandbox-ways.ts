import { type Html, html } from '../../../kernel/html.ts';
import type { BookContext } from '../layout.ts';

/**
 * The ways to pay of the sandbox, in the place of the form of a processor.
 * @param card the fields of a card, where one can be typed.
 */
export const sandboxWays = ({ t }: BookContext, card?: Html): Html => {
  const typed =
    card === undefined
      ? undefined
      : html`<label class="choice"><input type="radio" name="way" value="card" checked><span class="text">${t('buying.card')}</span></label>
`;
  return html`<fieldset class="stack"><legend class="visually-hidden">${t('buying.payWith')}</legend>
${typed}<label class="choice"><input type="radio" name="way" value="wallet"${card === undefined ? html` checked` : undefined}><span class="text">${t('buying.wayWallet')}</span></label>
<label class="choice"><input type="radio" name="way" value="debit"><span class="text">${t('buying.wayDebit')}</span></label>
<label class="choice"><input type="radio" name="way" value="redirect"><span class="text">${t('buying.wayRedirect')}</span></label></fieldset>
<div class="field" data-account="" hidden><label for="iban">IBAN</label><input class="input" id="iban" autocomplete="off" placeholder="DE89 3704 0044 0532 0130 00" maxlength="40"></div>
${card === undefined ? html`<p class="small quiet">${t('buying.sandboxWays')}</p>` : html`<div class="stack" data-typed-card="">${card}</div>`}`;
};

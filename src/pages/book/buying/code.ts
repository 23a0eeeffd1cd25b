import { type Html, html } from '../../../kernel/html.ts';
import { ApiRefusal, refusalText } from '../messages.ts';
import type { MemberVisit } from '../visit.ts';
import type { Order, WayNow } from './order.ts';
import { previewOf, type Sum } from './sum.ts';

export const isCodeRefusal = ({ code }: ApiRefusal): boolean => code.startsWith('discount_code_');

/** What a way costs with a code that somebody has typed. */
export interface Coded {
  /** What the sale would do: without the code where it cannot be used. */
  readonly preview: Sum | ApiRefusal | undefined;
  /** The code that takes something off, as it was typed; '' without. */
  readonly code: string;
  /** Why the code cannot be used, in the reader's language. */
  readonly problem: string | undefined;
}

/** Previews what a way to pay costs, with the code if it can be used. */
export const priceWithCode = async (
  visit: MemberVisit,
  order: Order,
  way: WayNow,
  { cardId, code }: { readonly cardId: string | undefined; readonly code: string },
): Promise<Coded> => {
  const preview = await previewOf(visit, order, way, { cardId, code });
  if (code === '' || !(preview instanceof ApiRefusal && isCodeRefusal(preview)))
    return { preview, code, problem: undefined };
  const without = await previewOf(visit, order, way, { cardId });
  return { preview: without, code: '', problem: refusalText(order.context, preview) };
};

/** Where a code is typed: folded away, until somebody has one. Nothing where nothing has a price. */
export const codeEntry = (
  { context: { t }, ways }: Order,
  typed: string,
  problem: string | undefined,
): Html | undefined =>
  ways.some(({ price }) => price > 0)
    ? html`<details class="change code-entry"${typed === '' ? '' : html` open`}><summary>${t('buying.haveCode')}</summary>
<div class="field"><label for="discount-code">${t('buying.discountCode')}</label><div class="code-row"><input class="input" id="discount-code" name="code" value="${typed}" maxlength="64" autocomplete="off" autocapitalize="characters" spellcheck="false" enterkeyhint="done" aria-describedby="code-note" data-code=""><button class="button" type="submit" name="apply" value="code" data-apply="">${t('buying.applyCode')}</button></div>
<div id="code-note" data-code-note="" aria-live="polite">${problem === undefined ? undefined : html`<p class="error">${problem}</p>`}</div></div></details>`
    : undefined;

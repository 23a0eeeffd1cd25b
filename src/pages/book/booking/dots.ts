import { type Html, html } from '../../../kernel/html.ts';
import type { BookContext } from '../layout.ts';

/** More dots than this cannot be read at a glance. */
const MOST_DOTS = 30;

interface Credits {
  readonly left: number;
  /** The credits the pass was sold with. */
  readonly total: number;
  /** The credits this booking uses. */
  readonly now?: number;
}

/** Credits as dots: one for each, hollow when used. Undefined where there are too many to see at once. */
export const dots = ({ t }: BookContext, { left, total, now = 0 }: Credits, isNew = false): Html | undefined => {
  const all = Math.max(total, left + now);
  if (all > MOST_DOTS || all === 0) return undefined;
  const label = t('booking.creditsLeft', { left, total: all });
  const each = (count: number, dot: Html): Html[] => Array.from({ length: count }, () => dot);
  return html`<span class="dots" role="img" aria-label="${label}"${isNew ? html` data-new=""` : ''}>${each(left, html`<i></i>`)}${each(now, html`<i data-now=""></i>`)}${each(all - left - now, html`<i data-used=""></i>`)}</span>`;
};

import { type Html, html } from '../../../kernel/html.ts';
import type { BookingOptionsResponse } from '../../../resources/booking-options/shapes.ts';
import type { BookContext } from '../layout.ts';

const MOST = 3;

/** Why the passes of the member cannot pay for a class, in words; empty where one can, or there is no pass. */
export const whyNoPass = (
  { t }: Pick<BookContext, 't'>,
  { packages }: Pick<BookingOptionsResponse, 'packages'>,
): readonly string[] => {
  if (packages.some(({ canPay }) => canPay)) return [];
  const reasons = packages.flatMap(({ name: pass, reason }) => (reason === null ? [] : [{ pass, reason }]));
  return reasons.slice(0, MOST).map((each) => t('booking.passWhy', each));
};

/** The same on a page, with the way to the passes. */
export const noPassNote = ({ t }: Pick<BookContext, 't'>, why: readonly string[]): Html | undefined =>
  why.length === 0
    ? undefined
    : html`<div class="notice"><div>${why.map((line) => html`<p>${line}</p>`)}<p><a class="link" href="/book/me/passes">${t('mine.passes')}</a></p></div></div>`;

import { type Html, html } from '../../../kernel/html.ts';
import type { PublicSessionResponse } from '../../../resources/studio/shapes.ts';
import type { RowPart } from './actions.ts';

/** What a class page says to whoever looks, and lets them do. */
export interface ClassPart {
  /** Beside the length of the class. */
  readonly state: Html | undefined;
  /** Above the description of the class. */
  readonly notice?: Html | undefined;
  readonly card: Html | undefined;
  readonly bar: Html | undefined;
  readonly partOf: (session: PublicSessionResponse) => RowPart;
}

export interface Act {
  readonly label: string;
  /** What it costs, or where one stands. */
  readonly what: string;
  readonly more: string | Html | undefined;
  readonly dots?: Html | undefined;
  /** Stands below the button where there is room: until when leaving is free. */
  readonly below?: string | undefined;
  /** The button; it is made twice, for the bar and for the card. */
  readonly button: ((look: Html) => Html) | undefined;
}

const WIDE = html` data-wide=""`;

/** The same act at the thumb, and beside the class on a wide screen. */
export const actParts = ({ label, what, more, dots: row, below, button }: Act): Pick<ClassPart, 'card' | 'bar'> => ({
  card: html`<aside class="book-card card" aria-label="${label}"><h2>${what}</h2>${more === undefined || more === '' ? undefined : html`<p class="small quiet">${more}</p>`}${row}${button?.(WIDE)}${below === undefined ? undefined : html`<p class="small quiet">${below}</p>`}</aside>`,
  bar: html`<section class="act-bar" aria-label="${label}"><span class="what"><b>${what}</b>${more}</span>${button?.(html``)}</section>`,
});

export const primaryLink =
  (text: string, href: string, more: Html = html``) =>
  (look: Html): Html =>
    html`<a class="button" data-variant="primary" data-size="large"${look}${more} href="${href}">${text}</a>`;

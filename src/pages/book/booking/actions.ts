import { type Html, html } from '../../../kernel/html.ts';
import type { PublicSessionResponse } from '../../../resources/studio/shapes.ts';
import type { BookContext } from '../layout.ts';
import { bookPath } from './paths.ts';

/** What a row of a class says of whoever looks, and what they can do there. */
export interface RowPart {
  readonly state: Html | undefined;
  readonly act: Html | undefined;
}

export type NamedClass = Pick<PublicSessionResponse, 'id' | 'name'>;

/** A small button in the row of a class, which names the class for screen readers. */
export const rowButton = (text: string, href: string, { name }: NamedClass, look: Html): Html =>
  html`<a class="button"${look} data-size="small" href="${href}">${text}<span class="visually-hidden">, ${name}</span></a>`;

/** The attribute of links that open in a sheet, where there is a script. */
export const SHEET = html` data-sheet=""`;

export const bookLink = (context: BookContext, session: NamedClass): Html =>
  rowButton(
    context.t('booking.book'),
    bookPath(session.id),
    session,
    html` data-variant="tinted" rel="nofollow"${SHEET}`,
  );

export const joinLink = (context: BookContext, session: NamedClass): Html =>
  rowButton(
    context.t('booking.joinShort'),
    bookPath(session.id),
    session,
    html` data-variant="waiting" rel="nofollow"${SHEET}`,
  );

/** What anyone can do with a class: nothing where it is over, full, or not open for booking. */
export const actFor = (context: BookContext, session: PublicSessionResponse): Html | undefined => {
  if (session.status !== 'scheduled' || session.availability === 'full') return undefined;
  if (session.notBookableReason === 'not_open_yet' || session.notBookableReason === 'closed') return undefined;
  return session.availability === 'waitlist' ? joinLink(context, session) : bookLink(context, session);
};

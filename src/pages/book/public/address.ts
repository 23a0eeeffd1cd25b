import { type Html, html } from '../../../kernel/html.ts';
import type { BookContext } from '../layout.ts';

export const addressLine = ({ site: { address } }: Pick<BookContext, 'site'>): string =>
  [address?.line1, address?.line2, address?.city].filter(Boolean).join(', ');

/** Directions to the site, in the app for maps of the device where it has one; undefined for a site without an address. */
export const mapPath = (context: Pick<BookContext, 'site'>): string | undefined => {
  const destination = addressLine(context);
  if (destination === '') return undefined;
  return `https://www.google.com/maps/dir/?${new URLSearchParams({ api: '1', destination })}`;
};

export const mapLink = (context: BookContext): Html | undefined => {
  const path = mapPath(context);
  return path === undefined
    ? undefined
    : html`<a class="link small" href="${path}" rel="noreferrer" target="_blank">${context.t('booking.map')}</a>`;
};

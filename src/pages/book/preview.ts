import { type Html, html } from '../../kernel/html.ts';
import type { BookContext } from './layout.ts';
import { ownFile } from './own-file.ts';
import { addressLine } from './public/address.ts';
import type { BookPage } from './visit.ts';

const MOST_LETTERS = 200;

const shortened = (text: string): string => {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= MOST_LETTERS ? line : `${line.slice(0, MOST_LETTERS - 1).replace(/\s+\S*$/, '')}…`;
};

/** Where the studio is. */
export const whereabouts = (context: BookContext): string =>
  [context.studio.name, context.site.name, addressLine(context)].filter(Boolean).join(', ');

/** The picture of a page, else of the studio, else the icon, which has the colors of the brand. */
const imageOf = (context: BookContext, image: string | null | undefined): string => {
  const { rootUrl, studio } = context;
  return rootUrl + (ownFile(context, image) ?? ownFile(context, studio.photoUrl) ?? '/book/icon-512.png');
};

/** What search engines and messengers show of a page that strangers may see (member-page.md "Page"). */
export const previewOf = ({ context, title, canonical, about }: BookPage): Html => {
  const { rootUrl, studio } = context;
  const description = shortened(about?.description ?? whereabouts(context));
  const image = imageOf(context, about?.image);
  return html`<meta name="description" content="${description}">
<meta property="og:type" content="website">
<meta property="og:site_name" content="${studio.name}">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
<meta property="og:url" content="${rootUrl}${canonical}">
<meta property="og:image" content="${image}">`;
};

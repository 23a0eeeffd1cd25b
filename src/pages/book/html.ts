import { escapeText } from '../../http/docs/html.ts';

/** HTML that is safe to send: its texts are escaped. */
export class Html {
  constructor(readonly text: string) {}
  toString(): string {
    return this.text;
  }
}

type Part = Html | string | number | false | null | undefined | readonly Part[];

const written = (part: Part): string => {
  if (part instanceof Html) return part.text;
  if (Array.isArray(part)) return part.map(written).join('');
  return part === null || part === undefined || part === false ? '' : escapeText(String(part));
};

/** Writes HTML: what stands in its places is escaped unless it is HTML, and left out where it is nothing. */
export const html = (texts: TemplateStringsArray, ...parts: readonly Part[]): Html =>
  new Html(texts.map((text, index) => text + written(parts[index])).join(''));

/** JSON in an element of the page. No text of it can end the element. */
export const jsonElement = (value: object): Html =>
  new Html(`<script type="application/ld+json">${JSON.stringify(value).replace(/</g, '\\u003c')}</script>`);

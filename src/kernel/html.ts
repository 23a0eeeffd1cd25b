const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const MARKUP = /[&<>"]/;

/** Escapes text for an element or a quoted attribute. */
const escapeText = (text: string): string =>
  MARKUP.test(text) ? text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character) : text;

/** HTML that is safe to send: its texts are escaped. */
export class Html {
  constructor(readonly text: string) {}
  toString(): string {
    return this.text;
  }
}

type Part = Html | string | number | false | null | undefined | readonly Part[];

/** In loops: a page of a long text has tens of thousands of parts. */
const written = (part: Part): string => {
  if (part instanceof Html) return part.text;
  if (typeof part === 'string') return escapeText(part);
  if (part === null || part === undefined || part === false) return '';
  if (typeof part === 'number') return String(part);
  let text = '';
  for (const each of part) text += written(each);
  return text;
};

/** Writes HTML: what is in its places is escaped unless it is HTML, and left out where it is nothing. */
export const html = (texts: TemplateStringsArray, ...parts: readonly Part[]): Html => {
  let text = texts[0] ?? '';
  for (let index = 0; index < parts.length; index += 1) text += written(parts[index]) + (texts[index + 1] ?? '');
  return new Html(text);
};

/** Each part on a line of its own. */
export const htmlLines = (parts: readonly Part[]): Html => new Html(parts.map(written).join('\n'));

/**
 * Fills the places of a document that is written as a file, `{{name}}`, as `html` does.
 * @throws RangeError for a place that has no part
 */
export const fillHtml = (document: string, parts: Readonly<Record<string, Part>>): Html =>
  new Html(
    document.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
      if (!Object.hasOwn(parts, name)) throw new RangeError(`nothing is given for {{${name}}}`);
      return written(parts[name]);
    }),
  );

/** A style in an element of the page. No text of it can end the element. */
export const styleElement = (css: string): Html => new Html(`<style>${css.replaceAll('</', '<\\/')}</style>`);

/** JSON in an element of the page. No text of it can end the element. */
export const jsonElement = (value: object, type: 'application/json' | 'application/ld+json', id?: string): Html => {
  const json = new Html(JSON.stringify(value).replaceAll('<', '\\u003c'));
  return html`<script type="${type}"${id !== undefined && html` id="${id}"`}>${json}</script>`;
};

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes text for an element or a quoted attribute. */
const escapeText = (text: string): string => text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);

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

import type { Inline } from './nodes.ts';

const WORD = /[^\s<]+/g;
const ADDRESS = /https?:\/\/[\p{L}\p{N}[]|www\.[\p{L}\p{N}]/iu;
/** No address has these as they are, as in `<a href="https://a.example">`. */
const QUOTE = /[">]/;
/** What ends a sentence rather than an address. */
const END = /[?!.,:;*_~'")\]]$/;
const EMAIL = /^[\w.+-]+@[a-z\d-]+(?:\.[a-z\d-]+)+$/i;
const BEFORE_EMAIL = /^[("'[]+/;
const MOST_EMAIL = 254;
const MOST_ADDRESS = 2048;

const withoutEnd = (text: string): string => {
  let length = text.length;
  while (END.test(text.slice(Math.max(0, length - 1), length))) length -= 1;
  const address = text.slice(0, length);
  // As in (see https://en.wikipedia.org/wiki/Yoga_(disambiguation)).
  return text[length] === ')' && address.includes('(') && !address.includes(')') ? `${address})` : address;
};

/** The address in a word: where it begins, what it shows, where it leads. */
const addressIn = (word: string): readonly [start: number, shown: string, href: string] | undefined => {
  if (word.length > MOST_ADDRESS) return undefined;
  const start = word.search(ADDRESS);
  if (start >= 0) {
    const [address = ''] = word.slice(start).split(QUOTE, 1);
    const shown = withoutEnd(address);
    return [start, shown, /^www/i.test(shown) ? `http://${shown}` : shown];
  }
  if (!word.includes('@')) return undefined;
  const before = BEFORE_EMAIL.exec(word)?.[0].length ?? 0;
  const shown = withoutEnd(word.slice(before));
  return shown.length <= MOST_EMAIL && EMAIL.test(shown) ? [before, shown, `mailto:${shown}`] : undefined;
};

export const withLinks = (text: string): readonly Inline[] => {
  if (!/[@:]|www\./i.test(text)) return [{ type: 'text', text }];
  const parts: Inline[] = [];
  let done = 0;
  for (const { 0: word, index } of text.matchAll(WORD)) {
    const found = addressIn(word);
    if (found === undefined) continue;
    const [start, shown, href] = found;
    if (index + start > done) parts.push({ type: 'text', text: text.slice(done, index + start) });
    parts.push({ type: 'link', href, children: [{ type: 'text', text: shown }] });
    done = index + start + shown.length;
  }
  if (done < text.length) parts.push({ type: 'text', text: text.slice(done) });
  return parts;
};

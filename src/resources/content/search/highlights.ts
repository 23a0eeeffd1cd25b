import type { Read } from '../../../database/database.ts';
import { unpackList } from '../../../database/json.ts';
import { Staff } from '../../staff/record.ts';
import { ContentCategory } from '../categories/record.ts';
import type { EntryRow } from '../entries/record.ts';
import { folded } from '../slugs.ts';
import { ContentTag } from '../tags/record.ts';
import { hasWord, searchWords } from './words.ts';

/** The fields in which a search looks, in the order of their highlights. */
export const HIGHLIGHTED = ['title', 'summary', 'body', 'tags', 'categories', 'instructors'] as const;

/** A part of a field with what a search has found in it: HTML, with `<mark>` around each word. */
export interface Highlight {
  readonly field: (typeof HIGHLIGHTED)[number];
  readonly snippet: string;
}

/** The characters of a snippet before the first word that was found, and after it. */
const BEFORE = 60;
const AFTER = 140;

/** A word of a text as it is written, with its accents. */
const WRITTEN = /[\p{L}\p{N}\p{M}]+/gu;

/** Text in which a word is letters of a to z and digits, so that one expression finds those of a search. */
const ASCII = /^[\s!-~]*$/;
const PLAIN_WORD = /^[a-z0-9]+$/;

/** A word of a text that a search has found: where it begins and ends. */
interface FoundWord {
  readonly start: number;
  readonly end: number;
}

/** Finds the words of a text that start with one of those of a search, from the beginning on. */
type Finder = (text: string) => Iterable<FoundWord>;

/** @param words without any that is not plain. */
const plainFinder = (words: readonly string[]): Finder => {
  if (words.length === 0) return () => [];
  // Without a look behind, which is slow. It begins with the character before the word.
  const pattern = new RegExp(`(^|[^a-z0-9])(?:${words.join('|')})[a-z0-9]*`, 'gi');
  return function* (text) {
    pattern.lastIndex = 0;
    for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
      const end = match.index + match[0].length;
      yield { start: match.index + (match[1]?.length ?? 0), end };
      pattern.lastIndex = end;
    }
  };
};

/** Looks at each word of a text once, since texts repeat words. */
const accentFinder = (words: readonly string[]): Finder => {
  const known = new Map<string, boolean>();
  return function* (text) {
    const whole = folded(text);
    if (!words.some((word) => whole.includes(word))) return;
    for (const { 0: written, index } of text.matchAll(WRITTEN)) {
      let matches = known.get(written);
      if (matches === undefined) {
        matches = words.some((word) => hasWord(written, word));
        known.set(written, matches);
      }
      if (matches) yield { start: index, end: index + written.length };
    }
  };
};

const finderOf = (words: readonly string[]): Finder => {
  const plain = plainFinder(words.filter((word) => PLAIN_WORD.test(word)));
  const accents = accentFinder(words);
  return (text) => (ASCII.test(text) ? plain(text) : accents(text));
};

/** The text as HTML, with `<mark>` around the words that a search has found. */
const marked = (text: string, find: Finder): string => {
  let html = '';
  let done = 0;
  for (const { start, end } of find(text)) {
    html += `${Bun.escapeHTML(text.slice(done, start))}<mark>${Bun.escapeHTML(text.slice(start, end))}</mark>`;
    done = end;
  }
  return html + Bun.escapeHTML(text.slice(done));
};

/** Where the first word stands that a search has found; undefined for none. */
const firstMatch = (text: string, find: Finder): number | undefined => {
  for (const { start } of find(text)) return start;
  return undefined;
};

/** The part of a long text around the first word that a search has found, cut between words where there are spaces. */
const partAround = (text: string, first: number): string => {
  const start = first <= BEFORE ? 0 : first - BEFORE + Math.max(0, text.slice(first - BEFORE, first).indexOf(' ') + 1);
  const rest = text.slice(start, first + AFTER);
  const cut = first + AFTER >= text.length ? -1 : rest.lastIndexOf(' ');
  const part = cut > first - start ? rest.slice(0, cut) : rest;
  return `${start > 0 ? '… ' : ''}${part}${start + part.length < text.length ? ' …' : ''}`.toWellFormed();
};

/** The highlight of a text, without its line breaks; undefined when it has none of the words. */
const snippetOf = (text: string | null, find: Finder): string | undefined => {
  const first = text === null ? undefined : firstMatch(text, find);
  return text === null || first === undefined
    ? undefined
    : marked(partAround(text, first).replace(/\s+/g, ' ').trim(), find);
};

interface Named {
  readonly id: string;
  readonly name: string;
}

/** Makes the highlights of each of `rows`. Those of a locked entry have nothing of its body. */
export const highlightsOf = (read: Read, search: string, rows: readonly EntryRow[]) => {
  const words = searchWords(search);
  const find = finderOf(words);
  const idsOf = (list: 'tagIds' | 'categoryIds' | 'instructorIds') => [
    ...new Set(rows.flatMap((row) => unpackList<string>(row[list]))),
  ];
  const byId = (records: readonly Named[]) => new Map(records.map(({ id, name }) => [id, name]));
  const tags = byId(ContentTag.rows.findAll(read, idsOf('tagIds')));
  const categories = byId(ContentCategory.rows.findAll(read, idsOf('categoryIds')));
  const people = Staff.rows.findAll(read, idsOf('instructorIds'));
  const instructors = byId(people.map(({ id, firstName, lastName }) => ({ id, name: `${firstName} ${lastName}` })));
  const found = (list: string | null, names: ReadonlyMap<string, string>): string | null => {
    if (list === null) return null;
    const all = unpackList<string>(list).flatMap((id) => names.get(id) ?? []);
    return all.filter((name) => words.some((word) => hasWord(name, word))).join(', ') || null;
  };
  return (row: EntryRow, isLocked: boolean): Highlight[] => {
    const texts = {
      title: row.title,
      summary: row.summary,
      body: isLocked ? null : row.body,
      tags: found(row.tagIds, tags),
      categories: found(row.categoryIds, categories),
      instructors: found(row.instructorIds, instructors),
    };
    return HIGHLIGHTED.flatMap((field) => {
      const snippet = snippetOf(texts[field], find);
      return snippet === undefined ? [] : [{ field, snippet }];
    });
  };
};

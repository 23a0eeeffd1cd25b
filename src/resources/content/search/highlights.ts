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

interface Matcher {
  /** Whether a word as it is written starts with one of those of the search. */
  (written: string): boolean;
  /** Whether a text may have such a word. It costs a tenth of going through its words. */
  mayBeIn(text: string): boolean;
}

/** Finds the words that start with one of `words`. Texts repeat words, so each is looked at once. */
const matcherOf = (words: readonly string[]): Matcher => {
  const known = new Map<string, boolean>();
  const isMatch = (written: string): boolean => {
    let matches = known.get(written);
    if (matches === undefined) {
      matches = words.some((word) => hasWord(written, word));
      known.set(written, matches);
    }
    return matches;
  };
  const mayBeIn = (text: string): boolean => {
    const whole = folded(text);
    return words.some((word) => whole.includes(word));
  };
  return Object.assign(isMatch, { mayBeIn });
};

/** The text as HTML, with `<mark>` around the words that a search has found. */
const marked = (text: string, matches: Matcher): string => {
  let html = '';
  let end = 0;
  for (const match of text.matchAll(WRITTEN)) {
    if (!matches(match[0])) continue;
    html += `${Bun.escapeHTML(text.slice(end, match.index))}<mark>${Bun.escapeHTML(match[0])}</mark>`;
    end = match.index + match[0].length;
  }
  return html + Bun.escapeHTML(text.slice(end));
};

/** Where the first word stands that a search has found; undefined for none. */
const firstMatch = (text: string, matches: Matcher): number | undefined => {
  for (const match of text.matchAll(WRITTEN)) if (matches(match[0])) return match.index;
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
const snippetOf = (text: string | null, matches: Matcher): string | undefined => {
  const first = text === null || !matches.mayBeIn(text) ? undefined : firstMatch(text, matches);
  return text === null || first === undefined
    ? undefined
    : marked(partAround(text, first).replace(/\s+/g, ' ').trim(), matches);
};

interface Named {
  readonly id: string;
  readonly name: string;
}

/** Makes the highlights of each of `rows`. Those of a locked entry have nothing of its body. */
export const highlightsOf = (read: Read, search: string, rows: readonly EntryRow[]) => {
  const words = searchWords(search);
  const matches = matcherOf(words);
  const idsOf = (list: 'tagIds' | 'categoryIds' | 'instructorIds') => [
    ...new Set(rows.flatMap((row) => unpackList<string>(row[list]))),
  ];
  const byId = (records: readonly Named[]) => new Map(records.map(({ id, name }) => [id, name]));
  const tags = byId(ContentTag.rows.findAll(read, idsOf('tagIds')));
  const categories = byId(ContentCategory.rows.findAll(read, idsOf('categoryIds')));
  const people = Staff.rows.findAll(read, idsOf('instructorIds'));
  const instructors = byId(people.map(({ id, firstName, lastName }) => ({ id, name: `${firstName} ${lastName}` })));
  const found = (list: string | null, names: ReadonlyMap<string, string>): string | null => {
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
      const snippet = snippetOf(texts[field], matches);
      return snippet === undefined ? [] : [{ field, snippet }];
    });
  };
};

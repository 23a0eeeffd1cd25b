import type { Read } from '../../../database/database.ts';
import type { SiteAccess } from '../../../kernel/caller.ts';
import { foldedTogether, JOINTS } from '../../../kernel/folding.ts';
import { unpackList } from '../../../records/json.ts';
import { shownName } from '../../instructors/view.ts';
import { Staff } from '../../staff/record.ts';
import { ContentCategory } from '../categories/record.ts';
import type { EntryRow } from '../entries/record.ts';
import { ContentTag } from '../tags/record.ts';
import { hasWord, markedWords } from './words.ts';

export const HIGHLIGHTED = ['title', 'summary', 'body', 'tags', 'categories', 'instructors'] as const;

/** A part of a field with what a search has found in it: HTML, with `<mark>` around each word. */
export interface Highlight {
  readonly field: (typeof HIGHLIGHTED)[number];
  readonly snippet: string;
}

/** The characters of a snippet before the first word that was found, and after it. */
const BEFORE = 60;
const AFTER = 140;

const LETTERS = '[\\p{L}\\p{N}\\p{M}]+';
/** A word of a text as it is written, with its accents, apostrophes and hyphens. */
const WRITTEN = new RegExp(`${LETTERS}(?:${JOINTS}+${LETTERS})*`, 'gu');
const WRITTEN_PART = new RegExp(LETTERS, 'gu');

/** Text whose words have only letters of a to z and digits; its quotes and dashes may be typographic. */
const PLAIN_TEXT = /^[\p{ASCII}\p{P}\p{S}\p{Z}]*$/u;
const PLAIN_WORD = /^[a-z0-9]+$/;

interface FoundWord {
  readonly start: number;
  readonly end: number;
}

/** Finds the first word of a text, from an index on, that starts with a word of a search. */
type Finder = (text: string, from: number) => FoundWord | undefined;

const isInWord = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57);

/** The end of the word of plain text that has the character at `index`. */
const endOfWord = (text: string, index: number): number => {
  let end = index;
  while (end < text.length && isInWord(text.charCodeAt(end))) end += 1;
  return end;
};

/** @param words without any that is not plain. */
const plainFinder = (words: readonly string[]): Finder => {
  if (words.length === 0) return () => undefined;
  // Without what comes before a word, so that the expression skips over text without any word.
  const pattern = new RegExp(words.map((word) => [...word].join(`${JOINTS}*`)).join('|'), 'giu');
  return (text, from) => {
    pattern.lastIndex = from;
    for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
      const { 0: found, index: start } = match;
      const end = endOfWord(text, start + found.length);
      if (start === 0 || !isInWord(text.charCodeAt(start - 1))) return { start, end };
      pattern.lastIndex = end;
    }
    return undefined;
  };
};

/** Where one of some words is in a written one that has it: its part, or all of it where only its parts together are found. */
const placeIn = (written: string, words: readonly string[]): readonly [start: number, end: number] => {
  const word = words.find((each) => hasWord(written, each)) ?? '';
  const part = [...written.matchAll(WRITTEN_PART)].find((each) => hasWord(each[0], word));
  return part === undefined ? [0, written.length] : [part.index, part.index + part[0].length];
};

/** Looks at each word of a text once, since texts repeat words. */
const accentFinder = (words: readonly string[]): Finder => {
  const cached = new Map<string, boolean>();
  const isFound = (written: string): boolean => {
    const before = cached.get(written);
    const found = before ?? words.some((word) => hasWord(written, word));
    if (before === undefined) cached.set(written, found);
    return found;
  };
  const hasAny = (text: string): boolean => {
    const whole = foldedTogether(text);
    return words.some((word) => whole.includes(word));
  };
  return (text, from) => {
    if (from === 0 && !hasAny(text)) return undefined;
    WRITTEN.lastIndex = from;
    for (let match = WRITTEN.exec(text); match !== null; match = WRITTEN.exec(text)) {
      const { 0: written, index } = match;
      if (!isFound(written)) continue;
      const [start, end] = placeIn(written, words);
      return { start: index + start, end: index + end };
    }
    return undefined;
  };
};

/** Most texts are ASCII, which their length in UTF-8 tells at once. */
const isPlain = (text: string): boolean => Buffer.byteLength(text) === text.length || PLAIN_TEXT.test(text);

const findersOf = (words: readonly string[]) => {
  const plain = plainFinder(words.filter((word) => PLAIN_WORD.test(word)));
  const accents = accentFinder(words);
  return (text: string): Finder => (isPlain(text) ? plain : accents);
};

/** The text as HTML, with `<mark>` around the words that a search has found. */
const marked = (text: string, find: Finder): string => {
  let html = '';
  let done = 0;
  for (let word = find(text, 0); word !== undefined; word = find(text, done)) {
    html += `${Bun.escapeHTML(text.slice(done, word.start))}<mark>${Bun.escapeHTML(text.slice(word.start, word.end))}</mark>`;
    done = word.end;
  }
  return html + Bun.escapeHTML(text.slice(done));
};

/** The part of a long text around the first word that a search has found, cut between words where there are spaces. */
const partAround = (text: string, first: number): string => {
  const start = first <= BEFORE ? 0 : first - BEFORE + Math.max(0, text.slice(first - BEFORE, first).indexOf(' ') + 1);
  const rest = text.slice(start, first + AFTER);
  const cut = first + AFTER >= text.length ? -1 : rest.lastIndexOf(' ');
  const part = cut > first - start ? rest.slice(0, cut) : rest;
  return `${start > 0 ? '… ' : ''}${part}${start + part.length < text.length ? ' …' : ''}`.toWellFormed();
};

/** What one space stands for in a snippet, but single spaces. */
const SPACES = /\s{2,}|[^\S ]/g;

/** The highlight of a text, without its line breaks; undefined when it has no such word. */
const snippetOf = (text: string, find: Finder): string | undefined => {
  const first = find(text, 0);
  return first === undefined ? undefined : marked(partAround(text, first.start).replace(SPACES, ' ').trim(), find);
};

/** The names of what the lists of ids in `lists` name, read in one query, or none where all are empty. */
const namesOf = (
  lists: readonly (string | null)[],
  load: (ids: readonly string[]) => readonly (readonly [id: string, name: string])[],
): ReadonlyMap<string, string> | undefined => {
  const ids = new Set<string>();
  for (const list of lists) if (list !== null) for (const id of unpackList<string>(list)) ids.add(id);
  return ids.size === 0 ? undefined : new Map(load([...ids]));
};

const namesWith = (list: string | null, names: ReadonlyMap<string, string> | undefined, words: readonly string[]) => {
  if (list === null || names === undefined) return null;
  const all = unpackList<string>(list).flatMap((id) => names.get(id) ?? []);
  return all.filter((name) => words.some((word) => hasWord(name, word))).join(', ') || null;
};

/** A locked entry shows nothing of its body. `access`: categories and instructors of other sites are not told. */
export const highlightsOf = (read: Read, search: string, rows: readonly EntryRow[], access: SiteAccess) => {
  const words = markedWords(search);
  const finderFor = findersOf(words);
  const tags = namesOf(
    rows.map(({ tagIds }) => tagIds),
    (ids) => ContentTag.rows.findAll(read, ids).map(({ id, name }) => [id, name]),
  );
  const categories = namesOf(
    rows.map(({ categoryIds }) => categoryIds),
    (ids) => {
      const found = ContentCategory.rows.findAll(read, ids).filter((row) => ContentCategory.canAccess(access, row));
      return found.map(({ id, name }) => [id, name]);
    },
  );
  const instructors = namesOf(
    rows.map(({ instructorIds }) => instructorIds),
    (ids) => {
      const found = Staff.rows.findAll(read, ids).filter((row) => Staff.canAccess(access, row));
      return found.map((row) => [row.id, shownName(row)]);
    },
  );
  return (row: EntryRow, isLocked: boolean): Highlight[] => {
    const highlights: Highlight[] = [];
    const look = (field: Highlight['field'], text: string | null): void => {
      const snippet = text === null ? undefined : snippetOf(text, finderFor(text));
      if (snippet !== undefined) highlights.push({ field, snippet });
    };
    look('title', row.title);
    look('summary', row.summary);
    look('body', isLocked ? null : row.body);
    look('tags', namesWith(row.tagIds, tags, words));
    look('categories', namesWith(row.categoryIds, categories, words));
    look('instructors', namesWith(row.instructorIds, instructors, words));
    return highlights;
  };
};

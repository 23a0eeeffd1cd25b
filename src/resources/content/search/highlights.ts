import type { Read } from '../../../database/database.ts';
import type { SiteAccess } from '../../../kernel/caller.ts';
import { unpackList } from '../../../records/json.ts';
import { shownName } from '../../instructors/view.ts';
import { Staff } from '../../staff/record.ts';
import { ContentCategory } from '../categories/record.ts';
import type { EntryRow } from '../entries/record.ts';
import { ContentTag } from '../tags/record.ts';
import { type Finder, findersOf } from './found-words.ts';
import { markedWords, wordsOf } from './words.ts';

export const HIGHLIGHTED = ['title', 'summary', 'body', 'tags', 'categories', 'instructors'] as const;

/** A part of a field with what a search has found in it: HTML, with `<mark>` around each word. */
export interface Highlight {
  readonly field: (typeof HIGHLIGHTED)[number];
  readonly snippet: string;
}

/** The characters of a snippet before the first word that was found, and after it. */
const BEFORE = 60;
const AFTER = 140;

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
const snippetOf = ({ text, find }: { readonly text: string; readonly find: Finder }): string | undefined => {
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

/** Finds the names that contain a word of a search. Entries share names: each is checked once. */
const namesOfWords = (words: readonly string[]) => {
  const known = new Map<string, boolean>();
  const isFound = (name: string): boolean => {
    const before = known.get(name);
    const found = before ?? wordsOf(name).some((each) => words.some((word) => each.startsWith(word)));
    if (before === undefined) known.set(name, found);
    return found;
  };
  return (list: string | null, names: ReadonlyMap<string, string> | undefined): string | null => {
    if (list === null || names === undefined) return null;
    const all = unpackList<string>(list).flatMap((id) => names.get(id) ?? []);
    return all.filter(isFound).join(', ') || null;
  };
};

/** A locked entry shows nothing of its body. `access`: categories and instructors of other sites are left out. */
export const highlightsOf = (read: Read, search: string, rows: readonly EntryRow[], access: SiteAccess) => {
  const words = markedWords(search);
  const finderFor = findersOf(words);
  const namesWith = namesOfWords(words);
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
      const finder = text === null ? undefined : finderFor(text);
      const snippet = finder === undefined ? undefined : snippetOf(finder);
      if (snippet !== undefined) highlights.push({ field, snippet });
    };
    look('title', row.title);
    look('summary', row.summary);
    look('body', isLocked ? null : row.body);
    look('tags', namesWith(row.tagIds, tags));
    look('categories', namesWith(row.categoryIds, categories));
    look('instructors', namesWith(row.instructorIds, instructors));
    return highlights;
  };
};

// What a translator reads about a text, below src/texts/notes.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Area, textsFolder } from './catalogues.ts';

/** What a translator reads about a text: what it is and where it stands, and how many characters it may have. */
export interface Note {
  readonly note?: string;
  readonly max?: number;
}

const kept = new Map<string, ReadonlyMap<string, Note>>();

/** The notes of a part by the name of the text; the note of the part itself has an empty name. */
export const notesOf = (area: Area, part: string): ReadonlyMap<string, Note> => {
  const found = kept.get(`${area}/${part}`) ?? readNotes(area, part);
  kept.set(`${area}/${part}`, found);
  return found;
};

const readNotes = (area: Area, part: string): ReadonlyMap<string, Note> => {
  const path = join(textsFolder, 'notes', area, `${part}.json`);
  if (!existsSync(path)) return new Map();
  const notes = JSON.parse(readFileSync(path, 'utf8')) as Record<string, string | Note>;
  return new Map(Object.entries(notes).map(([name, note]) => [name, typeof note === 'string' ? { note } : note]));
};

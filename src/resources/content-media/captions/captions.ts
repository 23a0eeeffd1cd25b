import { readFile } from 'node:fs/promises';
import type { Tx } from '../../../database/database.ts';
import type { FormFile } from '../../../http/operations/forms.ts';
import { invalidParam, Problem } from '../../../kernel/problem.ts';
import { InvalidCaptions, webVttFrom } from '../../../media/webvtt.ts';
import { captionIn } from '../queries.ts';
import { LANGUAGE, MediaCaption, type MediaRow } from '../record.ts';
import { sizeInFile } from '../shapes.ts';

/** The largest file of captions, in bytes: those of a day have less. */
export const MAX_CAPTION_BYTES = 1_000_000;

/** The most characters of captions in a file of an export, where each of their quotes is doubled twice. */
const MAX_EXPORTED = 1_000_000;

/** The most characters of captions that several records of a file continue. */
const MAX_CONTINUED = 8_000_000;

/** The language tag of a path in its usual form, such as `pt-BR`. @throws Problem 400 */
export const languageOf = (given: string): string => {
  const fail = () => invalidParam('language', `'${given.slice(0, 35)}' is not a language. Send a tag such as pt-BR.`);
  try {
    const [tag = ''] = given.length > 35 ? [] : Intl.getCanonicalLocales(given);
    if (LANGUAGE.test(tag)) return tag;
  } catch {
    throw fail();
  }
  throw fail();
};

/** The text of a file of captions. @throws Problem 400 when it is not UTF-8. */
export const captionTextOf = async ({ path }: FormFile): Promise<string> => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path));
  } catch {
    throw invalidParam('file', 'The file is not UTF-8. Encode it as UTF-8 and send it again.', 'media_unsupported');
  }
};

interface Captions {
  readonly label: string;
  readonly text: string;
  /** Whether the text has further cues of what is stored. */
  readonly continues?: boolean | undefined;
  /** Where the text comes from, in errors. */
  readonly param?: 'text' | 'file';
}

/**
 * Sets the captions of a media in one language. Returns whether they are others than before.
 * @throws Problem 400 `media_unsupported` when they are none, or when they are too long.
 */
export const setCaptions = (tx: Tx, row: MediaRow, language: string, captions: Captions): boolean => {
  const { label, text, continues = false, param = 'text' } = captions;
  const found = captionIn(tx, row.id, language);
  const most = continues ? MAX_CONTINUED : MAX_EXPORTED;
  let body: string;
  try {
    body = webVttFrom(continues && found !== undefined ? `${found.body}\n${text}` : text);
  } catch (error) {
    if (error instanceof InvalidCaptions) throw invalidParam(param, error.message, 'media_unsupported');
    throw error;
  }
  if (sizeInFile(body) > most) {
    throw invalidParam(param, `Captions can have at most ${most} characters, with line breaks counted twice.`);
  }
  if (found?.label === label && found.body === body) return false;
  const change = { label, body };
  if (found !== undefined) MediaCaption.rows.update(tx, found.id, { ...change, updatedAt: tx.now });
  else MediaCaption.rows.insert(tx, { ...MediaCaption.initial(tx), contentMediaId: row.id, language, ...change });
  return true;
};

/** @throws Problem 404 when there are none in this language. */
export const deleteCaptions = (tx: Tx, row: MediaRow, language: string): void => {
  const found = captionIn(tx, row.id, language);
  if (found === undefined) throw new Problem(404, 'resource_not_found', `The media has no captions in '${language}'.`);
  tx.db.query('delete from "mediaCaptions" where "id" = ?').run(found.id);
};

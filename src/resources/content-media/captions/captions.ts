import { isUtf8 } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import type { Read, Tx } from '../../../database/database.ts';
import type { FormFile } from '../../../http/operations/forms.ts';
import { invalidParam, Problem } from '../../../kernel/problem.ts';
import { runAtOnce } from '../../../kernel/slices.ts';
import { type CaptionSteps, furtherCueSteps, InvalidCaptions, webVttSteps } from '../../../media/webvtt.ts';
import { captionIn } from '../queries.ts';
import { LANGUAGE, MediaCaption, type MediaRow } from '../record.ts';
import { sizeInFile } from '../shapes.ts';

/** The largest file of captions, in bytes: captions of a day have less. */
export const MAX_CAPTION_BYTES = 1_000_000;

/** The maximum number of characters of captions in a file of an export, where each of their quotes is doubled twice. */
const MAX_EXPORTED = 1_000_000;

/** The maximum number of characters of captions that several records of a file continue. */
const MAX_CONTINUED = 8_000_000;

/** The language tag of a path in its usual form, such as `pt-BR`. @throws Problem 400 */
export const languageOf = (given: string): string => {
  const fail = () =>
    invalidParam('language', `'${given.slice(0, 35)}' is not a language. Send a tag such as pt-BR.`, {
      reason: 'not_a_language',
    });
  try {
    const [tag = ''] = given.length > 35 ? [] : Intl.getCanonicalLocales(given);
    if (LANGUAGE.test(tag)) return tag;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  throw fail();
};

/** The text of a file of captions. @throws Problem 400 when it is not UTF-8. */
export const captionTextOf = async ({ path }: FormFile): Promise<string> => {
  const bytes = await readFile(path);
  if (isUtf8(bytes)) return new TextDecoder().decode(bytes);
  throw invalidParam('file', 'The file is not UTF-8. Encode it as UTF-8 and send it again.', 'media_unsupported');
};

/** Where the text of captions comes from, in errors. */
type CaptionSource = 'text' | 'file';

function* converted(text: string, param: CaptionSource, steps = webVttSteps): CaptionSteps {
  try {
    return yield* steps(text);
  } catch (error) {
    if (error instanceof InvalidCaptions) throw invalidParam(param, error.message, 'media_unsupported');
    throw error;
  }
}

const withSize = (body: string, most: number, param: CaptionSource): string => {
  if (sizeInFile(body) <= most) return body;
  throw invalidParam(param, `Captions can have at most ${most} characters, counting line breaks twice.`, {
    reason: 'too_long',
    max: most,
  });
};

/** Makes WebVTT of WebVTT or SubRip. @throws Problem 400 `media_unsupported` for other or too long texts. */
export function* captionSteps(text: string, param: CaptionSource = 'text'): CaptionSteps {
  return withSize(yield* converted(text, param), MAX_EXPORTED, param);
}

/** The WebVTT of captions, made in one pass. @throws Problem 400 `media_unsupported` as `captionSteps` does. */
export const captionsFrom = (text: string): string => runAtOnce(captionSteps(text));

interface Captions {
  readonly label: string;
  /** In WebVTT. */
  readonly body: string;
}

/** Sets the captions of a media in one language. Returns whether they are others than before. */
export const setCaptions = (tx: Tx, row: MediaRow, language: string, { label, body }: Captions): boolean => {
  const found = captionIn(tx, row.id, language);
  if (found?.label === label && found.body === body) return false;
  const change = { label, body };
  if (found !== undefined) MediaCaption.rows.update(tx, found.id, { ...change, updatedAt: tx.now });
  else MediaCaption.rows.insert(tx, { ...MediaCaption.initial(tx), contentMediaId: row.id, language, ...change });
  return true;
};

/** With further cues after the stored cues. @throws Problem 400 `media_unsupported` for other or too long texts. */
export const continuedCaptions = (read: Read, row: MediaRow, language: string, text: string): string => {
  const found = captionIn(read, row.id, language);
  if (found === undefined) return captionsFrom(text);
  // Of all that is there, only what is new is checked.
  const cues = runAtOnce(converted(text, 'text', furtherCueSteps));
  return withSize(`${found.body}\n${cues}`, MAX_CONTINUED, 'text');
};

/** @throws Problem 404 when there are no captions in this language. */
export const deleteCaptions = (tx: Tx, row: MediaRow, language: string): void => {
  const found = captionIn(tx, row.id, language);
  if (found === undefined) throw new Problem(404, 'resource_not_found', `This media has no captions in '${language}'.`);
  tx.db.query('delete from "mediaCaptions" where "id" = ?').run(found.id);
};

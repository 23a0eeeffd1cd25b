import { parseBody } from '../../../http/body.ts';
import { validatorFor } from '../../../http/validation.ts';
import { id, line, object, optional } from '../../../kernel/schemas.ts';
import type { MediaKind } from '../record.ts';

export interface Claims {
  readonly fileName: string;
  /** Its media type in lower case; empty if there is none. */
  readonly type: string;
  readonly title: string;
  readonly entryId: string | null;
  /** What it seems to be, until its content has been looked at. */
  readonly kind: MediaKind;
}

const fields = validatorFor(object({ title: optional(line(200)), entryId: optional(id()) }));

/** A name as one line of text: it is shown and never a path. */
const cleanName = (name: string | null | undefined): string => {
  const last = (name ?? '').split(/[/\\]/).at(-1) ?? '';
  return (
    last
      .toWellFormed()
      .normalize('NFC')
      .replace(/\p{C}+/gu, ' ')
      .trim()
      .slice(0, 200)
      // A character of two units may be cut in the middle.
      .replace(/[\ud800-\udbff]$/, '')
  );
};

const kindOf = (type: string): MediaKind => {
  const [kind] = type.split('/');
  return kind === 'audio' || kind === 'image' || kind === 'video' ? kind : 'document';
};

/** The name and type of a file, as it was sent. */
export const fileClaims = (name: string | null | undefined, type: string | null | undefined) => {
  const given = (type ?? '')
    .toLowerCase()
    .replace(/\p{C}+/gu, '')
    .slice(0, 255);
  return { fileName: cleanName(name) || 'upload', type: given, kind: kindOf(given) };
};

/** What the metadata of an upload says. @throws Problem 400 for an invalid title or entry id. */
export const claimsOf = (metadata: Readonly<Record<string, string | null>> = {}): Claims => {
  const given = Object.entries(metadata).filter(
    ([name, value]) => ['title', 'entryId'].includes(name) && value !== null,
  );
  const file = fileClaims(metadata.filename, metadata.filetype);
  const { title = file.fileName, entryId = null } = parseBody(JSON.stringify(Object.fromEntries(given)), fields);
  return { ...file, title, entryId };
};

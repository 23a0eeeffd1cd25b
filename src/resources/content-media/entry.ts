import type { Read } from '../../database/database.ts';
import { type Caller, requireSites, requireWholeBrand } from '../../kernel/caller.ts';
import { missingResource, notFound } from '../../kernel/problem.ts';
import { unpackList } from '../../records/json.ts';
import { readableAccess } from '../content/entries/access.ts';
import type { EntryAccess } from '../content/entries/queries.ts';
import { ContentEntry } from '../content/entries/record.ts';
import { mediaOfFile } from './queries.ts';
import { ContentMedia, MediaFile, type MediaRow } from './record.ts';

/**
 * Checks the entry that a media gets.
 * @throws Problem 400 `resource_missing` for an entry that does not exist, or that the caller has no access to; 403 as
 *   `requireChange`.
 */
export const requireEntry = (read: Read, caller: Caller, entryId: string | null = null): void => {
  const { status = 'archived' } = ContentEntry.lookUp(read, caller, entryId) ?? {};
  if (entryId !== null && status === 'archived') throw missingResource('entryId', 'entry', entryId);
  requireChange(read, caller, entryId);
};

/**
 * Checks that a caller may change the media of an entry.
 * @throws Problem 403 `site_not_allowed` unless the caller has access to all sites of the entry. A media without an entry
 * belongs to the whole brand.
 */
export const requireChange = (read: Read, caller: Caller, entryId: string | null): void => {
  if (caller.siteIds === null) return;
  if (entryId === null) requireWholeBrand(caller, 'media without an entry');
  else requireSites(caller, unpackList(ContentEntry.rows.find(read, entryId)?.siteIds ?? null), 'entryId');
};

/** Whether a caller has access to one of the sites of its entry; a media without an entry belongs to the whole brand. */
const canAccess = (read: Read, caller: Caller, { entryId }: Pick<MediaRow, 'entryId'>): boolean =>
  entryId === null || caller.siteIds === null || ContentEntry.lookUp(read, caller, entryId) !== undefined;

/** Who reaches the whole brand may use any file, others one of their media. Knowing the SHA-256 gives no right. */
export const mayUseFile = (read: Read, caller: Caller, sha256: string): boolean => {
  if (MediaFile.rows.find(read, sha256) === undefined) return false;
  return caller.siteIds === null || mediaOfFile(read, sha256).some((row) => canAccess(read, caller, row));
};

/** Finds a media that is not deleted, for the studio. */
export const ManagedMedia = {
  /** @throws Problem 404 */
  find(read: Read, caller: Caller, id: string): MediaRow {
    const row = ContentMedia.rows.find(read, id);
    if (row === undefined || row.archivedAt !== null || !canAccess(read, caller, row)) throw notFound('media', id);
    return row;
  },
};

/** Finds a media whose file is or was received by tus. */
export const ManagedUpload = {
  /** @throws Problem 404, or 403 as `requireChange`. */
  find(read: Read, caller: Caller, id: string): MediaRow {
    const row = ManagedMedia.find(read, caller, id);
    const hasExpired = row.status === 'uploading' && row.uploadExpiresAt !== null && row.uploadExpiresAt <= read.now;
    if (row.uploadLength === null || hasExpired) throw notFound('upload', id);
    requireChange(read, caller, row.entryId);
    return row;
  },
};

/** Finds it with its entry or null. @throws Problem 404, which names the media only: a hidden entry is not revealed. */
export const findReadable = (
  read: Read,
  caller: Caller,
  id: string,
): { readonly row: MediaRow; readonly entry: EntryAccess | null } => {
  const row = ContentMedia.rows.find(read, id);
  if (row === undefined || row.archivedAt !== null) throw notFound('media', id);
  // Nothing says which members may see a media without an entry.
  const loose = caller.kind === 'member' ? undefined : null;
  const entry = row.entryId === null ? loose : readableAccess(read, caller, row.entryId);
  if (entry === undefined) throw notFound('media', id);
  return { row, entry };
};

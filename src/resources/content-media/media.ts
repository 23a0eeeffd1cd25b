import type { Read, Tx } from '../../database/database.ts';
import type { Caller } from '../../kernel/caller.ts';
import { type Detail, invalid, invalidDetail, invalidParam, type Problem } from '../../kernel/problem.ts';
import type { MediaProperties } from '../../media/properties.ts';
import { unpackList } from '../../records/json.ts';
import { archiveRow, storeChanges } from '../../records/store-changes.ts';
import { requireChange, requireEntry } from './entry.ts';
import { releaseFiles, useFiles } from './files.ts';
import { ContentMedia, type CreateMediaBody, type MediaKind, type MediaRow, type UpdateMediaBody } from './record.ts';

/** The fields that follow from the bytes of a file. */
const OF_THE_FILE = ['kind', 'externalUrl', 'mimeType', 'durationSeconds', 'width', 'height'] as const;

/** 400: a file is not what it says, or none that may be uploaded. */
export const mediaUnsupported = (message: string): Problem =>
  invalidParam('file', `The file cannot be used. ${message}`, 'media_unsupported');

/** @throws Problem 400 for chapters that do not ascend, or are after the end. */
const checkChapters = ({ chapters, durationSeconds }: Pick<MediaRow, 'chapters' | 'durationSeconds'>): void => {
  const details: Detail[] = [];
  let last = -1;
  for (const [index, { startSeconds }] of unpackList<{ startSeconds: number }>(chapters).entries()) {
    const param = `chapters[${index}].startSeconds`;
    if (startSeconds <= last)
      details.push(
        invalidDetail(param, 'Each chapter must start after the one before it.', { reason: 'chapters_out_of_order' }),
      );
    if (durationSeconds !== null && startSeconds >= durationSeconds) {
      details.push(
        invalidDetail(param, `The media ends after ${durationSeconds} seconds: its chapters must start before.`, {
          reason: 'after_the_end',
        }),
      );
    }
    last = startSeconds;
  }
  if (details.length > 0) throw invalid(details);
};

/** @throws Problem 400 for an address that is not https. */
const checkAddress = (url: string | null | undefined): void => {
  if (url === undefined || url === null || /^https:\/\//i.test(url)) return;
  throw invalidParam('externalUrl', "'externalUrl' must begin with https://.", { reason: 'not_a_url' });
};

/** @throws Problem 400 for fields that follow from the file. */
export const refuseFactsOfFile = (body: UpdateMediaBody): void => {
  const sent = OF_THE_FILE.filter((name) => body[name] !== undefined);
  if (sent.length === 0) return;
  throw invalid(
    sent.map((name) =>
      invalidDetail(name, `'${name}' is read from the file. Leave it out.`, { reason: 'not_applicable' }),
    ),
  );
};

const kindOf = (mimeType: string | null | undefined): MediaKind => {
  const [type = ''] = (mimeType ?? '').split('/');
  if (type === 'audio' || type === 'image') return type;
  return mimeType === 'application/pdf' || type === 'text' ? 'document' : 'video';
};

const nameOf = (address: string): string => {
  const { hostname, pathname } = new URL(address);
  const last = pathname.split('/').filter(Boolean).at(-1);
  return (last ?? hostname).slice(0, 200);
};

/**
 * Adds a media at an external address.
 * @param moved the id and the entry of a media from another studio; its import has checked them.
 * @throws Problem 400
 */
export const addExternalMedia = (
  tx: Tx,
  caller: Caller,
  body: CreateMediaBody,
  moved?: { readonly id: string; readonly entryId: string | null },
): MediaRow => {
  const { externalUrl } = body;
  if (externalUrl === undefined || externalUrl === null) {
    const message = "Send the address of the media in 'externalUrl', or its file in a multipart form.";
    throw invalidParam('externalUrl', message, 'parameter_missing');
  }
  checkAddress(externalUrl);
  if (moved === undefined) requireEntry(tx, caller, body.entryId);
  const { title = nameOf(externalUrl), kind = kindOf(body.mimeType) } = body;
  const row = ContentMedia.make(tx, { ...body, title, kind }, { title, kind, status: 'ready', ...moved });
  checkChapters(row);
  ContentMedia.rows.insert(tx, row);
  return row;
};

/** The columns that the content of a file decides. */
export const columnsOfFacts = ({ poster: _poster, ...facts }: MediaProperties): Partial<MediaRow> => facts;

export interface StoredUpload {
  readonly fileName: string;
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly facts: MediaProperties;
  readonly posterSha256: string | null;
}

/** Adds a media whose file is in the store. @throws Problem 400 */
export const addStoredMedia = (tx: Tx, caller: Caller, body: CreateMediaBody, upload: StoredUpload): MediaRow => {
  refuseFactsOfFile(body);
  requireEntry(tx, caller, body.entryId);
  const { fileName, sha256, sizeBytes, facts, posterSha256 } = upload;
  const { title = fileName.slice(0, 200) } = body;
  const { kind } = facts;
  const row: MediaRow = {
    ...ContentMedia.make(tx, { ...body, title, kind }, { title, kind, status: 'ready' }),
    ...columnsOfFacts(facts),
    fileSha256: sha256,
    sizeBytes,
    fileName,
    posterSha256,
  };
  checkChapters(row);
  ContentMedia.rows.insert(tx, row);
  useFiles(tx, sha256, posterSha256);
  return row;
};

/** @throws Problem 400 for fields that follow from the file, or contradict one another. */
export const updateMedia = (tx: Tx, caller: Caller, row: MediaRow, body: UpdateMediaBody): MediaRow => {
  if (row.externalUrl === null) refuseFactsOfFile(body);
  else if (body.externalUrl === null) {
    throw invalidParam('externalUrl', 'Media without a file needs an address. Delete the media instead.', {
      reason: 'empty',
    });
  }
  checkAddress(body.externalUrl);
  requireChange(tx, caller, row.entryId);
  if (body.entryId !== undefined && body.entryId !== row.entryId) requireEntry(tx, caller, body.entryId);
  const next: MediaRow = { ...row, ...ContentMedia.columns(body, row) };
  // Chapters may have been sent before the length of the file was known, and start after its end.
  if (next.chapters !== row.chapters || next.durationSeconds !== row.durationSeconds) checkChapters(next);
  return storeChanges(tx, ContentMedia, row, next);
};

/** The media after a change of its captions, which have rows of their own. */
export const changedNow = (tx: Tx, row: MediaRow): MediaRow => {
  const change = { updatedAt: tx.now };
  ContentMedia.rows.update(tx, row.id, change);
  return { ...row, ...change };
};

/** Deletes a media. What was watched of it stays; its file is removed after 7 days. */
export const deleteMedia = (tx: Tx, caller: Caller, row: MediaRow) => {
  requireChange(tx, caller, row.entryId);
  const response = archiveRow(tx, ContentMedia, row);
  releaseFiles(tx, row.fileSha256, row.posterSha256);
  return response;
};

/** The reason why an upload cannot be used. */
export const setErrored = (tx: Tx, id: string, message: string): void => {
  ContentMedia.rows.update(tx, id, {
    status: 'errored',
    errorReason: `media_unsupported: ${message}`.slice(0, 500),
    updatedAt: tx.now,
  });
};

/** The media with this id, which someone deleted or which never was. */
export const liveMedia = (read: Read, id: string): MediaRow | undefined => {
  const row = ContentMedia.rows.find(read, id);
  return row === undefined || row.archivedAt !== null ? undefined : row;
};

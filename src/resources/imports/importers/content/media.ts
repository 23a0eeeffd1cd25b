import { Type } from '@sinclair/typebox';
import type { Read, Tx } from '../../../../database/database.ts';
import type { Caller } from '../../../../kernel/caller.ts';
import { defined } from '../../../../kernel/objects.ts';
import { invalidParam } from '../../../../kernel/problem.ts';
import { count, line, nullable, object, oneOf, optional, type Static } from '../../../../kernel/schemas.ts';
import { captionsFrom, continuedCaptions, languageOf, setCaptions } from '../../../content-media/captions/captions.ts';
import { mayUseFile, requireChange } from '../../../content-media/entry.ts';
import { useFiles } from '../../../content-media/files.ts';
import { addExternalMedia, updateMedia } from '../../../content-media/media.ts';
import { FILE_MISSING, mediaOfEntries } from '../../../content-media/queries.ts';
import { ContentMedia, type MediaRow, sha256 } from '../../../content-media/record.ts';
import { captionText, mediaWithState } from '../../../exports/content.ts';
import { identityFields } from '../../shapes.ts';
import { applyChanges } from '../changes.ts';
import { atCreation, utc } from '../dates.ts';
import { importFamily } from '../family.ts';
import { idOf } from '../identity.ts';
import { entryOfMedia } from './entry.ts';

const ImportMedia = object(() => ({
  ...Type.Partial(ContentMedia.create).properties,
  ...identityFields,
  entryExternalId: optional(nullable(line(255))),
  status: optional(oneOf('ready', 'errored')),
  errorReason: optional(nullable(line(500))),
  sizeBytes: optional(nullable(count())),
  checksumSha256: optional(nullable(sha256())),
  captions: optional(
    Type.Array(object({ ...captionText.properties, text: Type.String({ maxLength: 1_000_000 }), label: line(100) }), {
      maxItems: 100,
    }),
  ),
  state: optional(Type.Partial(ContentMedia.state, { additionalProperties: false })),
}));

type Row = Static<typeof ImportMedia>;

/** The entry of a row; undefined when the row names no entry. @throws Problem 400 when the caller may see no such entry. */
const entryIdOf = (read: Read, caller: Caller, row: Row): string | null | undefined =>
  entryOfMedia.find(read, caller, row)?.id ?? row.entryId;

/** The media of a row: by its id, else by its entry and its address or file. */
const find = (read: Read, row: Row, caller: Caller): MediaRow | undefined => {
  const own = row.id === undefined ? undefined : ContentMedia.rows.find(read, row.id);
  if (own !== undefined || row.id !== undefined) return own;
  const entryId = entryIdOf(read, caller, row);
  if (typeof entryId !== 'string') {
    const message = "'entryId' is missing. Send it, or the ID of the media, so that a second import can find it again.";
    throw invalidParam('entryId', message, 'parameter_missing');
  }
  const { externalUrl, checksumSha256 } = row;
  return mediaOfEntries(read, [entryId]).find((each) =>
    typeof externalUrl === 'string' ? each.externalUrl === externalUrl : each.fileSha256 === checksumSha256,
  );
};

type Files = Pick<MediaRow, 'id' | 'fileSha256' | 'posterSha256'>;

/** Links a media to its file, if the store has that for the caller; otherwise says which one is missing. */
const linkFile = (tx: Tx, caller: Caller, { id, fileSha256, posterSha256 }: Files): void => {
  if (fileSha256 === null || !mayUseFile(tx, caller, fileSha256)) {
    const errorReason = `${FILE_MISSING}: The store has no file with the SHA-256 ${fileSha256}.`;
    ContentMedia.rows.update(tx, id, { status: 'errored', errorReason });
    return;
  }
  const hasPoster = posterSha256 !== null && mayUseFile(tx, caller, posterSha256);
  // A poster that comes later is shown then. Callers who cannot use it get none.
  const poster = hasPoster || caller.siteIds === null ? posterSha256 : null;
  ContentMedia.rows.update(tx, id, { status: 'ready', errorReason: null, posterSha256: poster });
  useFiles(tx, fileSha256, hasPoster ? posterSha256 : null);
};

const setAllCaptions = (tx: Tx, row: MediaRow, captions: Row['captions'] = []): boolean => {
  const changed = captions.filter(({ language: given, label, text, continues = false }) => {
    const language = languageOf(given);
    const body = continues ? continuedCaptions(tx, row, language, text) : captionsFrom(text);
    return setCaptions(tx, row, language, { label, body });
  });
  return changed.length > 0;
};

/** The fields that media of both kinds have. */
const ownFields = ({ title, kind, mimeType, durationSeconds, width, height, chapters, playbackPolicy }: Row) =>
  defined({ title, kind, mimeType, durationSeconds, width, height, chapters, playbackPolicy });

/** A media whose file the studio has, or had elsewhere. */
const createStored = (tx: Tx, caller: Caller, row: Row, entryId: string | null): MediaRow => {
  const { checksumSha256: fileSha256, kind, status, errorReason, sizeBytes = null, state } = row;
  const isLost = status === 'errored' && errorReason?.startsWith(FILE_MISSING) !== true;
  if (kind === undefined || (typeof fileSha256 !== 'string' && !isLost)) {
    const missing = kind === undefined ? 'kind' : 'checksumSha256';
    const message = `'${missing}' is missing. Media without 'externalUrl' needs its 'kind' and the SHA-256 of its file.`;
    throw invalidParam(missing, message, 'parameter_missing');
  }
  const title = row.title ?? state?.fileName ?? kind;
  const made: MediaRow = {
    ...ContentMedia.make(
      tx,
      { ...ownFields(row), entryId, title, kind },
      { id: idOf(tx, row.id), title, kind, status: 'errored' },
    ),
    fileSha256: fileSha256 ?? null,
    sizeBytes,
    ...ContentMedia.restored(state ?? {}),
    errorReason: errorReason ?? null,
  };
  ContentMedia.rows.insert(tx, made);
  if (typeof fileSha256 === 'string' && !isLost) linkFile(tx, caller, made);
  return made;
};

const create = (tx: Tx, caller: Caller, row: Row): string => {
  const entryId = entryIdOf(tx, caller, row) ?? null;
  requireChange(tx, caller, entryId);
  const { externalUrl } = row;
  const made =
    typeof externalUrl === 'string'
      ? addExternalMedia(tx, caller, { ...ownFields(row), externalUrl }, { id: idOf(tx, row.id), entryId })
      : createStored(tx, caller, row, entryId);
  setAllCaptions(tx, made, row.captions);
  const createdAt = atCreation(tx, row.createdAt).now;
  ContentMedia.rows.update(tx, made.id, { createdAt, updatedAt: utc(row.updatedAt) ?? createdAt });
  return made.id;
};

const CHANGEABLE = ['entryId', 'title', 'chapters', 'playbackPolicy'] as const;
const CHANGEABLE_OUTSIDE = [...CHANGEABLE, 'externalUrl', 'kind', 'mimeType', 'durationSeconds', 'width', 'height'];

/** Whether a media was imported without its file, which the store has now. */
const hasArrived = (tx: Tx, caller: Caller, { status, errorReason, fileSha256 }: MediaRow): boolean =>
  status === 'errored' &&
  errorReason?.startsWith(FILE_MISSING) === true &&
  fileSha256 !== null &&
  mayUseFile(tx, caller, fileSha256);

const update = (tx: Tx, caller: Caller, found: MediaRow, row: Row): boolean => {
  if (found.archivedAt !== null) {
    throw invalidParam('id', 'This media was deleted. Leave the row out, or send it without its id.', {
      reason: 'not_accepted',
    });
  }
  requireChange(tx, caller, found.entryId);
  const { id: _id, createdAt: _made, updatedAt: _changed, state: _state, status: _status, ...others } = row;
  const { captions, errorReason: _reason, entryExternalId: _external, ...fields } = others;
  const entryId = entryIdOf(tx, caller, row);
  const isChanged = applyChanges(entryId === undefined ? fields : { ...fields, entryId }, {
    record: found,
    shown: mediaWithState(tx, [found])(found),
    changeable: found.externalUrl === null ? CHANGEABLE : CHANGEABLE_OUTSIDE,
    update: (changes) => updateMedia(tx, caller, found, changes),
  });
  const isCaptioned = setAllCaptions(tx, found, captions);
  if (!hasArrived(tx, caller, found)) return isChanged || isCaptioned;
  linkFile(tx, caller, found);
  ContentMedia.rows.update(tx, found.id, { updatedAt: tx.now });
  return true;
};

const OF_CAPTIONS = ['id', 'object', 'captions'];

/** Media are identified by id, or by their entry and their address or file. Files themselves are not in a row. */
export const importMedia = importFamily(ImportMedia, {
  rights: {
    create: ['createMedia'],
    also: ({ captions = [] }) => (captions.length === 0 ? [] : ['setCaptions']),
    update: ['updateMedia', 'setCaptions'],
  },
  find,
  create,
  update,
  // Captions that the record before has no room for.
  goesOn: (row) => Object.keys(row).every((name) => OF_CAPTIONS.includes(name)),
});

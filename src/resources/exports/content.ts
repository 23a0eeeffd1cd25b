import { Type } from '@sinclair/typebox';
import type { Read } from '../../database/database.ts';
import { date, described, flag, id, instant, nullable, object, optional, type Static } from '../../kernel/schemas.ts';
import { viewsOfEntries } from '../content/entries/queries.ts';
import type { EntryRow } from '../content/entries/record.ts';
import { entryViews } from '../content/entries/view.ts';
import { captionTextsOf, mediaPage } from '../content-media/queries.ts';
import { ContentMedia, type MediaRow } from '../content-media/record.ts';
import { sizeInFile } from '../content-media/shapes.ts';
import { allStatuses } from '../library/queries.ts';
import { ContentStatus } from '../library/shapes.ts';
import type { StatusRow } from '../library/tables.ts';
import { contentStatusView } from '../library/view.ts';
import { type ExportFamily, PAGE_SIZE } from './exported-family.ts';

export const entryState = object(() => ({
  isMediaChosen: described(flag(), 'Whether primaryMediaId was chosen; otherwise it is the first that is ready.'),
  isDurationOfMedia: described(
    flag(),
    'Whether durationSeconds follows the primary media; otherwise the studio has set it.',
  ),
  views: described(
    nullable(Type.Record(Type.String(), Type.Integer({ minimum: 0 }))),
    'The views of each local day of the last 30.',
  ),
}));

export const entriesWithState = (read: Read, rows: readonly EntryRow[]) => {
  const view = entryViews(read, rows);
  const ids = rows.map((row) => row.id);
  const views = Map.groupBy(viewsOfEntries(read, ids), ({ entryId }) => entryId);
  return (row: EntryRow): object => {
    const days = views.get(row.id)?.map((each) => [each.day, each.views] as const);
    const shown = view(row);
    const isMediaChosen = row.primaryMediaId !== null && row.primaryMediaId === shown.primaryMediaId;
    const isDurationOfMedia = row.takesDuration === 1;
    const byDay = days === undefined ? null : Object.fromEntries(days);
    return { ...shown, state: { isMediaChosen, isDurationOfMedia, views: byDay } };
  };
};

export const captionText = object(() => ({
  language: Type.String(),
  label: Type.String(),
  text: described(Type.String(), 'In WebVTT.'),
  continues: optional(
    described(flag(), 'Whether these are further cues of the captions before, which had no room for them.'),
  ),
}));

/** A media with the texts of its captions. Its file is not in the record, only its SHA-256. */
export const exportedMedia = object(() => {
  const { posterUrl, captions, ...ownFields } = ContentMedia.schema.properties;
  return { ...ownFields, captions: Type.Array(captionText), state: ContentMedia.state };
});

type CaptionText = Static<typeof captionText>;

interface ExportedMedia {
  readonly id: string;
  readonly object: string;
  readonly captions: CaptionText[];
}

export const mediaWithState = (read: Read, rows: readonly MediaRow[]): ((row: MediaRow) => ExportedMedia) => {
  const ids = rows.map((row) => row.id);
  const captions = Map.groupBy(captionTextsOf(read, ids), ({ contentMediaId }) => contentMediaId);
  return (row) => {
    const own = captions.get(row.id) ?? [];
    return {
      ...ContentMedia.view(row),
      captions: own.map(({ language, label, body }) => ({ language, label, text: body })),
      state: ContentMedia.stateOf(row),
    };
  };
};

/** The maximum number of characters of one record in a file; an import takes some more. */
const MAX_RECORD = 1_040_000;
const MAX_CAPTIONS = 100;

/** The maximum number of characters of one caption in a file. Captions could once be longer. */
const MAX_CAPTION = 1_000_000;

const divided = (caption: CaptionText): CaptionText[] => {
  if (sizeInFile(caption.text) <= MAX_CAPTION) return [caption];
  const texts: string[][] = [[]];
  let left = MAX_CAPTION;
  for (const cue of caption.text.split('\n\n')) {
    const size = sizeInFile(`${cue}\n\n`);
    if (size > left) {
      texts.push([]);
      left = MAX_CAPTION;
    }
    texts.at(-1)?.push(cue);
    left -= size;
  }
  return texts.map((cues, index) => ({ ...caption, text: cues.join('\n\n'), ...(index > 0 && { continues: true }) }));
};

/** Captions in as many lists as records need that have them, the first with `room` characters. */
const inParts = (captions: ExportedMedia['captions'], room: number): ExportedMedia['captions'][] => {
  let left = room;
  let part: ExportedMedia['captions'] = [];
  const parts = [part];
  for (const caption of captions.flatMap(divided)) {
    const size = sizeInFile(caption);
    if (size > left || part.length === MAX_CAPTIONS) {
      part = [];
      parts.push(part);
      left = MAX_RECORD;
    }
    part.push(caption);
    left -= size;
  }
  return parts;
};

/** A media as the records of a file: captions for which one has no room follow in others, which have the id only. */
const recordsOf = (media: ExportedMedia): object[] => {
  const { id, object, captions } = media;
  const [first = [], ...others] = inParts(captions, MAX_RECORD - sizeInFile({ ...media, captions: [] }));
  return [{ ...media, captions: first }, ...others.map((each) => ({ id, object, captions: each }))];
};

/** How many media one page has, since their captions are long. */
const MEDIA_PAGE = 20;

/** A page of the media with their captions. Deleted media and uploads that continue stay behind. */
export const exportedMediaPage: ExportFamily['page'] = (read, siteIds, after) => {
  const request = { limit: MEDIA_PAGE, startingAfter: after, isOwnCursor: true };
  const { rows, hasNext } = mediaPage(read, request, { live: 1, finished: 1 }, siteIds);
  return {
    records: rows.map(mediaWithState(read, rows)).flatMap(recordsOf),
    next: hasNext ? rows.at(-1)?.id : undefined,
  };
};

export const exportedStatus = Type.Object({
  object: ContentStatus.properties.object,
  clientId: id(),
  ...Type.Omit(ContentStatus, ['object']).properties,
  viewedOn: described(nullable(date()), 'The local date on which it was last counted as viewed.'),
  createdAt: instant(),
  updatedAt: instant(),
});

const statusView = (row: StatusRow): object => {
  const { clientId, viewedOn, createdAt, updatedAt } = row;
  return { ...contentStatusView(row.contentEntryId, row), clientId, viewedOn, createdAt, updatedAt };
};

/** A page of what members did with entries, in the order of clients; `after` names both ids of the last one. */
export const statusPage: ExportFamily['page'] = (read, siteIds, after) => {
  const [clientId = '', contentEntryId = ''] = after?.split('/') ?? [];
  const rows = allStatuses(read, { clientId, contentEntryId }, siteIds, PAGE_SIZE);
  const last = rows.length < PAGE_SIZE ? undefined : rows.at(-1);
  return { records: rows.map(statusView), next: last && `${last.clientId}/${last.contentEntryId}` };
};

import type { Read } from '../../../database/database.ts';
import { PUBLIC } from '../../../kernel/caller.ts';
import { pick } from '../../../kernel/objects.ts';
import { unpackList } from '../../../records/json.ts';
import { reachesOneOf } from '../../../records/site-scope.ts';
import { ContentCategory } from '../../content/categories/record.ts';
import { hiddenIn } from '../../content/entries/access.ts';
import type { EntryRow } from '../../content/entries/record.ts';
import { LOCKED, shownEntries } from '../../content/entries/view.ts';
import { ContentMedia } from '../../content-media/record.ts';
import type { PosterUrl } from '../../content-media/view.ts';
import { memberInstructorsByIds } from '../../instructors/view.ts';
import { Plan } from '../../plans/record.ts';
import { strangerLocks } from './access.ts';
import type { PublicEntryPageResponse, PublicEntryResponse } from './shapes.ts';

const SHOWN = [
  'id',
  'title',
  'slug',
  'summary',
  'type',
  'publishedAt',
  'access',
  'level',
  'durationSeconds',
  'equipment',
  'intensity',
  'thumbnailUrl',
  'posterUrl',
  'mediaIds',
  'primaryMediaId',
  'locale',
  'isFeatured',
  'categoryIds',
  'accessPlanIds',
] as const;

const idsIn = (rows: readonly EntryRow[], field: 'categoryIds' | 'instructorIds' | 'accessPlanIds'): string[] => [
  ...new Set(rows.flatMap((row) => unpackList<string>(row[field]))),
];

const found = <Item>(items: ReadonlyMap<string, Item>, ids: readonly string[]): Item[] =>
  ids.flatMap((id) => items.get(id) ?? []);

/** The categories of a site among some, by id. */
const categoriesAmong = (read: Read, siteId: string, ids: readonly string[]) =>
  new Map(
    ContentCategory.rows
      .findAll(read, ids)
      .filter(({ archivedAt, siteIds }) => archivedAt === null && reachesOneOf({ siteIds: [siteId] }, siteIds))
      .map(({ id, name }) => [id, { id, name }]),
  );

/** The ids of the plans among some that strangers can buy. */
const soldAmong = (read: Read, ids: readonly string[]): ReadonlySet<string> =>
  new Set(
    Plan.rows
      .findAll(read, ids)
      .filter(({ archivedAt, isSoldOnline }) => archivedAt === null && isSoldOnline === 1)
      .map(({ id }) => id),
  );

/** Each of `rows` for a stranger at a site. One query for each kind of what they name. */
const whole = (read: Read, posterUrl: PosterUrl, siteId: string, rows: readonly EntryRow[]) => {
  const shown = shownEntries(read, rows);
  const lockOf = strangerLocks(read, siteId, rows);
  const categories = categoriesAmong(read, siteId, idsIn(rows, 'categoryIds'));
  const instructors = memberInstructorsByIds(read, idsIn(rows, 'instructorIds'));
  const plans = soldAmong(read, idsIn(rows, 'accessPlanIds'));
  return (row: EntryRow) => {
    const { fields, poster } = shown(row);
    const lockReason = lockOf(row);
    Object.assign(fields, lockReason === null ? {} : LOCKED);
    if (poster !== null) fields.posterUrl = posterUrl(read, PUBLIC, poster);
    const view: PublicEntryResponse = {
      ...pick(fields, ...SHOWN),
      object: 'public_entry',
      isLocked: lockReason !== null,
      lockReason,
      accessPlanIds: fields.accessPlanIds.filter((id) => plans.has(id)),
      categoryIds: fields.categoryIds.filter((id) => categories.has(id)),
      categories: found(categories, fields.categoryIds),
      instructors: found(instructors, fields.instructorIds),
    };
    return { view, fields };
  };
};

export const publicEntryViews = (read: Read, posterUrl: PosterUrl, siteId: string, rows: readonly EntryRow[]) => {
  const viewOf = whole(read, posterUrl, siteId, rows);
  return (row: EntryRow): PublicEntryResponse => viewOf(row).view;
};

/** An entry with what it has inside, which is nothing where it is locked. */
export const publicEntryPage = (
  read: Read,
  posterUrl: PosterUrl,
  siteId: string,
  row: EntryRow,
): PublicEntryPageResponse => {
  const { view, fields } = whole(read, posterUrl, siteId, [row])(row);
  const hidden = hiddenIn(read, { siteIds: [siteId] }, row.children === null ? [] : [row.id]).get(row.id);
  const media = new Map(
    ContentMedia.rows.findAll(read, view.mediaIds).map((each) => [each.id, ContentMedia.view(each)]),
  );
  return {
    ...view,
    body: fields.body,
    children: view.isLocked ? [] : fields.children.filter(({ entryId }) => hidden?.has(entryId) !== true),
    media: found(media, view.mediaIds).map((each) => ({
      ...pick(each, 'id', 'kind', 'status', 'title', 'durationSeconds', 'width', 'height', 'chapters'),
      object: 'public_media',
    })),
  };
};

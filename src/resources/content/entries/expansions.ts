import { type Expansion, type Expansions, loadWith } from '../../../http/expansions.ts';
import type { Caller } from '../../../kernel/caller.ts';
import { ContentMedia } from '../../content-media/record.ts';
import { mediaViews, type PublicMediaUrl } from '../../content-media/view.ts';
import { instructorExpansion, memberInstructorExpansion } from '../../instructors/view.ts';
import { memberStatusExpansion } from '../../library/view.ts';
import { ContentCategory } from '../categories/record.ts';
import { ContentTag } from '../tags/record.ts';
import { withCategoryCounts, withTagCounts } from './publishing/counts.ts';

const categories: Expansion = {
  from: 'categoryIds',
  // Callers who read entries may read categories and tags.
  readBy: 'members',
  load: loadWith(
    (read, ids) => withCategoryCounts(read, ContentCategory.rows.findAll(read, ids)),
    ContentCategory.canAccess,
    () => ContentCategory.view,
  ),
};

const tags: Expansion = {
  from: 'tagIds',
  readBy: 'members',
  load: loadWith(
    (read, ids) => withTagCounts(read, ContentTag.rows.findAll(read, ids)),
    ContentTag.canAccess,
    () => ContentTag.view,
  ),
};

/** The media of an entry. A locked entry has no ids of media, and so no media here. */
const mediaWith = (urlOf: PublicMediaUrl): Expansion => ({
  from: 'mediaIds',
  readBy: 'members',
  load(read, ids) {
    const rows = ContentMedia.rows.findAll(read, ids);
    const view = mediaViews(read, urlOf, rows);
    return new Map(rows.map((row) => [row.id, view(row)]));
  },
});

/** What `expand[]` can include of an entry. Members see less of instructors. */
export const entryExpansionsWith = (urlOf: PublicMediaUrl): ((caller: Caller) => Expansions) => {
  const shared = { categories, tags, media: mediaWith(urlOf), memberStatus: memberStatusExpansion };
  const forBusiness = { ...shared, instructors: instructorExpansion('instructorIds') };
  const forMembers = { ...shared, instructors: memberInstructorExpansion('instructorIds') };
  return ({ kind }) => (kind === 'member' ? forMembers : forBusiness);
};

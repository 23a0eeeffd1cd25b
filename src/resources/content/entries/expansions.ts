import { type Expansion, type Expansions, loadWith } from '../../../http/expansions.ts';
import type { Caller } from '../../../kernel/caller.ts';
import { instructorExpansion, memberInstructorExpansion } from '../../instructors/view.ts';
import { memberStatusExpansion } from '../../library/view.ts';
import { ContentCategory } from '../categories/record.ts';
import { ContentTag } from '../tags/record.ts';
import { withCategoryCounts, withTagCounts } from './publishing/counts.ts';

const categories: Expansion = {
  from: 'categoryIds',
  // Whoever reads entries may read categories and tags.
  readBy: 'members',
  load: loadWith(
    (read, ids) => withCategoryCounts(read, ContentCategory.rows.findAll(read, ids)),
    ContentCategory.canAccess,
    ContentCategory.view,
  ),
};

const tags: Expansion = {
  from: 'tagIds',
  readBy: 'members',
  load: loadWith(
    (read, ids) => withTagCounts(read, ContentTag.rows.findAll(read, ids)),
    ContentTag.canAccess,
    ContentTag.view,
  ),
};

const forBusiness: Expansions = {
  categories,
  tags,
  instructors: instructorExpansion('instructorIds'),
  memberStatus: memberStatusExpansion,
};
const forMembers: Expansions = {
  categories,
  tags,
  instructors: memberInstructorExpansion('instructorIds'),
  memberStatus: memberStatusExpansion,
};

/** What `expand[]` can include of an entry. Members see less of instructors. */
export const entryExpansionsFor = ({ clientId }: Caller): Expansions =>
  clientId === undefined ? forBusiness : forMembers;

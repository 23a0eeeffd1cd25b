import { Type } from '@sinclair/typebox';
import type { Read } from '../../../database/database.ts';
import type { SiteAccess } from '../../../kernel/caller.ts';
import { described, flag, shape } from '../../../kernel/schemas.ts';
import { textsOf } from '../../../records/query.ts';

const MOST_TAGS = 500;
/** The newest clients of a site whose tags a restricted caller sees. */
const MOST_CLIENTS = 2_000;

export const ClientTags = shape('ClientTags', () => ({
  object: Type.Literal('client_tags'),
  tags: described(Type.Array(Type.String()), 'The tags that clients have, in alphabetical order.'),
  isCapped: described(flag(), `Whether there are more than ${MOST_TAGS}.`),
}));

// Each step seeks behind the tag before, whatever the number of clients who have it.
const ALL = `with recursive "found" ("tag") AS (
    select min("tag") from "clientTags"
    union all select (select min("tag") from "clientTags" where "tag" > "found"."tag") from "found" where "found"."tag" is not null)
  select "tag" from "found" where "tag" is not null limit ${MOST_TAGS + 1}`;

const OF_SITE = `select distinct "tag"."value" from (
    select "tags" from "clients" where "homeLocationId" = ? order by "id" desc limit ${MOST_CLIENTS}) "client"
  cross join json_each("client"."tags") "tag"`;

/** The tags in use; for a restricted caller the tags of the newest clients of its sites. */
export const tagsInUse = (read: Read, { siteIds }: SiteAccess) => {
  const found =
    siteIds === null
      ? textsOf(read, ALL)
      : [...new Set(siteIds.flatMap((site) => textsOf(read, OF_SITE, site)))].sort((left, right) =>
          left < right ? -1 : 1,
        );
  return { object: 'client_tags', tags: found.slice(0, MOST_TAGS), isCapped: found.length > MOST_TAGS };
};

import type { Read } from '../../../database/database.ts';
import type { SiteAccess } from '../../../kernel/caller.ts';
import { reachesOneOf } from '../../../records/site-scope.ts';
import { facetOf } from './indexing.ts';
import { wordsOf } from './words.ts';

interface Named {
  readonly kind: 'instructor' | 'category';
  readonly id: string;
  readonly name: string;
  readonly siteIds: string | null;
}

/**
 * The names that are not in the index: of instructors, as members see them, since other families change them; and of
 * categories of some sites, since the index has what every reader of an entry may find.
 */
const NOT_INDEXED = `select 'instructor' "kind", "id", coalesce("displayName", "firstName" || ' ' || "lastName") "name",
    "siteIds" from "staff"
  where exists (select 1 from "contentEntryInstructors" where "instructorId" = "staff"."id")
  union all select 'category', "id", "name", "siteIds" from "contentCategories" where "siteIds" is not null`;

/** By word, the facets of the instructors and categories that the searcher may see, and whose name has it. */
export const facetsByName = (read: Read, words: readonly string[], searcher: SiteAccess): Map<string, string[]> => {
  const all = read.db.query<Named, []>(NOT_INDEXED).all();
  const seen = all
    .filter(({ siteIds }) => reachesOneOf(searcher, siteIds))
    .map(({ kind, id, name }) => ({ facet: facetOf(kind, id), names: wordsOf(name) }));
  const facets = (word: string) =>
    seen.filter(({ names }) => names.some((each) => each.startsWith(word))).map(({ facet }) => facet);
  return new Map(words.map((word) => [word, facets(word)]));
};

import type { Schemas } from '../../../api/types.ts';
import type { Filters } from '../../../parts/client/filters.ts';

/** Whom a change is for: clients by id, or all whom the filters find. */
export type Meant = { readonly clientIds: string[] } | { readonly filters: Filters };

/**
 * Whether the opposite act undoes a change of tags: where all were so before. It is for clients who were named, since filters
 * may find others by then: a list by a tag no longer has those who lost it.
 */
export const hasOpposite = (
  meant: Meant,
  { changed, unchanged }: Pick<Schemas['ClientChange'], 'changed' | 'unchanged'>,
): boolean => 'clientIds' in meant && unchanged === 0 && changed > 0;

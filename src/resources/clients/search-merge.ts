import type { Store } from '../../database/store.ts';
import { mergePages } from '../../records/search-index.ts';

/** Pages that one transaction merges. A word that most clients have takes more: 50 ms with 100,000 clients. */
const PAGES = 4;

/**
 * Merges all parts of the search index, a few pages in each transaction. The index has no copies of texts, so a deleted
 * client is only marked in it; a merge leaves out what is marked.
 * @returns whether it is merged; false when `signal` has interrupted it.
 */
export const mergeSearchIndex = async (store: Store, signal: AbortSignal): Promise<boolean> => {
  const step = (pages: number) => store.write<boolean>((tx) => mergePages(tx, 'clientSearch', pages));
  for (let goesOn = await step(-PAGES); goesOn; goesOn = await step(PAGES)) {
    if (signal.aborted) return false;
  }
  return true;
};

import { everyMinute, hourly } from '../../kernel/periods.ts';
import type { Family } from '../family.ts';
import { entryOperations, manageEntryOperations } from './entries/operations.ts';
import { forgetOldViews } from './entries/popularity.ts';
import { publishEntries } from './entries/publishing/due.ts';
import { nextEntryChange } from './entries/queries.ts';
import { manageContentOperations } from './manage-operations.ts';
import { contentOperations } from './operations.ts';
import { indexMoreNames } from './search/indexing.ts';
import { contentSearchOperations } from './search/operations.ts';

/** How many rows one transaction deletes at most. */
const DELETED = 500;

export const content = {
  operations: [
    contentOperations,
    contentSearchOperations,
    manageContentOperations,
    entryOperations,
    manageEntryOperations,
  ],
  jobs: [
    { name: 'content publication', period: everyMinute, run: ({ store }) => publishEntries(store) },
    { name: 'content views', period: hourly(19), run: ({ repeat }) => repeat((tx) => forgetOldViews(tx, DELETED) > 0) },
  ],
  // Entries are published and expire exactly at their moment.
  alarms: [{ name: 'content publication', dueAt: nextEntryChange, run: publishEntries }],
  longChanges: () => ({
    contentSearch: indexMoreNames,
  }),
} satisfies Family;

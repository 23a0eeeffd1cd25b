import { nothingDue } from '../../database/sweep.ts';
import { everyMinute, hourly } from '../../kernel/periods.ts';
import type { Family } from '../family.ts';
import type { Program } from '../program.ts';
import { publishEntries } from './entries/entries.ts';
import { entryOperations, manageEntryOperations } from './entries/operations.ts';
import { oldViews } from './entries/popularity.ts';
import { dueEntries, nextEntryChange } from './entries/queries.ts';
import { manageContentOperations } from './manage-operations.ts';
import { contentOperations } from './operations.ts';
import { reindexing } from './search/indexing.ts';
import { contentSearchOperations } from './search/operations.ts';

export const content = {
  operations: [
    contentOperations,
    contentSearchOperations,
    manageContentOperations,
    entryOperations,
    manageEntryOperations,
  ],
  jobs: [
    {
      name: 'content publication',
      period: everyMinute,
      run: ({ store }: Program) => publishEntries(store),
      isIdle: nothingDue(dueEntries),
    },
    { name: 'content views', period: hourly(19), run: ({ sweep }: Program) => sweep(oldViews) },
  ],
  // Entries are published and expire exactly at their moment.
  alarms: [{ name: 'content publication', dueAt: nextEntryChange, run: publishEntries }],
  longChanges: () => [reindexing],
} satisfies Family;

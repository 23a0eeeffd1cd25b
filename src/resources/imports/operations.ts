import { longWrite } from '../../database/long-write.ts';
import type { Store } from '../../database/store.ts';
import { businessOperations } from '../../http/operations/declare.ts';
import { importableNamed } from './importers.ts';
import { importing } from './imports.ts';
import { FileReader } from './reading.ts';
import { Import, ImportQuery } from './shapes.ts';

/** The most rows of one file; other writes wait about a second for a file of this size. */
const MAX_ROWS = 20_000;

interface ImportDeps {
  readonly store: Store;
}

/** Imports of records from files. */
export const importOperations = ({ store }: ImportDeps) =>
  businessOperations('Moving in and out', 'manage', ({ receiveFile }) => [
    receiveFile(
      'POST /manage/imports',
      'importFamily',
      {
        summary: 'Take in a file of records, all or nothing',
        query: ImportQuery,
        answer: Import,
        errors: [413, 415],
        // Credits and payments are imported too.
        staff: 'packages:adjust',
        sites: 'named',
      },
      ({ caller, query }, format) => {
        const family = importableNamed(query.family);
        const dryRun = query.dry_run === true;
        const reader = new FileReader(family, format, MAX_ROWS);
        return {
          push: (bytes) => reader.push(bytes),
          end: (remember) => {
            const work = importing({ family, file: reader.end(), caller, dryRun, concluded: remember });
            return longWrite(store, work, !dryRun);
          },
        };
      },
    ),
  ]);

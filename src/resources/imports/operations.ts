import { longWrite } from '../../database/long-write.ts';
import type { Store } from '../../database/store.ts';
import { businessOperations } from '../../http/operations/declare.ts';
import type { RequireOperation } from '../../http/operations/rights.ts';
import { runInSlices } from '../../kernel/slices.ts';
import type { ImportReactions } from '../reactions.ts';
import { Import, ImportQuery } from './shapes.ts';
import { studioCells } from './studio-cells.ts';

/** Rows of one file. Other writes wait about a second for a file of this size. */
const MAX_ROWS = 20_000;
/** The longest that other writes wait for an import, in real milliseconds. */
const LONGEST_MS = 10_000;

/** Loaded with the first import: it is a tenth of the code of a server, and rare. */
const importers = () => Promise.all([import('./families.ts'), import('./file-reader.ts'), import('./import-file.ts')]);

interface ImportDeps {
  readonly reactions: ImportReactions;
  readonly store: Store;
  readonly requireOperation: RequireOperation;
}

/** Imports of records from files. */
export const importOperations = ({ store, requireOperation, reactions }: ImportDeps) =>
  businessOperations({ tag: 'Moving in and out', audited: true }, 'manage', ({ receiveFile }) => [
    receiveFile(
      'POST /manage/imports',
      'importFamily',
      {
        summary: 'Import a file of records, all or nothing',
        description:
          "Records are found by 'externalId' or email, and created otherwise. With 'dry_run', the response reports what would happen.",
        query: ImportQuery,
        response: Import,
        errors: [413, 415],
        // Files may have credits and payments.
        staff: 'packages:adjust',
        sites: 'named',
        example: {
          query: { family: 'clients' },
          body: [{ firstName: 'Ada', lastName: 'Park', email: 'ada.park@members.example' }],
          csv: 'firstName,lastName,email\nAda,Park,ada.park@members.example\n',
        },
      },
      async ({ caller, query }, format) => {
        const [{ importFamilyNamed }, { FileReader }, { importFile, importTooLong }] = await importers();
        const family = importFamilyNamed(query.family);
        const dryRun = query.dry_run === true;
        const reader = new FileReader(family, format, MAX_ROWS, {
          ...query,
          ...store.read(studioCells),
        });
        return {
          push: (bytes) => reader.push(bytes),
          end: async (remember) => {
            const importing = { caller, requireOperation, reactions, sharedEmail: query.shared_email };
            const file = await runInSlices(reader.end());
            const work = importFile({ ...importing, family, file, dryRun, onResponse: remember });
            return longWrite(store, work, {
              isKept: !dryRun,
              longestMs: LONGEST_MS,
              tooLong: () => importTooLong(LONGEST_MS),
            });
          },
        };
      },
    ),
  ]);

import type { Read, Tx } from '../../database/database.ts';
import { longWrite } from '../../database/long-write.ts';
import type { Store } from '../../database/store.ts';
import { businessOperations } from '../../http/operations/declare.ts';
import type { RequireOperation } from '../../http/operations/rights.ts';
import { actorOf } from '../../kernel/caller.ts';
import { runInSlices } from '../../kernel/slices.ts';
import type { JobProgress, JobRegistry } from '../jobs/registry.ts';
import type { ImportReactions } from '../reactions.ts';
import { bareHeading } from './columns/known.ts';
import type { ReadFile } from './file-reader.ts';
import type { ImportFamily } from './importers/family.ts';
import { CheckQuery, ImportCheck, ImportPreview, PreviewQuery } from './preview/shapes.ts';
import { Import, ImportQuery } from './shapes.ts';
import { localeOf, studioCells, todayOf } from './studio-cells.ts';

const FIND = 'select "heading", "field" from "importColumns" where "family" = ?';
const KEEP = 'insert or replace into "importColumns" ("family", "heading", "field", "updatedAt") values (?, ?, ?, ?)';

/** The fields that columns with other headings got in the last import of a family; '' for what was left out. */
const keptFields = (read: Read, family: string): ReadonlyMap<string, string> =>
  new Map(
    read.db
      .query<{ heading: string; field: string }, [string]>(FIND)
      .all(family)
      .map(({ heading, field }) => [heading, field]),
  );

/** Keeps the fields of columns for the next preview of a file with the same headings. */
const keepFields = (tx: Tx, family: string, map: Iterable<[heading: string, field: string]>): void => {
  const statement = tx.db.query(KEEP);
  for (const [heading, field] of map) statement.run(family, bareHeading(heading), field, tx.now);
};

/** Rows of one file. Other writes wait about a second for a file of this size. */
const MAX_ROWS = 20_000;
/** The longest that other writes wait for an import, in real milliseconds. */
const LONGEST_MS = 10_000;

/** Loaded with the first import: it is a tenth of the code of a server, and rare. */
const importers = () =>
  Promise.all([
    import('./families.ts'),
    import('./file-reader.ts'),
    import('./import-file.ts'),
    import('./headings.ts'),
  ]);
const previews = () => Promise.all([import('./families.ts'), import('./preview/preview.ts')]);

interface ImportDeps {
  readonly reactions: ImportReactions;
  readonly store: Store;
  readonly requireOperation: RequireOperation;
  readonly jobs: JobRegistry;
}

/** Counts the rows for the job: some families look at each row twice. */
const countRows = (family: ImportFamily, { rows }: ReadFile, { report }: JobProgress) => {
  const total = rows.length * (family.finishRow === undefined ? 1 : 2);
  const share = total === 0 ? 0 : rows.length / total;
  let done = 0;
  report(0, rows.length);
  return () => {
    done += 1;
    report(Math.min(done * share, rows.length), rows.length);
  };
};

const EXAMPLE = {
  query: { family: 'clients' },
  body: [{ firstName: 'Ada', lastName: 'Park', email: 'ada.park@members.example' }],
};
const OTHER_HEADINGS = 'Client ID,First Name,Last Name,E-mail\n7,Ada,Park,ada.park@members.example\n';

/** Imports of records from files. */
export const importOperations = ({ store, requireOperation, reactions, jobs }: ImportDeps) =>
  businessOperations({ tag: 'Moving in and out', audited: true }, 'manage', ({ receiveFile }) => [
    receiveFile(
      'POST /manage/imports',
      'importFamily',
      {
        summary: 'Import a file of records',
        description:
          'Matches records by `externalId` or email, and creates the rest. Imports every row or none; with ' +
          '`skip_invalid`, every row that can be imported. With `dry_run`, the response reports what would happen. ' +
          'The `map` is remembered for the next preview. While the import runs, `listJobs` shows how many rows are ' +
          'done.',
        query: ImportQuery,
        response: Import,
        errors: [413, 415],
        // Files may have credits and payments.
        staff: 'packages:adjust',
        sites: 'named',
        example: { ...EXAMPLE, csv: 'firstName,lastName,email\nAda,Park,ada.park@members.example\n' },
      },
      async ({ caller, query }, format, charset) => {
        const [{ importFamilyNamed }, { FileReader }, { importFile, importTooLong, skippingInvalid }, { HeadingMap }] =
          await importers();
        const family = importFamilyNamed(query.family);
        const dryRun = query.dry_run === true;
        const skipsInvalid = query.skip_invalid === true;
        const reader = new FileReader(family, format, MAX_ROWS, {
          ...query,
          ...store.read(studioCells),
          charset,
          isTrial: dryRun,
        });
        return {
          push: (bytes) => reader.push(bytes),
          end: (remember) =>
            jobs.track(
              { kind: dryRun ? 'import_check' : 'import', subject: family.name, startedBy: actorOf(caller) },
              async (progress) => {
                const importing = { caller, requireOperation, reactions, sharedEmail: query.shared_email };
                const file = await runInSlices(reader.end());
                const work = () =>
                  importFile({
                    ...importing,
                    family,
                    file,
                    dryRun,
                    skipsInvalid,
                    onRow: countRows(family, file, progress),
                    onResponse(tx, response) {
                      if (!dryRun) keepFields(tx, family.name, new HeadingMap(query.map).entries());
                      remember(tx, response);
                    },
                  });
                const tooLong = () => importTooLong(LONGEST_MS);
                return skippingInvalid(() =>
                  longWrite(store, work(), { isKept: !dryRun, longestMs: LONGEST_MS, tooLong }),
                );
              },
              ({ rows, created, updated, unchanged }) => ({ rows, created, updated, unchanged }),
            ),
        };
      },
    ),
    receiveFile(
      'POST /manage/imports/preview',
      'previewImport',
      {
        summary: "Match a file's columns to fields",
        description:
          "Suggests what the columns of another system's CSV file are: by their names, by the names common systems " +
          'use, and by the last import of such a file. Includes examples, and dates whose order is ambiguous. Pass ' +
          '`map` to the import.',
        takesOnly: 'csv',
        query: PreviewQuery,
        response: ImportPreview,
        errors: [413, 415],
        audited: false,
        staff: 'packages:adjust',
        sites: 'named',
        example: { query: EXAMPLE.query, csv: OTHER_HEADINGS },
      },
      async ({ query }, _format, charset) => {
        const [{ importFamilyNamed }, { PreviewReader }] = await previews();
        const family = importFamilyNamed(query.family);
        const kept = store.read((read) => keptFields(read, family.name));
        const [today, locale] = [store.read(todayOf), store.read(localeOf)];
        const reader = new PreviewReader(family, { ...query, kept, today, locale, charset });
        return { push: (bytes) => reader.push(bytes), end: () => runInSlices(reader.end()) };
      },
    ),
    receiveFile(
      'POST /manage/imports/check',
      'checkImport',
      {
        summary: 'Check an import row by row',
        description:
          'The same as `importFamily` with `dry_run`, but rows that cannot be imported are listed with their ' +
          'reasons instead of failing the request. Nothing is changed but the `map`, which is remembered for the next ' +
          'preview.',
        query: CheckQuery,
        response: ImportCheck,
        errors: [413, 415],
        audited: false,
        staff: 'packages:adjust',
        sites: 'named',
        example: { ...EXAMPLE, csv: 'firstName,lastName,email\nAda,Park,ada.park@members.example\n' },
      },
      async ({ caller, query }, format, charset) => {
        const [{ importFamilyNamed }, { FileReader }, { importFile, importTooLong }, { HeadingMap }] =
          await importers();
        const { checkOf } = await import('./check/check.ts');
        const family = importFamilyNamed(query.family);
        const reading = { ...query, ...store.read(studioCells), charset, isTrial: true, keepsRows: true };
        const reader = new FileReader(family, format, MAX_ROWS, reading);
        return {
          push: (bytes) => reader.push(bytes),
          end: () =>
            jobs.track(
              { kind: 'import_check', subject: family.name, startedBy: actorOf(caller) },
              async (progress) => {
                const file = await runInSlices(reader.end());
                const importing = { caller, requireOperation, reactions, sharedEmail: query.shared_email };
                const onRow = countRows(family, file, progress);
                const work = importFile({ ...importing, family, file, dryRun: true, onRow, isTrial: true });
                const tooLong = () => importTooLong(LONGEST_MS);
                const trial = await longWrite(store, work, { isKept: false, longestMs: LONGEST_MS, tooLong });
                await store.write((tx) => keepFields(tx, family.name, new HeadingMap(query.map).entries()));
                return checkOf(file, trial);
              },
              ({ rows, bad }) => ({ rows, bad }),
            ),
        };
      },
    ),
  ]);

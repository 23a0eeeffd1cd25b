import { basename, join } from 'node:path';
import { reactions } from '../../api.ts';
import { fanOutToServer } from '../../app/webhooks.ts';
import { UsageError } from '../../config/usage-error.ts';
import type { NeededFile } from '../../database/backup/content.ts';
import type { Tx } from '../../database/database.ts';
import { lockDirectory } from '../../database/lock.ts';
import { longWrite } from '../../database/long-write.ts';
import { DataDirectoryError } from '../../database/migrate.ts';
import type { Store } from '../../database/store.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Report } from '../../kernel/report.ts';
import { runAtOnce } from '../../kernel/slices.ts';
import { createMediaStore } from '../../media/store.ts';
import { adoptStrayFiles } from '../../resources/content-media/files.ts';
import { missingFiles } from '../../resources/content-media/queries.ts';
import { DATE_ORDERS } from '../../resources/imports/cells/dates.ts';
import { NAME_ORDERS } from '../../resources/imports/cells/names.ts';
import { FileReader, type ReadFile, type Reading } from '../../resources/imports/file-reader.ts';
import { importFile, importTooLong, skippingInvalid } from '../../resources/imports/import-file.ts';
import type { Importing } from '../../resources/imports/importers/family.ts';
import { SHARED_EMAILS, type SharedEmail } from '../../resources/imports/shapes.ts';
import { studioCells } from '../../resources/imports/studio-cells.ts';
import { brandRow } from '../../resources/settings/queries.ts';
import { auditVerb } from '../audit.ts';
import { filesToImport, type SourceFile } from '../import-files.ts';
import { explainDetail, type FileResult, lineOf } from '../import-report.ts';
import { mediaDirectory } from '../media.ts';
import { missingText } from '../media-files.ts';
import { withDatabase } from '../open-database.ts';
import { type Call, oneArgument, printResult, type Verb, VerbError, wordOf } from '../verb.ts';

/** While no server runs, the rows of a file are bounded since all of them are held in memory. */
const ALONE = { maxRows: 1_000_000, longestMs: Number.POSITIVE_INFINITY } as const;
/** A running server cannot write until the import is done. Its writes fail after 5 seconds. */
const WHILE_SERVING = { maxRows: 5_000, longestMs: 4_000 } as const;

/** A person who can open the data directory has every permission. */
const COMMAND_LINE: Importing = {
  caller: {
    credentialId: 'command line',
    kind: 'business',
    scopes: new Set(['*']),
    siteIds: null,
    tier: 'unlimited',
  },
  requireOperation: () => {},
  reactions,
};

interface How {
  readonly reading: Reading;
  readonly sharedEmail: SharedEmail | undefined;
  readonly skipsInvalid: boolean;
  readonly maxRows: number;
  /** How long each import may hold the lock, in real milliseconds. */
  readonly longestMs: number;
  readonly report: Report;
  readonly note: (text: string) => void;
  /** @throws VerbError once a signal has asked for an end: nothing of the present file is kept, and the database is closed in order. */
  readonly requireGoOn: () => void;
}

class InvalidFile extends Error {
  constructor(
    readonly source: SourceFile,
    readonly problem: Problem,
  ) {
    super(problem.message);
  }
}

/** Runs `work` for a file. @throws InvalidFile for a problem. */
const forFile = <T>(source: SourceFile, work: () => T): T => {
  try {
    return work();
  } catch (error) {
    throw error instanceof Problem ? new InvalidFile(source, error) : error;
  }
};

const readFile = async (
  source: SourceFile,
  maxRows: number,
  { reading, report, requireGoOn }: How,
): Promise<ReadFile> => {
  const reader = forFile(source, () => new FileReader(source.family, source.format, maxRows, reading));
  const file = Bun.file(source.path);
  let done = 0;
  for await (const bytes of file.stream()) {
    requireGoOn();
    report(`reading ${basename(source.path)}`, done, file.size);
    forFile(source, () => runAtOnce(reader.push(bytes)));
    done += bytes.length;
  }
  return forFile(source, () => runAtOnce(reader.end()));
};

function* importSteps(
  source: SourceFile,
  file: ReadFile,
  dryRun: boolean,
  tx: Tx,
  { report, sharedEmail, skipsInvalid, requireGoOn }: How,
) {
  const total = file.count * (source.family.finishRow === undefined ? 1 : 2);
  let begun = 0;
  const onRow = () => {
    requireGoOn();
    report(`importing ${basename(source.path)}`, begun, total);
    begun += 1;
  };
  const { family } = source;
  const steps = importFile({ ...COMMAND_LINE, sharedEmail, skipsInvalid, family, file, dryRun, onRow })(tx);
  for (;;) {
    const step = forFile(source, () => steps.next());
    if (step.done === true) {
      const { rows, created, updated } = step.value;
      if (!dryRun) {
        auditVerb(tx, 'import', { recordType: source.family.name, after: { rows, created, updated } });
      }
      return { file: source.path, ...step.value };
    }
    yield;
  }
}

/** Ends an import that holds the lock for too long. */
const boundOf = ({ longestMs }: How) => ({
  longestMs,
  tooLong: () => new VerbError(importTooLong(longestMs).message),
});

/** Imports each file in its own transaction: earlier files stay imported when a later one is invalid. */
const importFiles = async (store: Store, sources: readonly SourceFile[], how: How): Promise<FileResult[]> => {
  const results: FileResult[] = [];
  try {
    for (const source of sources) {
      const file = await readFile(source, how.maxRows, how);
      const work = (tx: Tx) => importSteps(source, file, false, tx, how);
      results.push(await skippingInvalid(() => longWrite(store, work, boundOf(how))));
    }
  } catch (error) {
    for (const done of results) how.note(`${lineOf({ ...done, causes: [], notes: [] })}. This is kept.`);
    throw error;
  }
  return results;
};

/** Imports all files in one transaction and rolls it back, so that later files find the records of earlier ones. */
const tryFiles = async (store: Store, sources: readonly SourceFile[], how: How): Promise<FileResult[]> => {
  const files: [SourceFile, ReadFile][] = [];
  let left = how.maxRows;
  for (const source of sources) {
    const file = await readFile(source, left, how);
    left -= file.count;
    files.push([source, file]);
  }
  const work = function* (tx: Tx) {
    const results: FileResult[] = [];
    for (const [source, file] of files) results.push(yield* importSteps(source, file, true, tx, how));
    return results;
  };
  return skippingInvalid(() => longWrite(store, work, { isKept: false, ...boundOf(how) }));
};

/** What is wrong with a file, one line for each cause. */
const explain = ({ source, problem }: InvalidFile): string => {
  const { details = [] } = problem.extra;
  const lines = details.map((detail) => `${source.path}: ${explainDetail(detail)}`);
  // A single problem has the message of its detail.
  const isSaid = details.some(({ message }) => message === problem.message);
  return [...lines, ...(isSaid ? [] : [`${source.path}: ${problem.message}`])].join('\n');
};

const readingOf = (call: Call): Reading => ({
  map: call.flag('map'),
  dates: wordOf(call, 'dates', DATE_ORDERS, `one of ${DATE_ORDERS.join(', ')}`),
  names: wordOf(call, 'names', NAME_ORDERS, `one of ${NAME_ORDERS.join(', ')}`),
  values: call.flag('values'),
  encoding: call.flag('encoding'),
  isTrial: call.flag('dry-run') !== undefined,
});

/** Locks the directory; undefined while a server has locked it. */
const tryLock = (directory: string): (() => void) | undefined => {
  try {
    return lockDirectory(join(directory, 'LOCK'));
  } catch (error) {
    if (error instanceof DataDirectoryError) return undefined;
    throw error;
  }
};

/** What ends an import at a signal. The verb would end on the spot, and leave what earlier files brought in a log beside the database. */
const untilKilled = (call: Call): How['requireGoOn'] => {
  let signal: string | undefined;
  call.onStop((given) => {
    signal = given;
  });
  return () => {
    if (signal !== undefined) throw new VerbError(`${signal}: nothing from the file being imported was kept.`);
  };
};

const importInto = (call: Call, sources: readonly SourceFile[]): Promise<FileResult[]> =>
  withDatabase(call, { mayCreate: false }, async ({ store, data }) => {
    // Refuses a directory without a business.
    store.read(brandRow);
    const unlock = data.directory === undefined ? undefined : tryLock(data.directory);
    // A running server finds the deliveries within a minute, any other at its start.
    store.onRaise(fanOutToServer());
    const isDry = call.flag('dry-run') !== undefined;
    const folder = mediaDirectory(call.configure().config, data.directory ?? '');
    const hasMedia = !isDry && sources.some(({ family }) => family.name === 'media');
    try {
      // The files that were copied into the folder since the server last looked.
      if (hasMedia) {
        const media = createMediaStore({ directory: folder });
        await adoptStrayFiles({ store, media }, new AbortController().signal);
      }
      const how: How = {
        reading: { ...readingOf(call), ...store.read(studioCells) },
        sharedEmail: wordOf(call, 'shared-email', SHARED_EMAILS),
        skipsInvalid: call.flag('skip-invalid') !== undefined,
        report: call.report,
        note: (text) => call.printError(text),
        requireGoOn: untilKilled(call),
        ...(unlock === undefined ? WHILE_SERVING : ALONE),
      };
      const results = await (isDry ? tryFiles : importFiles)(store, sources, how);
      if (hasMedia) warnOfMissing(call, store.read(missingFiles), folder);
      return results;
    } finally {
      unlock?.();
    }
  });

/** Says on standard error which files imported media need: a file of records does not have them. */
const warnOfMissing = (call: Call, missing: readonly NeededFile[], folder: string): void => {
  if (missing.length === 0) return;
  const text = missingText(missing, folder);
  call.printError(`${text}\nCopy them from the media directory of the other studio, and import media again.`);
};

const run = async (call: Call): Promise<undefined> => {
  const path = oneArgument(call, 'Missing file or directory.');
  const sources = filesToImport(path, call.flag('family'));
  const single = sources.length === 1 ? undefined : ['map', 'values'].find((name) => call.flag(name) !== undefined);
  if (single !== undefined)
    throw new UsageError(`--${single} works with a single file only. Import the files one by one.`);
  const json = sources.length > 1 ? sources.find(({ format }) => format === 'json') : undefined;
  if (json !== undefined && call.flag('encoding') !== undefined) {
    throw new UsageError(`--encoding would apply to ${json.path} too. Import JSON files separately.`);
  }
  const results = await importInto(call, sources).catch((error: unknown): never => {
    throw error instanceof InvalidFile ? new VerbError(explain(error)) : error;
  });
  printResult(call, { files: results }, results.map(lineOf).join('\n'));
};

export const importVerb: Verb = {
  name: 'import',
  summary: 'Import records from CSV and JSON files, each file whole or not at all, even while a server runs',
  example: 'studiod import clients.csv --dry-run --data /var/lib/studiod',
  args: 'FILE|DIR',
  flags: [
    { name: 'family', value: 'NAME', help: 'Type of records; default from the file name, such as clients.csv' },
    {
      name: 'map',
      value: 'COLUMN=FIELD,...',
      help: 'Map CSV columns with other headings to fields; COLUMN= leaves one out',
    },
    { name: 'dates', value: 'ORDER', help: 'Order of dates in CSV: mdy, dmy, or ymd' },
    {
      name: 'names',
      value: 'ORDER',
      help: 'Which name comes first where one CSV column has both: first-last (Ann Lee) or last-first (Lee Ann)',
    },
    {
      name: 'values',
      value: 'FIELD:WORD=VALUE,...',
      help: 'Map values from another system, such as status:Frozen=suspended',
    },
    {
      name: 'encoding',
      value: 'NAME',
      help: 'Encoding of the file, such as windows-1250; default its byte order mark, otherwise UTF-8',
    },
    {
      name: 'shared-email',
      value: 'keep-first',
      help: 'Let the first of several clients with the same email keep it, and import the others without an email',
    },
    { name: 'skip-invalid', help: 'Import the rows that can be imported, and list the others with what is wrong' },
    { name: 'dry-run', help: 'Print what would happen without writing anything' },
  ],
  settings: ['data', 'mediaDir', 'allowNetworkStorage'],
  run,
};

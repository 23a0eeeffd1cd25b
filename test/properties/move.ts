import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { IMPORT_FAMILIES } from '../../src/events/enumerations.ts';
import { MAIN_SITE, openStudio, type Studio } from '../helpers/api.ts';
import { root } from '../helpers/sources.ts';
import { exportFile, imported } from '../resources/imports/set-up.ts';

const OTHER_SITE = '01950000-0000-7000-8000-00000000000f';

/** A studio as the first start of another directory makes it, at the same time. */
export const emptyStudio = async <Opened extends Studio = Studio>(
  from: Studio,
  open: (options: { readonly startAt: number }) => Promise<Opened> = openStudio as never,
): Promise<Opened> => {
  const to = await open({ startAt: from.time.now() });
  to.db.run('update sites set id = ?', [OTHER_SITE]);
  to.db.run("update settings set brand = json_set(brand, '$.defaultSiteId', ?)", [OTHER_SITE]);
  to.db.run('delete from clientSearchSites where siteId = ?', [MAIN_SITE]);
  return to;
};

/** Who has imported a signature is the importer of each studio. */
const withoutImporters = (file: string): string =>
  file.replace(/(,import,)[\da-f-]{36}(?=,)/g, '$1').replace(/("importedBy":\s*)"[\da-f-]{36}"/g, '$1null');

/** Every file of an export, by family. */
export const exportAll = async (studio: Studio, format: 'csv' | 'json'): Promise<Map<string, string>> => {
  const files = new Map<string, string>();
  for (const family of IMPORT_FAMILIES) files.set(family, withoutImporters(await exportFile(studio, family, format)));
  return files;
};

/** Imports every file, in the order of the families. */
export const importAll = async (studio: Studio, files: ReadonlyMap<string, string>, format: 'csv' | 'json') => {
  const answers: object[] = [];
  for (const [family, file] of files) {
    answers.push(await imported(studio, family, format === 'csv' ? file : JSON.parse(file)));
  }
  return answers;
};

/** What a studio adds up to. */
export const totalsOf = ({ db }: Studio) => ({
  clients: db
    .query('select sum(bookings) b, sum(visits) v, sum(noShows) n, group_concat(accountBalances) o from clients')
    .get(),
  credits: db.query('select sum(creditsRemaining) r, sum(creditsUsed) u, sum(creditsHeld) h from packages').get(),
  ledger: db.query('select count(*) n, sum(delta) d from creditLedger').get(),
  money: db.query('select status, sum(amount) a, sum(amountRefunded) r from payments group by status').all(),
  visits: db.query("select count(*) n from facts where kind = 'visit' and takenBackAt is null").get(),
  seats: db.query('select sum(confirmedCount) c, sum(offersHeld) o, sum(waitlistedCount) w from sessions').get(),
});

const PAGE = readFileSync(join(root, 'docs/moving-in.md'), 'utf8');

/** What moving-in.md says of each table of the database: the family whose files have it, or why none has. */
export const movedTables: ReadonlyMap<string, string> = new Map(
  [...PAGE.matchAll(/^\| (`\w+`(?:, `\w+`)*) +\| (.+?) +\|$/gm)].flatMap(([, tables = '', where = '']) =>
    tables.split(', ').map((table): [string, string] => [table.replaceAll('`', ''), where]),
  ),
);

/** The columns that differ after a move, each with the reason. */
const OTHERWISE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  clients: { waiver: 'nothing and the defaults are the same', marketingConsent: 'the same' },
  experienceVersions: { id: 'of a new version', version: 'the same', createdAt: 'the same' },
  settings: { createdAt: 'of this file', updatedAt: 'the same' },
  charges: { requestKey: 'found again for a day' },
  sessions: { completedAt: 'only whether it is completed counts' },
  processorCustomers: { id: 'sent until there is a customer', createdAt: 'never read' },
  contentMedia: {
    uploadLength: 'of an upload that is done',
    uploadType: 'the same',
    processingPercent: 'of work that is done again',
  },
  mediaCaptions: { id: 'nothing refers to it', createdAt: 'never read', updatedAt: 'the same' },
  agreements: { channel: 'says that it was imported', importedBy: 'the same' },
  agreementTexts: { createdAt: 'never read' },
  facts: { number: 'of the order of the import', createdAt: 'never read' },
  packages: { freezeYear: 'read only during a freeze, which tells it', freezeDaysAllowed: 'the same' },
};

/** The rows of tables of which only some move, each with the reason. */
const ROWS: Readonly<Record<string, string>> = {
  // The others follow the brand, with a row or without one.
  settings: `scope = 'brand' or booking <> '{}' or payment <> '{}' or notification <> '{}' or membership <> '{}'`,
  experienceVersions: 'version = (select max(version) from experienceVersions)',
  // Nothing follows from the charge of a payment that succeeded any more.
  charges: `paymentId in (select id from payments where status in ('pending', 'failed'))`,
  // The text of somebody who was erased is in no file.
  agreementTexts: 'hash in (select textHash from agreements)',
  facts: 'takenBackAt is null',
  leaderboardScores: 'value is not null',
  // A deleted one is kept only for what was watched of it.
  contentMedia: `archivedAt is null and status in ('ready', 'errored')`,
  mediaCaptions: `contentMediaId in (select id from contentMedia where archivedAt is null)`,
  // A customer without a card is made again.
  processorCustomers: `customerId in (select customerId from paymentMethods)`,
};

const isShadow = (table: string) => /^(?:client|content)Search_/.test(table);

type Row = Record<string, unknown>;

/** The fields of an object in the order of their names. Null is the default of every field that can be null. */
const sorted = (value: unknown): unknown =>
  typeof value !== 'object' || value === null || Array.isArray(value)
    ? value
    : Object.entries(value)
        .filter(([, each]) => each !== null)
        .map(([name, each]) => [name, sorted(each)] as const)
        .sort(([left], [right]) => (left < right ? -1 : 1));

/** A value with the keys of its JSON in order. */
const ordered = (value: unknown): unknown =>
  typeof value === 'string' && value.startsWith('{') ? sorted(JSON.parse(value)) : value;

const rowsOf = ({ db }: Studio, table: string): string[] => {
  const left = OTHERWISE[table] ?? {};
  const rows = db.query(`select * from "${table}" where ${ROWS[table] ?? 1}`).all() as Row[];
  return rows
    .map((row) =>
      JSON.stringify(
        Object.fromEntries(
          Object.entries(row)
            .filter(([name]) => !(name in left))
            .map(([name, value]) => [name, ordered(value)]),
        ),
      ),
    )
    .sort();
};

/** Every table of a database. */
export const tablesOf = ({ db }: Studio): string[] =>
  (db.query("select name from sqlite_master where type = 'table' order by name").all() as { name: string }[])
    .map(({ name }) => name)
    .filter((name) => !name.startsWith('sqlite_') && !isShadow(name));

/** The rows of moved tables that are not in both studios. */
export const differences = (from: Studio, to: Studio): string[] =>
  tablesOf(from)
    .filter((table) => movedTables.get(table)?.startsWith('no:') !== true)
    .flatMap((table) => {
      const [before, after] = [rowsOf(from, table), rowsOf(to, table)];
      const lost = before.filter((row) => !after.includes(row)).map((row) => `- ${table} ${row}`);
      const gained = after.filter((row) => !before.includes(row)).map((row) => `+ ${table} ${row}`);
      return [...lost.slice(0, 2), ...gained.slice(0, 2)];
    });

/** What members read of what follows from their acts. */
const READ = [
  'streaks',
  'milestones?limit=100',
  'awards?limit=100',
  'awards/banner',
  'challenges',
  'challenges/history',
];
const OF_CHALLENGE = ['goals?period=all&limit=100', 'assessments', 'articles', 'progress', 'attendance'];

/** Everything that members read of what follows from their acts, by its path. */
const readingsOf = async (studio: Studio): Promise<Map<string, unknown>> => {
  const idsOf = (sql: string) => (studio.db.query(sql).all() as { id: string }[]).map(({ id }) => id);
  const boards = idsOf('select id from leaderboards where archivedAt is null').flatMap((id) => [
    `leaderboards/${id}`,
    `leaderboards/${id}/my-rank`,
    `leaderboards/${id}/top`,
    `leaderboards/${id}/periods?limit=100`,
  ]);
  const challenges = idsOf('select id from challenges where publishedAt is not null and archivedAt is null');
  const ofChallenges = challenges.flatMap((id) => OF_CHALLENGE.map((path) => `challenges/${id}/${path}`));
  const readings = new Map<string, unknown>();
  for (const clientId of idsOf('select id from clients')) {
    for (const path of [...READ, ...boards, ...ofChallenges, 'leaderboards/summary']) {
      const { body } = await studio.get(`/v2/member/${path}`, { 'x-client-id': clientId });
      const { requestId: _request, ...shown } = body.error ?? body;
      readings.set(`${clientId} ${path}`, shown);
    }
  }
  return readings;
};

/**
 * Moves a studio to an empty one by its files in a format, and returns what differs there: files, rows, and what members
 * read. The files a second time change nothing.
 */
export const moved = async (studio: Studio, format: 'csv' | 'json'): Promise<unknown[]> => {
  const files = await exportAll(studio, format);
  const to = await emptyStudio(studio);
  await importAll(to, files, format);
  const again = await exportAll(to, format);
  const [before, after] = [await readingsOf(studio), await readingsOf(to)];
  const raised = to.events().filter((type) => type !== 'import.completed' && type !== 'settings.updated');
  const wrong = [
    ...IMPORT_FAMILIES.filter((family) => files.get(family) !== again.get(family)).map(
      (family) => `${family}.${format}`,
    ),
    ...differences(studio, to),
    ...[...before]
      .filter(([path, reading]) => !Bun.deepEquals(reading, after.get(path)))
      .map(([path, reading]) => ({ path, before: reading, after: after.get(path) }))
      .slice(0, 3),
    ...raised,
  ];
  for (const response of await importAll(to, files, format)) {
    const { created, updated, family } = response as { created: number; updated: number; family: string };
    if (created + updated > 0) wrong.push(`${family} a second time: ${created} created, ${updated} updated`);
  }
  wrong.push(...to.reportedErrors.map(String));
  await to.app.stop();
  return wrong;
};

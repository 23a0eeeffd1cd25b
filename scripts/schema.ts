// Writes docs/schema.md from the migrations and the declarations of records, or compares it with --check.
import { Database } from 'bun:sqlite';
import { join, resolve } from 'node:path';
import { getTableName, is, Table } from 'drizzle-orm';
import { migrate, migrations } from '../src/database/migrate.ts';
import { columnMeanings } from './schema-columns.ts';
import { meanings } from './schema-tables.ts';

const root = resolve(import.meta.dir, '..');
const SHADOW = /Search_(?:config|data|docsize|idx)$/;

interface Column {
  readonly name: string;
  readonly type: string;
  readonly notnull: number;
  readonly pk: number;
}

const db = new Database(':memory:');
migrate(db, 'schema');
const tables = db
  .query<{ name: string; sql: string }, []>("select name, sql from sqlite_master where type = 'table' order by name")
  .all()
  .filter(({ name }) => !SHADOW.test(name));

/** What the declared fields of records mean, by table and column. */
const described = new Map<string, string>();
for (const path of [...new Bun.Glob('src/**/record.ts').scanSync({ cwd: root })].sort()) {
  const module: Readonly<Record<string, unknown>> = await import(join(root, path));
  for (const value of Object.values(module)) {
    const { rows, schema } = (value ?? {}) as {
      readonly rows?: { readonly name?: string };
      readonly schema?: { readonly properties?: Readonly<Record<string, { readonly description?: string }>> };
    };
    const table = tableNameOf(value);
    if (rows === undefined || table === undefined) continue;
    for (const [name, { description }] of Object.entries(schema?.properties ?? {})) {
      if (description !== undefined) described.set(`${table}.${name}`, description);
    }
  }
}

/** The name of the table of a record. */
function tableNameOf(value: unknown): string | undefined {
  const table = (value as { readonly table?: unknown } | null)?.table;
  return is(table, Table) ? getTableName(table) : undefined;
}

/** The comments behind the columns of a statement. */
const commentsOf = (sql: string): ReadonlyMap<string, string> =>
  new Map(
    [...sql.matchAll(/^\s*"?(\w+)"?\s[^\n]*?--\s*(.+)$/gm)].map(([, name = '', comment = '']) => [name, comment]),
  );

const COMMON: Readonly<Record<string, string>> = {
  id: 'the id',
  createdAt: 'when it was created',
  updatedAt: 'when it was last changed',
  archivedAt: 'when it was archived',
  metadata: 'pairs that integrations store, as JSON',
  externalId: 'the id in another system',
  name: 'the name',
  description: 'a text that members or staff read',
  currency: 'ISO 4217',
  amount: 'in minor units of the currency',
  siteIds: 'the sites, as JSON',
  staffId: 'the staff member',
  bookingId: 'the booking',
  credentialId: 'the API key, or the OAuth client',
  kind: 'what it is of',
  siteId: 'the site',
  clientId: 'the client',
  sessionId: 'the session',
  packageId: 'the package',
  paymentId: 'the payment',
  planId: 'the plan that it was made from',
  awardId: 'the award',
  challengeId: 'the challenge',
  enrollmentId: 'the enrolment of the member',
  articleId: 'the article',
  assessmentId: 'the assessment',
  goalId: 'the goal',
  leaderboardId: 'the leaderboard',
  entryId: 'the entry',
  contentEntryId: 'the entry',
  contentMediaId: 'the media',
  categoryId: 'the category',
  tagId: 'the tag',
  instructorId: 'the instructor',
  scheduleId: 'the schedule; null for a session without a schedule',
  endpointId: 'the endpoint',
  eventId: 'the event',
  notes: 'what staff noted',
  tags: 'labels of your own, as JSON',
  at: 'when it was',
  actor: 'who did it: a staff member, a client, a credential, `job:` or `verb:` and a name',
  requestId: 'the request that did it',
};

const sentence = (text: string): string => {
  const whole = text.replaceAll('|', '\\|').trim().replace(/\.$/, '');
  return whole === '' ? '' : `${whole.charAt(0).toUpperCase()}${whole.slice(1)}.`;
};

const sectionOf = ({ name, sql }: { readonly name: string; readonly sql: string }): string => {
  const columns = db.query<Column, []>(`select name, type, "notnull", pk from pragma_table_info('${name}')`).all();
  const references = new Map(
    db
      .query<{ from: string; table: string; to: string | null }, []>(
        `select "from", "table", "to" from pragma_foreign_key_list('${name}')`,
      )
      .all()
      .map(({ from, table, to }) => [from, `${table}.${to ?? 'id'}`]),
  );
  const comments = commentsOf(sql);
  const rows = columns.map((column) => {
    const explained = described.get(`${name}.${column.name}`) ?? comments.get(column.name);
    const own = columnMeanings[name]?.[column.name];
    if (own !== undefined && explained !== undefined) throw new Error(`${name}.${column.name} is explained twice`);
    const text = explained ?? own ?? COMMON[column.name] ?? '';
    const target = references.get(column.name);
    const reference = target === undefined ? '' : ` → \`${target}\``;
    const type = column.type === '' ? '' : column.type.toLowerCase();
    const isNullable = column.notnull === 0 && column.pk === 0 && type !== '' ? ', null' : '';
    return `| \`${column.name}\` | ${type}${isNullable}${column.pk > 0 ? ', key' : ''} | ${sentence(text)}${reference} |`;
  });
  const indexes = db
    .query<{ name: string; isUnique: number; partial: number }, []>(
      `select name, "unique" as isUnique, partial from pragma_index_list('${name}') where origin = 'c' order by name`,
    )
    .all()
    .map((index) => {
      const parts = db
        .query<{ name: string | null }, []>(`select name from pragma_index_info('${index.name}')`)
        .all()
        .map((part) => part.name ?? '(expression)');
      const notes = [...(index.isUnique === 1 ? ['unique'] : []), ...(index.partial === 1 ? ['some rows'] : [])];
      return `\`${index.name}\` (${parts.join(', ')}${notes.length > 0 ? `; ${notes.join(', ')}` : ''})`;
    });
  // A migration can say it behind the name of the table, as it does for columns.
  const text = meanings[name] ?? /^CREATE TABLE \S+ \(\s*-- (.*)/.exec(sql)?.[1];
  if (text === undefined) throw new Error(`the migration does not say what a row of '${name}' is: ${name} ( -- ...`);
  return [
    `### ${name}\n\n${text}\n\n| Column | Type | Meaning |\n| --- | --- | --- |\n${rows.join('\n')}`,
    ...(indexes.length === 0 ? [] : [`Indexes: ${indexes.join(', ')}.`]),
  ].join('\n\n');
};

const columnsOf = (table: string): string[] =>
  db
    .query<{ name: string }, []>(`select name from pragma_table_info('${table}')`)
    .all()
    .map(({ name }) => name);
for (const [table, columns] of Object.entries(columnMeanings)) {
  const unknown = Object.keys(columns).find((column) => !columnsOf(table).includes(column));
  if (unknown !== undefined) throw new Error(`scripts/schema-columns.ts has '${table}.${unknown}', which is no column`);
}
const gone = Object.keys(meanings).find((name) => !tables.some((table) => table.name === name));
if (gone !== undefined) throw new Error(`scripts/schema-tables.ts has '${gone}', which is no table`);

const page = `# The schema of the database

The tables of \`studiod.db\`, schema ${migrations.length}. \`./scripts/bun scripts/schema.ts\` writes this page from the migrations and the records.

Read them with \`studiod sql\`, which cannot write, also while the server runs:

\`\`\`sh
studiod sql 'select status, count(*) as bookings from bookings group by status'
studiod sql 'select firstName, lastName, email from clients order by createdAt desc limit 20' --format csv
studiod sql "select substr(paidAt, 1, 7) as month, currency, sum(amount) / 100.0 as total from payments
  where status = 'completed' group by 1, 2" --json
\`\`\`

- A query is one statement that reads: \`select\`, \`with\`, \`values\` or \`explain\`. Without a query, \`studiod sql\` reads it
  from the standard input, or prompts on a terminal.
- It ends after 30 seconds (\`--timeout\`) and shows up to 1,000 rows (\`--max-rows\`).
- The tables are not an interface: a later version can change them. Programs use the API.
- Columns have the names of the API. Ids are UUIDv7 text, in the order of creation. Instants are ISO 8601 text in UTC
  with milliseconds, and compare as text. Dates are \`2026-03-08\`. Flags are 0 or 1. Lists and objects are JSON text
  (\`json_extract\`, \`json_each\`); null stands for the empty one. Amounts of money are integers in minor units, such as cents.
- Secrets are sealed with \`studiod.key\`, or only their hash is stored: no query shows them.
- A column whose name says what it holds has no meaning here. "some rows" marks an index with a condition; \`select sql from sqlite_master\` shows it.

## Tables

${tables.map(sectionOf).join('\n\n')}
`;

const file = Bun.file(join(root, 'docs/schema.md'));
if (!process.argv.includes('--check')) await Bun.write(file, page);
else if ((await file.text().catch(() => '')) !== page) {
  console.error('docs/schema.md differs from the database. Write it again: ./scripts/bun scripts/schema.ts');
  process.exitCode = 1;
}

import { describe, expect, test } from 'bun:test';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isComplete, readingStatement } from '../../src/cli/reading/statement.ts';
import { command, run, studiod, testServer, until } from '../helpers/process.ts';
import { root } from '../helpers/sources.ts';
import { inTerminal } from '../helpers/terminal.ts';

const server = testServer({}, 'serve');
const { cwd } = server;

const sql = (...words: string[]) => studiod({ cwd }, 'sql', ...words);
const here = (...words: string[]) => sql(...words, '--timeout', '0');

describe('a query', () => {
  test('is printed as a table, as JSON and as CSV, beside a running server', async () => {
    const query =
      "select 'Ada' as name, 7 as visits, null as note, x'00ff' as bytes union all select '=Bo', 12, 'a,b', null";
    expect(await sql(query)).toEqual({
      code: 0,
      out: "name  visits  note  bytes\n----  ------  ----  -------\nAda        7        x'00ff'\n=Bo       12  a,b\n",
      err: '',
    });
    expect(JSON.parse((await here(query, '--json')).out)).toEqual([
      { name: 'Ada', visits: 7, note: null, bytes: "x'00ff'" },
      { name: '=Bo', visits: 12, note: 'a,b', bytes: null },
    ]);
    const csv = await here(query, '--format', 'csv');
    expect(csv.out.split(/\r?\n/)).toEqual(['name,visits,note,bytes', "Ada,7,,x'00ff'", `'=Bo,12,"a,b",`, '']);
  });

  test('comes from the standard input', async () => {
    const { code, out } = await studiod({ cwd, input: 'select name from sites; -- all of them\n' }, 'sql', '--json');
    expect([code, JSON.parse(out)]).toEqual([0, [{ name: 'Main' }]]);
  });

  test('1: ends after its time, and says so', async () => {
    const endless = 'with recursive n(i) as (select 1 union all select i + 1 from n) select max(i) from n';
    const { code, out, err } = await sql(endless, '--timeout', '1');
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toContain('The query took longer than 1 s and was stopped');
  });

  test('shows the first rows, and says that there are more', async () => {
    const many = 'with recursive n(i) as (select 1 union all select i + 1 from n limit 5) select i from n';
    const { out, err } = await here(many, '--max-rows', '3', '--json');
    expect(JSON.parse(out)).toEqual([{ i: 1 }, { i: 2 }, { i: 3 }]);
    expect(err).toContain('showing the first 3 rows');
    expect((await here(many, '--max-rows', '5')).err).toBe('');
    expect((await here('select hex(zeroblob(20000000))')).err).toContain('larger than 32 MiB');
    expect((await here('select 1 as a, 2 as a')).err).toContain("two columns are named 'a'");
  });
});

describe('only reads', () => {
  test.each([
    ['select 1', 'select 1'],
    ['  -- a comment\n select 1; ', '-- a comment\n select 1'],
    ["select ';' as [a;b];", "select ';' as [a;b]"],
    ['VALUES (1)', 'VALUES (1)'],
    ['with a as (select 1) select * from a', 'with a as (select 1) select * from a'],
    ['explain query plan select 1', 'explain query plan select 1'],
    ['pragma table_info(sites)', 'pragma table_info(sites)'],
    ['PRAGMA user_version;', 'PRAGMA user_version'],
  ])('%p', (text, statement) => {
    expect(readingStatement(text)).toBe(statement);
  });

  test.each([
    ['', 'Missing query'],
    ['-- select 1', 'Missing query'],
    ['select 1; select 2', 'one statement'],
    ['select 1; /* */ vacuum', 'one statement'],
    ["attach 'other.db' as other", "'attach' is not allowed"],
    ["vacuum into 'copy.db'", "'vacuum' is not allowed"],
    ['pragma query_only = 0', "'pragma' is not allowed"],
    ['pragma query_only(0)', "'pragma' is not allowed"],
    ['pragma journal_mode=delete', "'pragma' is not allowed"],
    ['pragma user_version = 1', "'pragma' is not allowed"],
    ['pragma wal_checkpoint', "'pragma' is not allowed"],
    ['/* select */ insert into sites select 1', "'insert' is not allowed"],
    ['begin immediate', "'begin' is not allowed"],
  ])('2: %p', (text, message) => {
    expect(() => readingStatement(text)).toThrow(message);
  });

  test('1: what begins like a read and writes', async () => {
    const { code, err } = await here('with a as (select 1) delete from sites');
    expect(code).toBe(1);
    expect(err).toContain('attempt to write a readonly database');
    expect((await here("select load_extension('x')")).err).toContain('not authorized');
  });

  test('a query is complete at its last semicolon', () => {
    expect(['select 1;', "select ';", "select ';'; -- x", 'select 1 -- ;', ''].map(isComplete)).toEqual([
      true,
      false,
      true,
      false,
      false,
    ]);
  });
});

test('no secret is in any table: they are sealed or hashed', async () => {
  const json = async (...words: string[]) => JSON.parse((await studiod({ cwd }, ...words, '--json')).out);
  const { key } = await json('key', 'create');
  const { clientSecret } = await json('oauth-client', 'create');
  const post = async (path: string, body: object) => {
    // The response is kept for a repeat.
    const headers = { 'x-service-api-key': key, 'idempotency-key': path };
    const reply = await server.call('POST', path, body, headers);
    expect([reply.status, reply.body]).toEqual([201, expect.anything()]);
    return reply.body;
  };
  const customHeader = { name: 'X-Token', value: 'a-header-value-nobody-sees' };
  const webhook = await post('/v2/webhooks', {
    name: 'Hook',
    url: 'https://hooks.studio.example/',
    eventTypes: ['*'],
    customHeader,
  });
  const made = await post('/manage/api-keys', { name: 'Second', scopes: ['*'] });
  const secrets = [key, clientSecret, webhook.secret, made.key, customHeader.value];
  expect(secrets.every((secret) => secret.length > 20)).toBe(true);
  const tables = JSON.parse((await here("select name from sqlite_master where type = 'table'", '--json')).out);
  expect(tables.length).toBeGreaterThan(80);
  // One query for all, since each is a process.
  const columns = JSON.parse(
    (
      await here(
        "select m.name as t, c.name as c from sqlite_master m, pragma_table_info(m.name) c where m.type = 'table'",
        '--json',
        '--max-rows',
        '10000',
      )
    ).out,
  ) as { t: string; c: string }[];
  const parts = columns.map(({ t, c }) => `select hex("${c}") as v from "${t}" where "${c}" is not null`);
  const dumps = await Promise.all(
    Array.from({ length: Math.ceil(parts.length / 400) }, (_, at) => parts.slice(at * 400, at * 400 + 400)).map(
      (some) => here(some.join(' union all '), '--json', '--max-rows', '1000000'),
    ),
  );
  const values = dumps.flatMap(({ out }) => (JSON.parse(out) as { v: string }[]).map(({ v }) => v)).join('\n');
  expect(values).toContain(Buffer.from('https://hooks.studio.example/').toString('hex').toUpperCase());
  for (const secret of secrets) {
    expect(values.includes(Buffer.from(secret).toString('hex').toUpperCase())).toBe(false);
    expect(values.includes(Buffer.from(secret.slice(-24)).toString('hex').toUpperCase())).toBe(false);
  }
});

test('docs/schema.md is what the database and the records say, and its queries run as pasted', async () => {
  const { code: checked, err: said } = await run({ cwd: root }, process.execPath, 'scripts/schema.ts', '--check');
  expect([checked, said]).toEqual([0, '']);
  const page = readFileSync(join(root, 'docs/schema.md'), 'utf8');
  const [, commands = ''] = /```sh\n([\s\S]*?)```/.exec(page) ?? [];
  expect(commands.match(/^studiod sql/gm)).toHaveLength(3);
  const program = `studiod() { ${command.map((word) => `'${word}'`).join(' ')} "$@"; }`;
  const { out, err, code } = await run(
    { cwd },
    'bash',
    '-euc',
    `${program}
${commands}`,
  );
  expect({ code, err, out }).toEqual({ code: 0, err: '', out: expect.stringContaining('firstName,lastName,email') });
});

test('a prompt on a terminal runs queries until Ctrl-D, and goes on after an error', async () => {
  const { text, type, child } = inTerminal([...command, 'sql', '--timeout', '0'], { cwd });
  await until(() => text().includes('studiod> '));
  type('select count(*) as many\r');
  await until(() => text().includes('...> '));
  type('from sites;\r');
  await until(() => /many\s+----\s+1\b/.test(Bun.stripANSI(text())));
  type("vacuum into 'copy.db';\r");
  await until(() => text().includes("'vacuum' is not allowed"));
  type("select 'still' || 'here';\r");
  await until(() => text().includes('stillhere'));
  type('\x04');
  expect(await child.exited).toBe(0);
  expect(existsSync(join(cwd, 'copy.db'))).toBe(false);
});

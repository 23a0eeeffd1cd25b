// An owner moves in with the files of other systems, by the words of the verb alone: at the second try at most.

import { beforeAll, expect, test } from 'bun:test';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { testsEverything } from '../helpers/everything.ts';
import { type Server, startServer, studiod, testFolder } from '../helpers/process.ts';
import { root } from '../helpers/sources.ts';

const cwd = testFolder();
let server: Server;
let key = '';
const run = (...words: string[]) => studiod({ cwd }, ...words);
const ask = (path: string, method = 'GET', body?: object) =>
  server.call(method, path, body, { 'x-service-api-key': key });

beforeAll(async () => {
  server = await startServer({ cwd }, 'serve');
  key = JSON.parse((await run('key', 'create', '--json', '--tier', 'unlimited')).out).key;
});

const FILES = [
  // One column of names.
  ['zen-planner-people.csv', ['names=first-last'], ['--names', 'first-last'], 4],
  // Windows-1250, with years of two digits.
  [
    'eversports-kunden.csv',
    ["'Łukasz' in windows-1250", '--encoding', 'dates=dmy for day/month/year'],
    ['--encoding', 'windows-1250', '--dates', 'dmy'],
    2,
  ],
  // Midnights of a database.
  ['mindbody-clients.csv', ["'--dates mdy'"], ['--dates', 'mdy'], 3],
  // Words of another system, and dates in one order.
  ['glofox-leads.csv', ['dates=dmy for day/month/year'], ['--dates', 'dmy'], 3],
] as const;

test.each(testsEverything ? FILES : FILES.slice(0, 2))(
  '%s: what the trial says, the second try has',
  async (file, said, typed, rows) => {
    copyFileSync(join(root, 'test/fixtures/imports/systems', file), join(cwd, file));
    const tried = await run('import', file, '--family', 'clients', '--dry-run');
    expect(tried.code).toBe(1);
    for (const words of said) expect(tried.err).toContain(words);
    const { code, out } = await run('import', file, '--family', 'clients', ...typed);
    expect([code, out]).toEqual([0, expect.stringContaining(`${rows} rows: ${rows} created`)]);
  },
);

test('blank rows of Excel come in at the first try', async () => {
  const file = 'momence-customers.csv';
  copyFileSync(join(root, 'test/fixtures/imports/systems', file), join(cwd, file));
  const { code, out } = await run('import', file, '--family', 'clients');
  expect([code, out]).toEqual([0, expect.stringContaining('3 rows: 3 created')]);
});

test('a timetable with Mon-Fri comes in once its teacher is there', async () => {
  const file = 'teamup-timetable.csv';
  copyFileSync(join(root, 'test/fixtures/imports/systems', file), join(cwd, file));
  const tried = await run('import', file, '--family', 'schedules', '--dry-run');
  expect([tried.code, tried.err]).toEqual([1, expect.stringContaining("Nobody of the staff is named 'Ana Lee'")]);
  const teacher = { firstName: 'Ana', lastName: 'Lee', email: 'ana@example.com' };
  expect((await ask('/v2/instructors', 'POST', teacher)).status).toBe(201);
  const { code, out } = await run('import', file, '--family', 'schedules');
  expect([code, out]).toEqual([0, expect.stringContaining('3 rows: 3 created')]);
});

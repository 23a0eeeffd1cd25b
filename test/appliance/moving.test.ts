import { beforeAll, describe, expect, test } from 'bun:test';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { IMPORT_FAMILIES } from '../../src/events/enumerations.ts';
import { pause } from '../../src/kernel/clock.ts';
import { DAY_MS } from '../../src/kernel/durations.ts';
import { type Server, startServer, studiod, testFolder } from '../helpers/process.ts';

const cwd = testFolder();
let server: Server;
let key = '';

const run = (...words: string[]) => studiod({ cwd }, ...words);
const write = (name: string, text: string): string => {
  writeFileSync(join(cwd, name), text);
  return name;
};
const people = (count: number, from = 0): string =>
  `externalId,firstName,lastName,email\n${Array.from({ length: count }, (_, at) => `${at + from},Ann,Lee,ann${at + from}@example.com\n`).join('')}`;
const start = async () => {
  server = await startServer({ cwd }, 'serve');
  key = JSON.parse((await run('key', 'create', '--json', '--tier', 'unlimited')).out).key;
};
const ask = (path: string, method = 'GET', body?: object) =>
  server.call(method, path, body, { 'x-service-api-key': key });

beforeAll(start);

describe('import while a server runs', () => {
  test('a dry run, then the file, then nothing new', async () => {
    const file = write('clients.csv', people(3));
    const tried = await run('import', file, '--dry-run', '--json');
    expect(JSON.parse(tried.out).files).toMatchObject([{ family: 'clients', dryRun: true, created: 3 }]);
    expect((await ask('/v2/clients')).body.data).toHaveLength(0);
    const { code, out } = await run('import', file);
    expect({ code, out }).toMatchObject({ code: 0, out: expect.stringContaining('3 rows: 3 created, 0 updated') });
    expect((await ask('/v2/clients')).body.data).toHaveLength(3);
    expect((await run('import', file)).out).toContain('0 created, 0 updated, 3 unchanged');
  });

  test('a file that is not UTF-8 is tried, and imported with its encoding', async () => {
    const file = 'clients-polish.csv';
    const bytes = Buffer.from('externalId,firstName,lastName\npl,\u00a3ukasz,Lee\n', 'latin1');
    writeFileSync(join(cwd, file), bytes);
    const tried = await run('import', file, '--dry-run');
    expect([tried.code, tried.out]).toEqual([0, expect.stringContaining("'\u0141ukasz' in windows-1250")]);
    const refused = await run('import', file);
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('--encoding')]);
    const unknown = await run('import', file, '--encoding', 'windows-1299');
    expect([unknown.code, unknown.err]).toEqual([1, expect.stringContaining("There is no encoding 'windows-1299'")]);
    expect((await run('import', file, '--encoding', 'windows-1250')).code).toBe(0);
    expect((await ask('/v2/clients?external_id=pl')).body.data).toMatchObject([{ firstName: '\u0141ukasz' }]);
  });

  test('whole names and words of another system are tried with what is said of them', async () => {
    const file = write('clients-named.csv', 'Client ID,Name,Status\n1,Ana de la Torre,Nomad\n2,"Lee, Ann",Frozen\n');
    const refused = await run('import', file, '--dry-run');
    expect([refused.code, refused.out]).toEqual([1, '']);
    expect(refused.err).toContain(
      "'Nomad' is not known here. Choose one of: lead, active, inactive, suspended, archived.",
    );

    const said = ['--names', 'first-last', '--values', 'status:Nomad=inactive'];
    const { code, out } = await run('import', file, '--dry-run', ...said);
    expect(code).toBe(0);
    expect(out).toContain("  Column 'Status': 'Frozen' is 'suspended'.\n");
    expect(out).toContain("  Column 'Name': 'Ana de la Torre' is first name 'Ana', last name 'de la Torre';");
    const wrong = await run('import', file, '--dry-run', '--names', 'first-last', '--values', 'status:Nomad=none');
    expect([wrong.code, wrong.err]).toEqual([
      1,
      expect.stringContaining(": --values: 'none' is no value of 'status'."),
    ]);
  });

  test('2 for an encoding of a folder that has JSON, which programs write in UTF-8', async () => {
    mkdirSync(join(cwd, 'mixed'));
    for (const name of ['clients.csv', 'plans.json']) write(join('mixed', name), '[]');
    const { code, err } = await run('import', 'mixed', '--encoding', 'windows-1250');
    expect([code, err]).toEqual([2, expect.stringContaining('Import JSON files by themselves.')]);
  });

  test('a dry run says what the first amounts are, and the import too', async () => {
    const rows =
      'externalId,name,type,creditsTotal,currency,price\na,Ten,credit_pack,10,USD,120\nb,Six,credit_pack,6,USD,"120,00"\n';
    const file = write('plans.csv', rows);
    const said = "\n  Column 'price': '120' is 1.20 USD, '120,00' is 120.00 USD.";
    const tried = await run('import', file, '--dry-run');
    expect([tried.code, tried.out]).toEqual([0, expect.stringContaining(`0 unchanged${said}`)]);
    expect((await run('import', file)).out).toContain(`2 created, 0 updated, 0 unchanged${said}`);
  });

  test('1: reports every invalid row and writes nothing', async () => {
    const { code, out, err } = await run(
      'import',
      write('clients-bad.csv', 'firstName,email\nAnn,x\nBob,y@example.com\n'),
    );
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toContain("clients-bad.csv: row 2, email: 'email' must be an email address");
    expect(err).toContain("clients-bad.csv: row 3, lastName: 'lastName' is missing");
    expect(err).toContain('2 of 2 rows cannot be imported, and nothing was written');
  });

  test('1: what was imported before an invalid file stays, and is said', async () => {
    mkdirSync(join(cwd, 'some'));
    write('some/clients.csv', people(3));
    write('some/packages.csv', 'clientEmail,name,type,price\nnobody@example.com,Ten,unlimited,100\n');
    const { code, out, err } = await run('import', 'some');
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toContain('some/clients.csv: 3 rows: 0 created, 0 updated, 3 unchanged. This stays.\n');
    expect(err).toContain('1 of 1 rows cannot be imported, and nothing was written');
  });

  test('1: more rows than a running server should wait for', async () => {
    const { code, err } = await run('import', write('clients-many.csv', people(5001, 100)));
    expect(code).toBe(1);
    expect(err).toContain('at most 5000 rows here');
  });

  test('2: wrong arguments', async () => {
    mkdirSync(join(cwd, 'odd'));
    writeFileSync(join(cwd, 'odd', 'stuff.csv'), '');
    const cases: readonly (readonly [string[], string])[] = [
      [['import'], 'needs one file or directory'],
      [['import', 'nowhere.csv'], 'There is no file or directory'],
      [['import', write('people.csv', '')], 'Say it with --family'],
      [['import', 'people.csv', '--family', 'client'], "Did you mean 'clients'?"],
      [['import', write('clients.txt', '')], 'must end in .csv or .json'],
      [['import', 'odd'], 'name each file after what it contains'],
      [
        ['import', 'people.csv', '--family', 'clients', '--names', 'last'],
        '--names must be one of first-last, last-first',
      ],
      [['import', 'some', '--values', 'status:A=lead'], '--values is for one file.'],
      [['export'], 'needs one directory'],
      [['export', 'x', '--format', 'xml'], '--format must be csv or json'],
    ];
    for (const [words, message] of cases) {
      const { code, err } = await run(...words);
      expect({ words, code }).toEqual({ words, code: 2 });
      expect(err).toContain(message);
    }
  });

  test('1: a wrong --map, which is said once', async () => {
    const { code, err } = await run('import', 'clients.csv', '--map', 'phone');
    expect([code, err.split("'phone' must be a heading").length]).toEqual([1, 2]);
    expect(err).toContain(': --map: ');
  });

  test('3: a directory without a studio', async () => {
    expect((await run('import', 'clients.csv', '--data', 'none')).code).toBe(3);
  });
});

/** The clients of the studio. */
let clients = 4;

/** Imports clients from a number on; returns how many reads were answered meanwhile. */
const readsDuringImport = async (from: number): Promise<number> => {
  const body = people(8000, from);
  let isDone = false;
  const headers = { 'x-service-api-key': key, 'content-type': 'text/csv' };
  const importing = fetch(`${server.ready.rootUrl}/manage/imports?family=clients`, { method: 'POST', headers, body });
  void importing.finally(() => {
    isDone = true;
  });
  const client = { firstName: 'Bob', lastName: 'Ray', email: `bob${from}@example.com` };
  const writing = ask('/v2/clients', 'POST', client);
  let reads = 0;
  while (!isDone) {
    // No request sees a part of it.
    const { body: page } = await ask(`/v2/clients?external_id=${from}`);
    if (page.data.length === 0) reads += 1;
    await pause(1);
  }
  const imported = await importing;
  expect([imported.status, await imported.json()]).toMatchObject([200, { created: 8000 }]);
  expect((await writing).status).toBe(201);
  clients += 8001;
  expect((await ask(`/v2/clients?external_id=${from + 7999}`)).body.data).toHaveLength(1);
  return reads;
};

test('a large import through the API blocks no reads, and other writes run in between', async () => {
  // The best of several: the machine may stall here while the server goes on.
  let most = 0;
  for (let round = 1; round <= 5 && most <= 3; round += 1)
    most = Math.max(most, await readsDuringImport(round * 10_000));
  expect(most).toBeGreaterThan(3);
}, 300_000);

const send = async (method: string, path: string, body: object) => {
  const reply = await ask(path, method, body);
  expect({ path, status: reply.status, error: reply.body.error }).toMatchObject({ path, error: undefined });
  return reply.body;
};

describe('export, and import into another directory', () => {
  test('a studio with settings of its own, a schedule, its sessions, a sale and a booking', async () => {
    const site = await send('POST', '/v2/sites', { name: 'Paris', timezone: 'Europe/Paris', currency: 'EUR' });
    await send('PATCH', '/v2/settings', { booking: { waitlistDefaultCapacity: 5 }, brand: { name: 'Flow' } });
    await send('PATCH', `/v2/settings?siteId=${site.id}`, { booking: { requireCredit: true } });
    const day = { siteId: site.id, startDate: '2030-01-07', startTime: '18:00', durationMinutes: 60 };
    const recurrenceRule = { frequency: 'weekly', daysOfWeek: ['MO', 'WE'] };
    await send('POST', '/v2/schedules', { name: 'Far', ...day, recurrenceRule });
    const today = new Date(Date.now() + DAY_MS).toISOString().slice(0, 10);
    await send('POST', '/v2/schedules', {
      name: 'Flow',
      ...day,
      startDate: today,
      recurrenceRule: { frequency: 'daily' },
    });
    const plan = { name: 'Ten', type: 'credit_pack', price: 100, currency: 'EUR', creditsTotal: 10 };
    const { id: planId } = await send('POST', '/manage/plans', { ...plan, externalId: 'ten' });
    const person = { firstName: 'Ida', lastName: 'Coe', email: 'ida@example.com', homeLocationId: site.id };
    const { id: clientId } = await send('POST', '/v2/clients', person);
    await send('POST', '/manage/packages', { clientId, planId, paymentMethod: 'cash', siteId: site.id });
    const { data } = (await ask(`/v2/sessions?location_id=${site.id}`)).body;
    await send('POST', '/v2/bookings', { clientId, sessionId: data[0].id });
    await send('POST', `/manage/sessions/${data[1].id}/cancel`, { reason: 'ill' });
  });

  test('every family in both formats, readable by the owner only; never overwrites', async () => {
    const { code } = await run('export', 'everything');
    expect(code).toBe(0);
    const files = readdirSync(join(cwd, 'everything'));
    expect(files).toHaveLength(2 * IMPORT_FAMILIES.length);
    expect(statSync(join(cwd, 'everything', 'clients.csv')).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(join(cwd, 'everything', 'clients.json'), 'utf8'))).toHaveLength(clients + 1);
    const again = await run('export', 'everything');
    expect(again.code).toBe(3);
    expect(again.err).toContain('is not empty');
  });

  test('the whole directory, with more rows than a running server allows', async () => {
    await server.stop();
    const other = await startServer({ cwd }, 'serve', '--data', 'other');
    await other.stop();
    const tried = await run('import', 'everything', '--data', 'other', '--dry-run', '--json');
    const families = JSON.parse(tried.out).files.map(({ family }: { family: string }) => family);
    expect(families).toEqual([...IMPORT_FAMILIES]);
    expect((await run('import', 'everything', '--data', 'other')).code).toBe(0);
    expect((await run('export', 'again', '--data', 'other', '--format', 'json')).code).toBe(0);
    expect(existsSync(join(cwd, 'again', 'clients.csv'))).toBe(false);
    for (const family of families) {
      const name = `${family}.json`;
      expect(readFileSync(join(cwd, 'again', name), 'utf8')).toBe(readFileSync(join(cwd, 'everything', name), 'utf8'));
    }
  }, 300_000);
});

import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { forEachTest, openStudio } from '../../helpers/api.ts';
import { signedIn } from '../../helpers/people.ts';
import { createPlan } from '../../helpers/sales.ts';
import { root } from '../../helpers/sources.ts';

const studio = forEachTest(openStudio);

const fixture = (name: string): Promise<string> => Bun.file(join(root, 'test/fixtures/imports', name)).text();
const mindbody = await fixture('mindbody-clients.csv');
const memberships = await fixture('mindbody-memberships.csv');
const glofox = await fixture('glofox-members.csv');

const post = (path: string, file: string, query: Record<string, string>, type = 'text/csv') =>
  studio.send('POST', `/manage/imports${path}?${new URLSearchParams(query)}`, file, { 'content-type': type });
const preview = (file: string, query: Record<string, string> = {}) =>
  post('/preview', file, { family: 'clients', ...query });
const check = (file: string, query: Record<string, string> = {}) =>
  post('/check', file, { family: 'clients', ...query });
const importClients = (file: string, query: Record<string, string>) => post('', file, { family: 'clients', ...query });

const fieldsOf = ({ body }: Awaited<ReturnType<typeof preview>>) =>
  Object.fromEntries(
    body.columns.map((column: { heading: string; field: string | null }) => [column.heading, column.field]),
  );
const byExternalId = async (id: string) => (await studio.get(`/v2/clients?external_id=${id}`)).body.data[0];

describe('previewImport', () => {
  test('200 an export of Mindbody: its columns, with examples, and the order of its days', async () => {
    const response = await preview(mindbody);
    expect(response.status).toBe(200);
    expect(fieldsOf(response)).toEqual({
      'Client ID': 'externalId',
      'First Name': 'firstName',
      'Last Name': 'lastName',
      'E-mail': 'email',
      'Mobile Phone': 'phone',
      'Home Phone': null,
      'Date of Birth': 'dateOfBirth',
      Address: 'address.line1',
      City: 'address.city',
      State: 'address.state',
      'Postal Code': 'address.postalCode',
      Country: 'address.country',
      Gender: 'gender',
      'Client Since': 'joinedAt',
      'Red Alert': 'alerts.red',
      'Referral Type': 'leadSource',
      'Membership End Date': null,
    });
    expect(response.body).toMatchObject({
      object: 'import_preview',
      rows: 5,
      dates: { order: 'mdy', isAmbiguous: true, columns: ['Date of Birth', 'Client Since'] },
      map: 'Home Phone=,Membership End Date=',
    });
    expect(response.body.columns[0]).toEqual({
      heading: 'Client ID',
      field: 'externalId',
      by: 'known',
      isDerived: false,
      examples: ['100000017', '100000018', '100000019'],
    });
    expect(studio.events()).toEqual([]);
    expect(studio.count('auditLog')).toBe(0);
  });

  test('200 an export of Glofox: semicolons, and days that can be months are asked about', async () => {
    const response = await preview(glofox);
    expect(fieldsOf(response)).toMatchObject({
      'Member ID': 'externalId',
      Surname: 'lastName',
      'Contact number': 'phone',
      Joined: 'joinedAt',
      Newsletter: 'marketingConsent.email',
      Status: 'status',
      Membership: null,
    });
    expect(response.body.dates).toMatchObject({ order: null, isAmbiguous: true });
    expect(response.body.dates.examples[0]).toEqual({ text: '04/03/1991', mdy: '1991-04-03', dmy: '1991-03-04' });
  });

  test('200 a map is taken, and what an import had is kept for the next file', async () => {
    const map = 'Membership=,Newsletter=,Contact number=fobNumber';
    const mapped = await preview(glofox, { map });
    expect(mapped.body.columns[4]).toMatchObject({ field: 'fobNumber', by: 'map' });
    const imported = await importClients(glofox, { dates: 'dmy', map: mapped.body.map });
    expect(imported.status).toBe(200);
    expect(studio.events()).toEqual(['import.completed']);
    expect(await byExternalId('GF-1')).toMatchObject({ dateOfBirth: '1991-03-04', fobNumber: '+353 1 555 0101' });
    const next = await preview(glofox);
    expect(next.body.columns[4]).toMatchObject({ field: 'fobNumber', by: 'kept' });
    expect(next.body.columns[7]).toMatchObject({ field: null, by: 'kept' });
    expect(next.body.map).toBe(mapped.body.map);
  });

  test('200 a dry run keeps no columns', async () => {
    await importClients(glofox, { dates: 'dmy', map: 'Membership=,Newsletter=', dry_run: 'true' });
    expect(studio.count('importColumns')).toBe(0);
  });

  test('200 two headings that differ by punctuation alone: the import takes the one that the preview shows', async () => {
    const file = 'E-mail,Email,First Name,Last Name\na@example.com,b@example.com,Ada,Park\n';
    const { body } = await preview(file);
    expect(body.columns.slice(0, 2)).toMatchObject([{ field: 'email' }, { field: null }]);
    expect((await importClients(file, { map: body.map })).body).toMatchObject({ created: 1 });
    expect((await studio.get('/v2/clients?email=a@example.com')).body.data).toHaveLength(1);
  });

  test('415 for JSON, 400 for an empty file and one that cannot be read', async () => {
    expect((await post('/preview', '[]', { family: 'clients' }, 'application/json')).status).toBe(415);
    expect((await preview('')).body.error).toMatchObject({ code: 'parameter_missing', param: 'body' });
    expect((await preview('email\n"a\n')).body.error.details[0].row).toBe(2);
  });
});

describe('checkImport', () => {
  test('200 each row that cannot be imported with its reasons, grouped by cause', async () => {
    const { map } = (await preview(mindbody)).body;
    const response = await check(mindbody, { map, dates: 'mdy' });
    expect(response.status).toBe(200);
    const { body } = response;
    expect(body).toMatchObject({ object: 'import_check', rows: 5, created: 3, updated: 0, bad: 2 });
    expect(body.headings[0]).toBe('Client ID');
    expect(body.badRows.map(({ row }: { row: number }) => row)).toEqual([5, 6]);
    expect(body.badRows[0].cells.slice(0, 4)).toEqual(['100000020', 'Dan', 'Lee', 'dan(at)example.com']);
    expect(body.badRows[0].reasons.join(' ')).toContain('email');
    // A page says it in its own words, by the reason.
    const problem = { code: 'parameter_invalid', column: 'email', reason: 'not_an_email', facts: { format: 'email' } };
    expect(body.causes).toContainEqual(expect.objectContaining({ ...problem, count: 1, rows: [5] }));
    expect(body.badRows[0].problems).toContainEqual(problem);
    expect(studio.events()).toEqual([]);
    expect(studio.count('clients')).toBe(0);
    expect(studio.count('auditLog')).toBe(0);
  });

  test('200 the rows that are right are imported as the check says', async () => {
    const good = mindbody.split('\n').slice(0, 4).join('\n');
    const query = { map: 'Home Phone=,Membership End Date=', dates: 'mdy' };
    expect((await check(good, query)).body).toMatchObject({ created: 3, bad: 0, causes: [], badRows: [] });
    expect((await importClients(good, query)).body).toMatchObject({ created: 3 });
    expect(await byExternalId('100000017')).toMatchObject({
      dateOfBirth: '1990-03-04',
      address: { line1: '12 Harbor St, Apt 4', state: 'OR' },
      alerts: { red: 'Asthma' },
      leadSource: 'Friend',
    });
    expect((await check(good, query)).body).toMatchObject({ unchanged: 3, created: 0 });
  });

  test('200 days that can be months are a cause while nobody says their order', async () => {
    const { body } = await check(glofox, { map: 'Membership=,Newsletter=' });
    expect(body.bad).toBe(2);
    expect(body.causes[0]).toMatchObject({ column: 'dateOfBirth', reason: 'unclear_date', count: 2 });
  });
});

describe('memberships of Mindbody', () => {
  test('200 a row with the name of a plan alone gets its terms; one whose plan is not there is told', async () => {
    await createPlan(studio, { name: 'Ten classes', type: 'credit_pack', creditsTotal: 10, price: 15_000 });
    const good = mindbody.split('\n').slice(0, 3).join('\n');
    await importClients(good, { map: 'Home Phone=,Membership End Date=', dates: 'mdy' });
    const query = { family: 'packages', dates: 'mdy', map: 'Client ID=clientExternalId' };
    const seen = await post('/preview', memberships, { family: 'packages' });
    expect(fieldsOf(seen)).toEqual({
      'Client ID': 'clientExternalId',
      'E-mail': 'clientEmail',
      'Membership ID': 'externalId',
      'Pricing Option': 'name',
      'Activation Date': 'activatedAt',
      'Expiration Date': 'expiresAt',
      Remaining: 'creditsRemaining',
      'Amount Paid': 'price',
    });
    expect(seen.body.map).toBe('Client ID=clientExternalId');
    const { body } = await post('/check', memberships, query);
    expect(body).toMatchObject({ rows: 3, created: 2, bad: 1 });
    expect(body.badRows[0].reasons.join(' ')).toContain('the name of a plan');
    const known = memberships.split('\n').slice(0, 3).join('\n');
    expect((await post('', known, query)).body).toMatchObject({ created: 2 });
    const { data } = (await studio.get('/v2/packages')).body;
    expect(data.map((each: { creditsRemaining: number }) => each.creditsRemaining).toSorted()).toEqual([10, 7]);
    expect(data[0]).toMatchObject({ type: 'credit_pack', creditsTotal: 10, status: 'active' });
  });
});

test('200 a plan is found by its name as people type it, first by the name as it is written', async () => {
  await importClients(glofox, { dates: 'dmy', map: 'Membership=,Newsletter=' });
  const terms = { type: 'credit_pack', price: 1_000 };
  for (const [name, creditsTotal] of [
    ['Kids’ Café-Pass', 4],
    ['Anne-Lene', 5],
    ['Annelene', 6],
  ] as const)
    await createPlan(studio, { ...terms, name, creditsTotal });
  const { email } = (await studio.get('/v2/clients?limit=1')).body.data[0];
  const bought = async (name: string) => {
    const query = { family: 'packages' };
    const { body } = await post('/check', `clientEmail,externalId,name\n${email},p-1,${name}`, query);
    return body.created;
  };
  for (const name of [
    'Kids’ Café-Pass',
    "kids' cafe pass".replace(' pass', '-pass'),
    'KIDS CAFEPASS',
    'annelene',
    'ANNE-LENE',
  ])
    expect([name, await bought(name)]).toEqual([name, 1]);
  for (const name of ['Kids', 'Anne—Lene']) expect([name, await bought(name)]).toEqual([name, 0]);
});

describe('jobs', () => {
  test('200 an import says how many rows it has done', async () => {
    await importClients(glofox, { dates: 'dmy', map: 'Membership=,Newsletter=' });
    const { body } = await studio.get('/manage/jobs');
    expect(body.jobs[0]).toMatchObject({
      object: 'job',
      kind: 'import',
      state: 'succeeded',
      subject: 'clients',
      done: 2,
      total: 2,
      result: { rows: 2, created: 2 },
    });
    expect((await studio.get(`/manage/jobs/${body.jobs[0].id}`)).body).toEqual(body.jobs[0]);
  });

  test('200 an import that is refused says why', async () => {
    expect((await importClients(glofox, { map: 'Membership=,Newsletter=' })).status).toBe(400);
    const { body } = await studio.get('/manage/jobs');
    expect(body.jobs[0]).toMatchObject({ kind: 'import', state: 'failed', problem: { code: 'parameter_invalid' } });
  });

  test('404 a job that is not there; 403 for who may not import', async () => {
    expect((await studio.get(`/manage/jobs/${crypto.randomUUID()}`)).status).toBe(404);
    const { headers } = await signedIn(studio, { role: 'front_desk' });
    expect((await studio.get('/manage/jobs', headers)).status).toBe(403);
  });
});

import { beforeEach, describe, expect, test } from 'bun:test';
import { migrate, migrations } from '../../../src/database/migrate.ts';
import { type ApiResponse, forEachTest, MAIN_SITE, openStudio } from '../../helpers/api.ts';
import { addClient } from '../../helpers/bookings.ts';
import { addKiosk } from '../../helpers/kiosks.ts';
import { openOlder } from '../../helpers/older-database.ts';
import { expectSeek, plansOf } from '../../helpers/query-plans.ts';
import { sellPackage } from '../../helpers/sales.ts';
import { complaints, imported, importFile } from '../imports/set-up.ts';

const CODES = { barcode: 'AbC-1', fobNumber: 'f0Ff' } as const;
const OTHERWISE = { barcode: 'aBc.1', fobNumber: 'F0:fF' } as const;

const studio = forEachTest(openStudio);
let holder: string;
let other: string;
beforeEach(async () => {
  holder = await addClient(studio, { firstName: 'Ann', lastName: 'Lee', ...CODES });
  other = await addClient(studio, { firstName: 'Bob', lastName: 'Ray', email: 'bob@example.com' });
  studio.events();
});

const refused = (param: string, value: string) => [
  400,
  'parameter_invalid',
  `The ${param} '${value}' belongs to the client '${holder}'. Use another one, or change that client.`,
  [param],
];
const refusal = ({ status, body }: ApiResponse) => [
  status,
  body.error.code,
  body.error.details[0].message,
  body.error.details.map(({ param }: { param: string }) => param),
];

/** As older versions let it be. */
const store = (id: string, column: keyof typeof CODES, value: string): unknown =>
  studio.db.run(`update clients set ${column} = ? where id = ?`, [value, id]);

describe('a barcode or fob number of another client, written otherwise', () => {
  for (const [param, value] of Object.entries(OTHERWISE)) {
    test(`400 as the equal one: ${param} of a new client, a changed one and an imported one`, async () => {
      const person = { firstName: 'Cy', lastName: 'Fox', email: 'cy@example.com', [param]: value };
      for (const path of ['/v2/clients', '/manage/clients']) {
        expect(refusal(await studio.post(path, person))).toEqual(refused(param, value));
      }
      expect(refusal(await studio.patch(`/v2/clients/${other}`, { [param]: value }))).toEqual(refused(param, value));
      const rows = `externalId,firstName,lastName,email,${param}\n1,Cy,Fox,cy@example.com,${value}\n,Bob,Ray,bob@example.com,${value}`;
      for (const dryRun of [false, true]) {
        const response = await importFile(studio, 'clients', rows, { dryRun });
        expect(complaints(response)).toEqual([`2 ${param} parameter_invalid`, `3 ${param} parameter_invalid`]);
      }
      expect(studio.events()).toEqual([]);
    });
  }

  test('400 of two rows of one file', async () => {
    const rows = 'externalId,firstName,lastName,barcode\n1,Cy,Fox,q-1\n2,Di,Fox,Q 1';
    expect(complaints(await importFile(studio, 'clients', rows))).toEqual(['3 barcode parameter_invalid']);
    expect(studio.events()).toEqual([]);
  });

  test('409 for the email first, and another client may have the fob number as a barcode', async () => {
    const taken = { firstName: 'Cy', lastName: 'Fox', email: 'bob@example.com', barcode: OTHERWISE.barcode };
    expect((await studio.post('/v2/clients', taken)).body.error.code).toBe('client_email_exists');
    expect((await studio.patch(`/v2/clients/${other}`, { barcode: OTHERWISE.fobNumber })).status).toBe(200);
    expect(studio.events()).toEqual(['client.updated']);
  });
});

test('200 a client changes the case of the own codes, which are shown as they were sent', async () => {
  const { status, body } = await studio.patch(`/v2/clients/${holder}`, OTHERWISE);
  expect([status, body.barcode, body.fobNumber]).toEqual([200, OTHERWISE.barcode, OTHERWISE.fobNumber]);
  expect(studio.events()).toEqual(['client.updated']);
  const row = { externalId: '1', firstName: 'Cy', lastName: 'Fox', fobNumber: 'Zz' };
  await imported(studio, 'clients', [row]);
  expect(await imported(studio, 'clients', [{ ...row, fobNumber: 'zZ' }])).toMatchObject({ updated: 1 });
});

describe('clients are found however a code is written', () => {
  test('by check-ins', async () => {
    await sellPackage(studio, holder);
    studio.events();
    for (const [param, value] of Object.entries(OTHERWISE)) {
      const { status, body } = await studio.post('/v2/checkins', { [param]: value, siteId: MAIN_SITE });
      expect([status, body.clientId]).toEqual([201, holder]);
    }
    const legacy = studio.eventsInFull().filter(({ type }) => type === 'checkIn');
    expect(legacy).toMatchObject([CODES, CODES]);
  });

  test('by kiosks', async () => {
    await sellPackage(studio, holder);
    const { headers } = await addKiosk(studio);
    const bodies = [...Object.entries(OTHERWISE), ...Object.values(OTHERWISE).map((code) => ['code', code] as const)];
    for (const [param, value] of bodies) {
      const { body } = await studio.post('/manage/kiosk/check-in', { [param]: value }, headers);
      expect([param, body.firstName]).toEqual([param, 'Ann']);
    }
  });

  test('by the search of the desk and the filters of the list', async () => {
    for (const value of Object.values(OTHERWISE)) {
      const { clients } = (await studio.get(`/manage/search?q=${value}&location_id=${MAIN_SITE}`)).body;
      expect(clients.map(({ id }: { id: string }) => id)).toEqual([holder]);
    }
    const { barcode, fobNumber } = OTHERWISE;
    for (const query of [
      `barcode=${barcode}`,
      `fob_number=${fobNumber}`,
      `barcode=${barcode}&search=ann&status=active`,
    ]) {
      expect(await studio.listed(`/v2/clients?${query}`, {}, 'id')).toEqual([holder]);
    }
    expect(await studio.listed('/v2/clients?barcode=nobody', {}, 'id')).toEqual([]);
  });

  test('by an index', async () => {
    // Without clients yet, so that no statement is prepared.
    const empty = await openStudio();
    const steps = await plansOf(empty, 'clients', () => empty.get(`/v2/clients?barcode=${OTHERWISE.barcode}`));
    expectSeek(steps, /clientsByBarcode \(<expr>=\?\)$/);
  });
});

test('a fob number is the same with and without what a reader puts between its digits', async () => {
  await studio.patch(`/v2/clients/${holder}`, { fobNumber: '04:A2:B3:C4' });
  for (const fobNumber of ['04a2b3c4', '04-a2-b3-c4', '04 A2 B3 C4', '04.a2.b3.c4', '04\u00a0a2b3c4']) {
    const { body } = await studio.post('/v2/checkins', { fobNumber, siteId: MAIN_SITE });
    expect([fobNumber, body.clientId]).toEqual([fobNumber, holder]);
  }
});

test('a code of separators alone is itself alone', async () => {
  await studio.patch(`/v2/clients/${holder}`, { barcode: '-.-' });
  expect((await studio.patch(`/v2/clients/${other}`, { barcode: '--' })).status).toBe(200);
  expect(await studio.listed('/v2/clients?barcode=-.-', {}, 'id')).toEqual([holder]);
  expect(await studio.listed('/v2/clients?barcode=--', {}, 'id')).toEqual([other]);
  expect(await studio.listed('/v2/clients?barcode=-', {}, 'id')).toEqual([]);
});

describe('where an older version has stored two that are compared as one', () => {
  beforeEach(() => {
    store(other, 'barcode', OTHERWISE.barcode);
    store(other, 'fobNumber', 'x');
  });

  test('the equal one is found, and the older one where none is equal', async () => {
    const found = async (barcode: string) =>
      (await studio.post('/v2/checkins', { barcode, siteId: MAIN_SITE })).body.clientId;
    expect(await found(CODES.barcode)).toBe(holder);
    expect(await found(OTHERWISE.barcode)).toBe(other);
    expect(await found('ABC-1')).toBe(holder);
    expect(await studio.listed(`/v2/clients?barcode=${OTHERWISE.barcode}`, {}, 'id')).toEqual([other]);
  });

  test('a kiosk takes an equal fob before a card that is written otherwise', async () => {
    await sellPackage(studio, other);
    store(other, 'barcode', 'y');
    store(other, 'fobNumber', CODES.barcode.toUpperCase());
    const { headers } = await addKiosk(studio);
    const code = CODES.barcode.toUpperCase();
    expect((await studio.post('/manage/kiosk/check-in', { code }, headers)).body.firstName).toBe('Bob');
  });

  test('200 for other changes of both, also with the codes that they have; 400 for a third', async () => {
    for (const [id, barcode] of [
      [holder, CODES.barcode],
      [other, OTHERWISE.barcode],
    ] as const) {
      const { status, body } = await studio.patch(`/v2/clients/${id}`, { phone: '+12125550100', barcode });
      expect([status, body.barcode]).toEqual([200, barcode]);
    }
    studio.events();
    const { body } = await studio.patch(`/v2/clients/${other}`, { ...OTHERWISE });
    expect(body.error.details.map(({ param }: { param: string }) => param)).toEqual(['fobNumber']);
    const third = { firstName: 'Cy', lastName: 'Fox', email: 'cy@example.com', barcode: 'abc-1' };
    expect((await studio.post('/v2/clients', third)).body.error.param).toBe('barcode');
    expect(studio.events()).toEqual([]);
  });
});

test('a database with two that differ in case only is migrated, and keeps both', () => {
  const before = migrations.findIndex((statements) => statements.includes('clientsByBarcode'));
  const db = openOlder(before);
  const at = '2026-01-01T00:00:00.000Z';
  db.run(`insert into sites (id, name, status, isDigital, timezone, currency, searchText, createdAt, updatedAt)
    values ('site', 'Main', 'active', 0, 'UTC', 'USD', 'main', '${at}', '${at}')`);
  for (const barcode of ['abc', 'ABC']) {
    db.run(`insert into clients (id, firstName, lastName, barcode, status, homeLocationId, joinedAt, createdAt, updatedAt)
      values ('${barcode}', 'Ann', 'Lee', '${barcode}', 'active', 'site', '${at}', '${at}', '${at}')`);
  }
  migrate(db, 'test');
  expect(db.query('select barcode from clients order by id').values()).toEqual([['ABC'], ['abc']]);
});

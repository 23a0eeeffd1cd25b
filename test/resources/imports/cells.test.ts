import { expect, test } from 'bun:test';
import { forEachTest, openStudio } from '../../helpers/api.ts';
import { createClient } from '../../helpers/sales.ts';
import { complaints, exportFile } from './set-up.ts';

const studio = forEachTest(openStudio);

const send = (family: string, file: string, query = '', key = studio.mainKey) =>
  studio.send('POST', `/manage/imports?family=${family}${query}`, file, {
    'content-type': 'text/csv',
    'x-service-api-key': key,
  });

test.each([
  ['dmy', '03/04/2025', '30/06/2026', '2025-04-03T04:00:00.000Z', '2026-07-01T03:59:59.999Z'],
  ['mdy', '03/04/2025 2:30 PM', '06/30/2026', '2025-03-04T19:30:00.000Z', '2026-07-01T03:59:59.999Z'],
  ['ymd', '2025-04-03', '2026-06-30 18:00', '2025-04-03T04:00:00.000Z', '2026-06-30T22:00:00.000Z'],
])(
  '200 %s: a day is its start, and an expiry its end, in the zone of the studio',
  async (order, from, to, starts, ends) => {
    const clientId = await createClient(studio);
    const file = `externalId,clientId,name,type,price,startsAt,expiresAt\np,${clientId},Ten,unlimited,120,${from},${to}\n`;
    expect((await send('packages', file, `&dates=${order}`)).status).toBe(200);
    expect((await studio.get('/v2/packages?external_id=p')).body.data).toMatchObject([
      { startsAt: starts, expiresAt: ends },
    ]);
    expect(studio.events()).toEqual(['import.completed']);
  },
);

test.each([
  ['2025-03-04T14:30', '2025-03-04T19:30:00.000Z'],
  ['2025-03-04T14:30:15', '2025-03-04T19:30:15.000Z'],
  ['2025-03-04 14:30:15.250', '2025-03-04T19:30:15.250Z'],
  ['2025-03-04T14:30:15Z', '2025-03-04T14:30:15.000Z'],
  ['2025-07-04T14:30:15+02:00', '2025-07-04T12:30:15.000Z'],
  ['3/4/2025 2:30:15 PM', '2025-03-04T19:30:15.000Z'],
])('200 %s without an offset is a time of the zone of the studio', async (at, startsAt) => {
  const clientId = await createClient(studio);
  const file = `externalId,clientId,name,type,price,startsAt\np,${clientId},Ten,unlimited,120,${at}\n`;
  expect((await send('packages', file, '&dates=mdy')).status).toBe(200);
  expect((await studio.get('/v2/packages?external_id=p')).body.data).toMatchObject([{ startsAt }]);
  expect(studio.events()).toEqual(['import.completed']);
});

test('200 birthdays with a midnight behind them, tags at commas and bars, days and lengths in words', async () => {
  const born = ['1985-03-15 00:00:00', '3/15/1985 12:00:00 AM', '1985-03-15T00:00:00', '15-Mar-1985'];
  const rows = born.map((date, index) => `${index},A,B,${date},"vip, ""hot, cold""|new"\n`).join('');
  const clients = `externalId,firstName,lastName,Birthday,Tags\n${rows}`;
  expect((await send('clients', clients)).body).toMatchObject({ created: 4 });
  for (const client of (await studio.get('/v2/clients')).body.data) {
    expect(client).toMatchObject({ dateOfBirth: '1985-03-15', tags: ['vip', 'hot, cold', 'new'] });
  }
  const row = '1,Flow,main,Mon-Fri,7:30 AM,60 min,2026-03-09';
  const file = `Class ID,Class,Location,Days,Start,Duration,startDate\n${row}\n`;
  expect((await send('schedules', file)).body).toMatchObject({ created: 1 });
  expect((await studio.get('/v2/schedules?external_id=1')).body.data).toMatchObject([
    { durationMinutes: 60, recurrenceRule: { daysOfWeek: ['MO', 'TU', 'WE', 'TH', 'FR'] } },
  ]);
  expect(studio.events()).toEqual(['import.completed', 'import.completed']);
});

test('400 a birthday with another time of day: it may be an instant, whose day depends on the time zone', async () => {
  const born = ['1985-03-14T23:00:00.000Z', '1985-03-15 14:30', '3/15/1985 12:00:00 PM'];
  const rows = born.map((date, index) => `${index},A,B,${date}\n`).join('');
  const file = `externalId,firstName,lastName,dateOfBirth\n${rows}`;
  const wrong = [2, 3, 4].map((row) => `${row} dateOfBirth parameter_invalid`);
  expect(complaints(await send('clients', file, '&dates=mdy'))).toEqual(wrong);
  const midnights = '0,A,B,1985-03-15T00:00:00.000Z\n1,A,B,15.03.1985 0:00\n';
  expect((await send('clients', `externalId,firstName,lastName,dateOfBirth\n${midnights}`)).body.created).toBe(2);
  studio.events();
});

test('400 an ambiguous day of an instant, and one that does not exist', async () => {
  const clientId = await createClient(studio);
  const row = (id: string, at: string) => `${id},${clientId},Ten,unlimited,120,${at}\n`;
  const file = `externalId,clientId,name,type,price,startsAt\n${row('a', '03/04/2025')}${row('b', '31/02/2025')}`;
  expect(complaints(await send('packages', file))).toEqual([
    '2 startsAt parameter_invalid',
    '3 startsAt parameter_invalid',
  ]);
  expect(studio.events()).toEqual([]);
});

test('200 names of countries, and words for nothing', async () => {
  const names = [
    'Germany',
    'Deutschland',
    'United States',
    'USA',
    'uk',
    'Österreich',
    'fr',
    '-',
    'N/A',
    'GBR',
    'Turkey',
    'Hong Kong',
    'The Netherlands',
    'England',
    'Republic of Ireland',
    'Polska',
    'Česko',
  ];
  const rows = names.map((name, index) => `${index},A,B,${name},n/a,Main St\n`).join('');
  const file = `externalId,firstName,lastName,Country,email,Street\n${rows}`;
  expect((await send('clients', file)).body).toMatchObject({ created: names.length });
  const { data } = (await studio.get('/v2/clients?limit=100')).body;
  expect(data.reverse().map(({ address }: { address: { country: string | null } }) => address.country)).toEqual([
    'DE',
    'DE',
    'US',
    'US',
    'GB',
    'AT',
    'FR',
    null,
    null,
    'GB',
    'TR',
    'HK',
    'NL',
    'GB',
    'IE',
    'PL',
    'CZ',
  ]);
  expect(data.every(({ email }: { email: string | null }) => email === null)).toBe(true);
  expect(studio.events()).toEqual(['import.completed']);
});

test('200 rows of empty cells are skipped, also before the header; a column without a heading above empty cells is left out', async () => {
  const file = ',,,\nexternalId,firstName,,lastName\n\n , ,,\n7,Ann,,Lee\n,,\u200b,\n8,Ben,,Ray\n,,,\n';
  const { body } = await send('clients', file);
  expect(body.results).toMatchObject([{ row: 5 }, { row: 7 }]);
  const preview = await studio.send('POST', '/manage/imports/preview?family=clients', file, {
    'content-type': 'text/csv',
  });
  expect(preview.body).toMatchObject({ rows: 2, map: '' });
  expect(preview.body.columns).toHaveLength(3);
  const wrong = await send('clients', 'externalId,firstName,,lastName\n9,Ann,x,Lee\n');
  expect([wrong.status, wrong.body.error.details[0].message]).toEqual([
    400,
    "Column 3 has no heading, but contains 'x'. Name the column, or empty it.",
  ]);
});

const DIGITS =
  'externalId,firstName,lastName,phone,barcode,fobNumber,emergencyContact.name,emergencyContact.phone,notes\n';

test('400 digits that a spreadsheet has shortened', async () => {
  const { status, body } = await send(
    'clients',
    `${DIGITS}1E+05,A,B,4.47912E+11,"4,5E+12",6E+11,Lee,4.47912E+11,4.47912E+11\n`,
  );
  expect(status).toBe(400);
  const places = ['externalId', 'phone', 'barcode', 'fobNumber', 'emergencyContact.phone'].map(
    (name) => `rows[2].${name}`,
  );
  expect(body.error.details.map(({ param }: { param: string }) => param)).toEqual(places);
  expect(body.error.message).toContain('1 of 1 rows');
  expect(body.error.details[1].message).toBe(
    "'4.47912E+11': Excel has shortened this number. Format the column as text and export it again.",
  );
  const booking = await send('bookings', 'clientExternalId\n4.47912E+11\n');
  expect(booking.body.error.details[0]).toMatchObject({ param: 'rows[2].clientExternalId' });
  expect(studio.events()).toEqual([]);
});

test('200 digits that a program took for a fraction, and what databases and spreadsheets write for nothing', async () => {
  const rows = ['17.0,Ann,Null,447911123456.0,1001.00,+7.0,Lee,NULL,#N/A', '1.5,Ben,Lee,NULL,#N/A,-,,n/a,NULL'];
  expect((await send('clients', `${DIGITS}${rows.join('\n')}\n`)).body).toMatchObject({ created: 2 });
  const { data } = (await studio.get('/v2/clients')).body;
  expect(data).toMatchObject([
    { externalId: '1.5', phone: null, barcode: null, fobNumber: null, emergencyContact: null, notes: null },
    {
      externalId: '17',
      lastName: 'Null',
      phone: '447911123456',
      barcode: '1001',
      fobNumber: '+7',
      notes: null,
      emergencyContact: { name: 'Lee', phone: null },
    },
  ]);
});

test('200 an export of studiod itself has what it says, also 17.0 and NULL', async () => {
  const body = { firstName: 'Ann', lastName: 'Lee', email: 'ann@example.com', externalId: '17.0', notes: 'NULL' };
  await studio.given(studio.post('/v2/clients', body));
  const file = await exportFile(studio, 'clients', 'csv');
  expect((await send('clients', file)).body).toMatchObject({ unchanged: 1 });
});

const SCHEDULE = `Class ID,Class,Location,Instructor,Days,Start,End,startDate
1,Flow,main,Ana  Lee,"Mon, Wed",7:30 AM,8:15 am,2026-03-09
2,Late,Main,,Friday,11:30 PM,12:15 AM,2026-03-09
`;

test('200 a schedule names its site and instructor, its days, times and end as people do', async () => {
  const person = { firstName: 'Ana', lastName: 'Lee', email: 'ana@example.com' };
  const { id } = await studio.given(studio.post('/v2/instructors', person));
  expect((await send('schedules', SCHEDULE)).body).toMatchObject({ created: 2 });
  expect(studio.events()).toEqual(['import.completed']);
  const [flow] = (await studio.get('/v2/schedules?external_id=1')).body.data;
  expect(flow).toMatchObject({
    name: 'Flow',
    instructorId: id,
    startTime: '07:30',
    durationMinutes: 45,
    recurrenceRule: { frequency: 'weekly', daysOfWeek: ['MO', 'WE'] },
  });
  const [late] = (await studio.get('/v2/schedules?external_id=2')).body.data;
  expect(late).toMatchObject({ startTime: '23:30', durationMinutes: 45, recurrenceRule: { daysOfWeek: ['FR'] } });
  expect((await send('schedules', SCHEDULE)).body).toMatchObject({ unchanged: 2 });
});

test('400 a site or person with no such name, also to a key of another site', async () => {
  expect(complaints(await send('schedules', SCHEDULE))).toEqual(['2 instructorName resource_missing']);
  const other = (await studio.given(studio.post('/v2/sites', { name: 'Uptown' }))).id;
  const key = await studio.makeKey({ siteIds: [other] });
  expect(complaints(await send('schedules', SCHEDULE, '', key))).toEqual([
    '2 siteName resource_missing',
    '3 siteName resource_missing',
  ]);
  expect(studio.events()).toEqual([]);
});

test('200 yes and no of other languages, and years of two digits', async () => {
  const row = (id: string, born: string, news: string, joined: string) => `${id},A,B,${born},${news},${joined}\n`;
  const file =
    'externalId,firstName,lastName,Geburtsdatum,marketingConsent.email,joinedAt\n' +
    row('a', '5.11.92', 'ja', '1.9.23') +
    row('b', '13.01.45', 'Nein', '30-Jun-19') +
    row('c', '1.2.2003', 'sí', '01/09/99 18:00') +
    row('d', '01.02.03', 'oui', '1.9.23') +
    row('e', '01.02.03', 'non', '1.9.23');
  expect((await send('clients', file, '&dates=dmy')).body).toMatchObject({ created: 5 });
  const { data } = (await studio.get('/v2/clients?limit=100')).body;
  type Stored = { dateOfBirth: string; joinedAt: string; marketingConsent: { email: boolean } };
  expect(
    data
      .reverse()
      .map(({ dateOfBirth, joinedAt, marketingConsent: { email } }: Stored) => [
        dateOfBirth,
        joinedAt.slice(0, 10),
        email,
      ]),
  ).toEqual([
    ['1992-11-05', '2023-09-01', true],
    ['1945-01-13', '2019-06-30', false],
    ['2003-02-01', '1999-09-01', true],
    ['2003-02-01', '2023-09-01', true],
    ['2003-02-01', '2023-09-01', false],
  ]);
  expect(studio.events()).toEqual(['import.completed']);
});

test('400 a year of two digits whose day and month may be either way round', async () => {
  const file = 'externalId,firstName,lastName,dateOfBirth\na,A,B,5.11.92\n';
  expect(complaints(await send('clients', file))).toEqual(['2 dateOfBirth parameter_invalid']);
});

import { describe, expect, test } from 'bun:test';
import { addStaffKey } from '../../api/staff-keys.ts';
import { forEachTest, openStudio } from '../../helpers/api.ts';
import { exportFile, notesBeyondHeadings } from './set-up.ts';

const studio = forEachTest(openStudio);

const post = (file: string, query: Record<string, string> = {}, path = '') =>
  studio.send('POST', `/manage/imports${path}?${new URLSearchParams({ family: 'clients', ...query })}`, file, {
    'content-type': 'text/csv',
  });
const file = (...words: string[]): string =>
  `externalId,firstName,lastName,Client Status\n${words.map((word, index) => `${index},A,B,${word}\n`).join('')}`;
const statuses = async () =>
  (await studio.get('/v2/clients?limit=100')).body.data.toReversed().map(({ status }: { status: string }) => status);

describe('words of other systems', () => {
  test('200 the usual ones are known in any case and told; words of studiod and nothing are not', async () => {
    const { body } = await post(file('Prospect', 'FROZEN', 'Canceled', 'Active', 'lead', '-', 'prospect', 'gekündigt'));
    expect(notesBeyondHeadings(body)).toMatchObject([
      {
        column: 'Client Status',
        message:
          "Column 'Client Status': 'Prospect' is 'lead', 'FROZEN' is 'suspended', 'Canceled' is 'inactive', 'gekündigt' is 'inactive'.",
      },
    ]);
    expect(await statuses()).toEqual(['lead', 'suspended', 'inactive', 'active', 'lead', 'active', 'lead', 'inactive']);
    expect(studio.events()).toEqual(['import.completed']);
  });

  test('400 an unknown word, with what the field takes and how to say it', async () => {
    const { status, body } = await post(file('Prospect', 'Nomad', 'Nomad', 'Star'));
    expect(status).toBe(400);
    expect(body.error.details).toMatchObject([
      {
        row: 3,
        column: 'status',
        code: 'parameter_invalid',
        count: 2,
        rows: [3, 4],
        values: ['Nomad'],
        message:
          "'Nomad' is not known here. Choose one of: lead, active, inactive, suspended, archived. Map it with " +
          'values=status:Nomad=... (studiod import: --values).',
      },
      { row: 5, count: 1, message: expect.stringContaining('values=status:Star=...') },
    ]);
    const many = Array.from({ length: 30 }, (_, index) => `Word${String.fromCodePoint(97 + index)}x`);
    expect((await post(file(...many))).body.error.details).toHaveLength(21);
    expect(studio.events()).toEqual([]);
    expect(studio.count('clients')).toBe(0);
  });

  test.each([
    ['by its field', 'status:Nomad=lead,status:Star=active'],
    ['by its heading, once for several words', 'Client Status:Nomad=lead,Star=active'],
    ['in another case', 'status:nomad=lead,status:STAR=active'],
  ])('200 a word that is said %s', async (_how, values) => {
    const { body } = await post(file('Nomad', 'Star'), { values });
    expect([body.created, notesBeyondHeadings(body)]).toEqual([2, []]);
    expect(await statuses()).toEqual(['lead', 'active']);
  });

  test('200 what is said goes before what is known, also before words of studiod, and a word without a value is nothing', async () => {
    await post(file('Frozen', 'Active', 'Nomad'), {
      values: 'status:Frozen=inactive,status:Active=lead,status:Nomad=',
    });
    expect(await statuses()).toEqual(['inactive', 'lead', 'active']);
  });

  test('200 yes and no too', async () => {
    const consents = 'externalId,firstName,lastName,Newsletter\n1,A,B,Weekly\n2,A,B,Subscribed\n3,A,B,0\n';
    const { body } = await post(consents, { values: 'marketingConsent.email:Weekly=true' });
    expect(notesBeyondHeadings(body)).toMatchObject([
      { column: 'Newsletter', message: "Column 'Newsletter': 'Subscribed' is 'true', '0' is 'false'." },
    ]);
    const { data } = (await studio.get('/v2/clients')).body;
    expect(data.map((each: { marketingConsent: { email: boolean } }) => each.marketingConsent.email)).toEqual([
      false,
      true,
      true,
    ]);
    expect((await post(consents)).body.error.details[0]).toMatchObject({
      column: 'marketingConsent.email',
      message: expect.stringContaining("'Weekly' is not known here. Choose one of: true, false."),
    });
  });

  test.each([
    ['status', "'status': Use the form 'status:Prospect=lead'"],
    ['Nomad=lead', "'Nomad=lead': Use the form 'status:Prospect=lead'"],
    ['status:=lead', "'status:=lead': Use the form 'status:Prospect=lead'"],
    ['state:Nomad=lead', "The file has no column of choices 'state'. It has: status."],
    ['firstName:A=B', "The file has no column of choices 'firstName'. It has: status."],
    [
      'status:Nomad=leed',
      "'leed' is not a value of 'status'. Did you mean 'lead'? Choose one of: lead, active, inactive, suspended, archived.",
    ],
  ])('400 %s', async (values, message) => {
    const { status, body } = await post(file('Nomad'), { values });
    expect([status, body.error.param]).toEqual([400, 'values']);
    expect(body.error.message).toContain(message);
    expect(studio.events()).toEqual([]);
  });

  test('400 for JSON', async () => {
    const { body } = await studio.send('POST', '/manage/imports?family=clients&values=status%3AA%3Dlead', '[]', {
      'content-type': 'application/json',
    });
    expect(body.error).toMatchObject({ param: 'values', message: "'values' is for CSV files. Leave it out for JSON." });
  });

  test('200 a preview lists the words that are not of studiod, with what is known of them', async () => {
    const words = ['Prospect', 'Nomad', 'Active', 'Nomad', '-', 'Star', 'NULL'];
    const { body } = await post(file(...words), { values: 'status:Star=active' }, '/preview');
    expect(body.choices).toEqual([
      {
        heading: 'Client Status',
        field: 'status',
        allowed: ['lead', 'active', 'inactive', 'suspended', 'archived'],
        words: [
          { text: 'Prospect', value: 'lead', by: 'known', count: 1 },
          { text: 'Nomad', value: null, by: null, count: 2 },
          { text: 'Star', value: 'active', by: 'values', count: 1 },
        ],
      },
    ]);
    expect((await post(file('Active'), {}, '/preview')).body.choices).toEqual([]);
    const many = Array.from({ length: 60 }, (_, index) => `Word ${index}`);
    expect((await post(file(...many), {}, '/preview')).body.choices[0].words).toHaveLength(50);
  });

  test('200 a check takes them', async () => {
    expect((await post(file('Nomad'), {}, '/check')).body).toMatchObject({ bad: 1 });
    const { body } = await post(file('Nomad'), { values: 'status:Nomad=lead' }, '/check');
    expect(body).toMatchObject({ bad: 0, created: 1 });
  });
});

test.each([
  ['clients', 'externalId,firstName,lastName,status\n1,A,B,Gone\n', 'status:Gone=archived', 'clients:archive'],
  ['staff', 'externalId,firstName,lastName,email,role\n1,A,B,a@example.com,Gone\n', 'role:Gone=owner', 'staff:write'],
])('403 a word of %s gives no right that its value needs', async (family, csv, values, missing) => {
  const { key } = await addStaffKey(studio, { role: 'manager', permissionOverrides: { revoke: [missing] } });
  const url = `/manage/imports?${new URLSearchParams({ family, values })}`;
  const headers = { 'content-type': 'text/csv', 'x-service-api-key': key };
  const { status, body } = await studio.send('POST', url, csv, headers);
  expect([status, body.error.code, body.error.message]).toEqual([
    403,
    'permission_denied',
    expect.stringContaining(missing),
  ]);
  expect(studio.events()).toEqual([]);
});

describe('days', () => {
  const born = (...dates: string[]): string =>
    `externalId,firstName,lastName,Birthday\n${dates.map((date, index) => `${index},A,B,"${date}"\n`).join('')}`;
  const birthdays = async () =>
    (await studio.get('/v2/clients?limit=100')).body.data
      .toReversed()
      .map(({ dateOfBirth }: { dateOfBirth: string | null }) => dateOfBirth);

  test('200 a birthday that nobody can have is left out and told', async () => {
    const dates = ['2026-03-02', '2026-03-03', '1899-12-31', '0000-00-00', '0000-00-00 00:00:00', '1900-01-01'];
    const { body } = await post(born(...dates));
    expect(notesBeyondHeadings(body)).toMatchObject([
      {
        column: 'Birthday',
        message:
          "Column 'Birthday': '2026-03-03', '1899-12-31', '0000-00-00' cannot be a birthday, so 4 rows were imported without one.",
      },
    ]);
    expect(await birthdays()).toEqual(['2026-03-02', null, null, null, null, '1900-01-01']);
  });

  test('200 years of two digits are of the past 100 years', async () => {
    await post(born('2.3.26', '3.3.26', '31.12.27', '5-Nov-92'), { dates: 'dmy' });
    await post(born('92-11-05', '26-03-03'), { dates: 'ymd' }).then(({ body }) => expect(body.updated).toBe(1));
    expect(await birthdays()).toEqual(['1992-11-05', '1926-03-03', '1927-12-31', '1992-11-05']);
  });

  test('400 years of two digits, until somebody says the order of dates', async () => {
    const { body } = await post(born('13.01.45', '30-Jun-19'));
    expect(body.error.details).toMatchObject([
      {
        column: 'dateOfBirth',
        rows: [2, 3],
        values: ['13.01.45', '30-Jun-19'],
        message:
          "The year of '13.01.45' has two digits. Choose the order of the dates: dates=mdy for month/day/year, dates=dmy for " +
          "day/month/year (studiod import: '--dates mdy').",
      },
    ]);
    expect(studio.events()).toEqual([]);
  });

  test('200 a preview asks for the order where a year has two digits', async () => {
    const dates = async (...texts: string[]) => (await post(born(...texts), {}, '/preview')).body.dates;
    expect(await dates('30-Jun-19', '2019-07-01')).toEqual({
      order: null,
      isAmbiguous: true,
      columns: ['Birthday'],
      examples: [{ text: '30-Jun-19', mdy: '2019-06-30', dmy: '2019-06-30' }],
    });
    expect(await dates('13.01.45')).toMatchObject({ order: 'dmy', isAmbiguous: false });
    expect(await dates('5.5.92')).toMatchObject({ order: null, isAmbiguous: true });
    expect(await dates('5.5.1992')).toMatchObject({ order: null, isAmbiguous: false, examples: [] });
    expect(await dates('1992-05-05')).toBeNull();
  });

  test('200 months in words of four languages', async () => {
    const dates = [
      '15. März 1985',
      '15 de marzo de 1985',
      '15 mars 1985',
      '1er août 1985',
      'March 15, 1985',
      '15/Mar/1985',
    ];
    expect((await post(born(...dates))).body).toMatchObject({ created: 6 });
    expect(await birthdays()).toEqual(dates.map((date) => (date.startsWith('1er') ? '1985-08-01' : '1985-03-15')));
  });

  test('400 what is no date says which are read', async () => {
    const { body } = await post(born('soon', `15 Mar${' '.repeat(100)}1985`));
    expect(body.error.details[0]).toMatchObject({ rows: [2, 3], values: ['soon', expect.any(String)] });
    expect(body.error.details[0].message).toBe(
      "'soon' is not a supported date. Supported: 1985-03-15, 15.03.1985 or 3/15/1985 (with 'dates'), 15-Mar-1985 and Mar 15, 1985, " +
        'with or without a midnight.',
    );
    const joined = await post('externalId,firstName,lastName,Joined\n1,A,B,2020-01-01 at noon\n');
    expect(joined.body.error.details[0].message).toContain("'2020-01-01 at noon' is not a supported date or time.");
    expect(studio.events()).toEqual([]);
  });

  test('200 an export keeps a birthday that lies ahead', async () => {
    await studio.given(
      studio.post('/v2/clients', { firstName: 'A', lastName: 'B', email: 'a@example.com', dateOfBirth: '2026-05-01' }),
    );
    const { body } = await post(await exportFile(studio, 'clients', 'csv'));
    expect(body).toMatchObject({ unchanged: 1, notes: [{ column: 'accountBalance.amount' }] });
  });
});

test('200 ID of another system is its number of a client, and less than Client ID', async () => {
  expect((await post('ID,First Name,Last Name\n17,Ann,Lee\n')).body).toMatchObject({ created: 1 });
  expect((await studio.get('/v2/clients?external_id=17')).body.data).toHaveLength(1);
  const { body } = await post('ID,Client ID,First Name,Last Name\n1,18,Ann,Lee\n', {}, '/preview');
  expect(body.columns.slice(0, 2)).toMatchObject([{ field: null }, { field: 'externalId' }]);
});

import { describe, expect, test } from 'bun:test';
import { forEachTest, MAIN_SITE, openStudio } from '../../helpers/api.ts';
import { imported, importFile } from './set-up.ts';

const studio = forEachTest(openStudio);

/** Imports clients with further query parameters. */
const send = (file: string, query: string) =>
  studio.send('POST', `/manage/imports?family=clients&${query}`, file, { 'content-type': 'text/csv' });

const byExternalId = async (id: string) => (await studio.get(`/v2/clients?external_id=${id}`)).body.data[0];

describe('the note of headings', () => {
  const notesOf = async (file: string, query = '') => (await send(file, `dry_run=true&${query}`)).body.notes;

  test('names each that other systems use, and the field it is read as', async () => {
    expect(
      await notesOf('ID,First Name,lastName,E-mail,Mobile,City\n7,Ann,Lee,ann@example.com,5550101,Paris\n'),
    ).toEqual([
      {
        column: '',
        reason: 'columns_matched',
        message: "Columns: 'ID' is 'externalId', 'Mobile' is 'phone', 'City' is 'address.city'.",
        examples: [
          { text: 'ID', value: 'externalId' },
          { text: 'Mobile', value: 'phone' },
          { text: 'City', value: 'address.city' },
        ],
        facts: {},
      },
    ]);
  });

  test('in other languages too', async () => {
    const [{ message }] = await notesOf('Kundennummer,Vorname,lastName,Mitglied seit\n7,Ann,Lee,2020-01-02\n');
    expect(message).toBe(
      "Columns: 'Kundennummer' is 'externalId', 'Vorname' is 'firstName', 'Mitglied seit' is 'joinedAt'.",
    );
  });

  test('leaves out what the map says', async () => {
    const file = 'Client ID,firstName,lastName\n7,Ann,Lee\n';
    expect(await notesOf(file, `map=${encodeURIComponent('Client ID=externalId')}`)).toEqual([]);
  });
});

test('200 a file with the headings of other systems, words in any case and dates in their order', async () => {
  const { name } = (await studio.get(`/v2/sites/${MAIN_SITE}`)).body;
  const file = [
    'Client ID,First Name,Last Name,Email Address,Mobile Phone,Home Location,Birthday,Address 1,City,Zip Code,STATUS,Last Visit',
    `7,Ann,Lee,Ann@Example.com,+1 555 010 2030,${name.toUpperCase()},03/04/1990,1 Main St,Paris,75001,Active,yesterday`,
  ].join('\n');
  const response = await send(file, `dates=mdy&map=${encodeURIComponent('Last Visit=')}`);
  expect(response.body).toMatchObject({ created: 1, ignoredColumns: ['Last Visit'] });
  expect(studio.events()).toEqual(['import.completed']);
  expect(await byExternalId('7')).toMatchObject({
    firstName: 'Ann',
    email: 'ann@example.com',
    phone: '+1 555 010 2030',
    homeLocationId: MAIN_SITE,
    dateOfBirth: '1990-03-04',
    address: { line1: '1 Main St', city: 'Paris', postalCode: '75001' },
    status: 'active',
  });
  await send('Client ID,Home Phone\n7,12345\n', `map=${encodeURIComponent('home phone=phone')}`);
  expect(await byExternalId('7')).toMatchObject({ phone: '12345' });
  expect(studio.events()).toEqual(['client.updated', 'import.completed']);
});

describe('dates', () => {
  const file = (date: string) => `externalId,firstName,lastName,email,Birthday\n1,A,B,a@b.co,${date}\n`;

  test.each([
    ['1990-3-4', '', '1990-03-04'],
    ['13/04/1990', '', '1990-04-13'],
    ['04/13/1990', '', '1990-04-13'],
    ['3.4.1990', 'dates=dmy', '1990-04-03'],
    ['1990/3/4', 'dates=ymd', '1990-03-04'],
  ])('200 %s with %s', async (date, query, stored) => {
    expect((await send(file(date), query)).status).toBe(200);
    expect(await byExternalId('1')).toMatchObject({ dateOfBirth: stored });
  });

  test('400 an ambiguous one asks for the order, with both readings', async () => {
    const { status, body } = await send(file('03/04/1990'), '');
    expect(status).toBe(400);
    expect(body.error.details).toMatchObject([{ row: 2, column: 'dateOfBirth', code: 'parameter_invalid' }]);
    expect(body.error.details[0].message).toContain("'03/04/1990' can be 1990-03-04 or 1990-04-03");
    expect(body.error.details[0].message).toContain('dates=mdy');
    expect(studio.events()).toEqual([]);
  });

  test('400 a month that does not exist, and another order', async () => {
    expect((await send(file('13/13/1990'), 'dates=mdy')).status).toBe(400);
    expect((await send(file('1.1.1990'), 'dates=xyz')).body.error.param).toBe('dates');
  });
});

describe('400', () => {
  test.each([
    [
      'an unknown column',
      'email,Color\n',
      '',
      "Map it to a field with map 'Color=field', or leave it out with 'Color='.",
    ],
    ['two columns of one field', 'Mobile Phone,Phone\n', '', "The columns 'Mobile Phone' and 'Phone' are both 'phone'"],
    ['a map to no field', 'email,Color\n', 'map=Color%3Dcolour', "There is no field 'colour' to map to"],
    ['a map of no column', 'email\n', 'map=Color%3Dphone', "The file has no column 'color' to map"],
    ['a map without a sign', 'email\n', 'map=Color', 'must be a heading'],
    ['rows that end with CR', 'firstName,lastName\rA,B\r', '', 'The rows end with CR only.'],
  ])('%s', async (_name, file, query, message) => {
    const { status, body } = await send(file, query);
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain(message);
  });

  test('a home that no site has as its name', async () => {
    const { body } = await importFile(studio, 'clients', 'firstName,lastName,email,Home Location\nA,B,a@b.co,Moon\n');
    expect(body.error.details).toMatchObject([
      { column: 'homeLocationName', code: 'resource_missing', values: ['Moon'] },
    ]);
  });

  test('a map for JSON', async () => {
    const response = await studio.send('POST', '/manage/imports?family=clients&map=a%3Dphone', '[]', {
      'content-type': 'application/json',
    });
    expect(response.body.error).toMatchObject({
      param: 'map',
      message: "'map' is for CSV files. Leave it out for JSON.",
    });
  });
});

test('200 the fields of an export come in as before', async () => {
  expect(await imported(studio, 'clients', 'email,fullName\n')).toMatchObject({ ignoredColumns: ['fullName'] });
});

import { describe, expect, test } from 'bun:test';
import { forEachTest, openStudio } from '../../helpers/api.ts';
import { complaints, notesBeyondHeadings } from './set-up.ts';

const studio = forEachTest(openStudio);

const post = (file: string, query: Record<string, string> = {}, path = '') =>
  studio.send('POST', `/manage/imports${path}?${new URLSearchParams({ family: 'clients', ...query })}`, file, {
    'content-type': 'text/csv',
  });
const cell = (text: string): string => `"${text.replaceAll('"', '""')}"`;
const fileOf = (heading: string, ...names: string[]): string =>
  `externalId,${heading}\n${names.map((name, index) => `${index},${cell(name)}\n`).join('')}`;
const clients = async () =>
  (await studio.get('/v2/clients?limit=100')).body.data
    .toReversed()
    .map(({ firstName, lastName }: { firstName: string; lastName: string }) => [firstName, lastName]);

const NAMES: readonly (readonly [
  text: string,
  order: '' | 'first-last' | 'last-first',
  first: string,
  last: string,
])[] = [
  ['Lee, Ann', '', 'Ann', 'Lee'],
  ['van Dyke,  Ann  Mary', '', 'Ann Mary', 'van Dyke'],
  ['Smith, Jr., John', '', 'John', 'Smith Jr.'],
  ['Lee, Ann', 'first-last', 'Ann', 'Lee'],
  ['Ann Lee', 'first-last', 'Ann', 'Lee'],
  ['Ann Mary Lee', 'first-last', 'Ann Mary', 'Lee'],
  ['Ann Van Dyke', 'first-last', 'Ann', 'Van Dyke'],
  ['Otto von der Heide', 'first-last', 'Otto', 'von der Heide'],
  ['Omar bin Said', 'first-last', 'Omar', 'bin Said'],
  ['Maria del Carmen Ruiz', 'first-last', 'Maria del Carmen', 'Ruiz'],
  ['Ana de la Torre', 'first-last', 'Ana', 'de la Torre'],
  ['Rui da Silva', 'first-last', 'Rui', 'da Silva'],
  ['Lia di Marco', 'first-last', 'Lia', 'di Marco'],
  ['Huda al Fayed', 'first-last', 'Huda', 'al Fayed'],
  ['Al Green', 'first-last', 'Al', 'Green'],
  ['Linh Le Tran', 'first-last', 'Linh Le', 'Tran'],
  ['Luc le Roux', 'first-last', 'Luc', 'le Roux'],
  ['José Ortega y Gasset', 'first-last', 'José', 'Ortega y Gasset'],
  ['John Smith III', 'first-last', 'John', 'Smith III'],
  ['John Smith, Jr.', 'first-last', 'John', 'Smith Jr.'],
  ['Lee Ann', 'last-first', 'Ann', 'Lee'],
  ['Lee Ann Mary', 'last-first', 'Ann Mary', 'Lee'],
  ['van der Berg Tom', 'last-first', 'Tom', 'van der Berg'],
  ['de la Cruz Juan Carlos', 'last-first', 'Juan Carlos', 'de la Cruz'],
  ['Ortega y Gasset José', 'last-first', 'José', 'Ortega y Gasset'],
  ['Al Green', 'last-first', 'Green', 'Al'],
];

describe('one column of names', () => {
  test.each(NAMES)('200 %s %s', async (text, order, first, last) => {
    const query: Record<string, string> = order === '' ? {} : { names: order };
    const { status, body } = await post(fileOf('Name', text), query);
    expect([status, body.created]).toEqual([200, 1]);
    expect(body.notes).toMatchObject([
      { column: 'Name', message: `Column 'Name': '${text}' is first name '${first}', last name '${last}'.` },
    ]);
    expect(await clients()).toEqual([[first, last]]);
    expect(studio.events()).toEqual(['import.completed']);
  });

  test('400 without the order, with words that say what to give', async () => {
    const { body } = await post(fileOf('Client', 'Lee, Ann', 'Tom Berg', 'Ana de la Torre'));
    expect(body.error.details).toMatchObject([
      {
        row: 3,
        column: 'fullName',
        code: 'parameter_invalid',
        count: 2,
        rows: [3, 4],
        values: ['Tom Berg', 'Ana de la Torre'],
        message:
          "'Tom Berg' can be first name 'Tom', last name 'Berg', or first name 'Berg', last name 'Tom'. Choose the order: " +
          "names=first-last or names=last-first (studiod import: '--names first-last').",
      },
    ]);
    expect(await clients()).toEqual([]);
    expect(studio.events()).toEqual([]);
  });

  test('400 a single word, three parts, an order that is none, and JSON', async () => {
    const { body } = await post(fileOf('Name', 'Madonna', 'Lee, Ann, Mary'), { names: 'first-last' });
    expect(body.error.details).toMatchObject([{ rows: [2, 3], column: 'fullName' }]);
    expect(body.error.details[0].message).toBe(
      "'Madonna' is not a first and a last name. Write it with a comma: 'Lee, Ann'.",
    );
    expect((await post(fileOf('Name', 'Ann Lee'), { names: 'last' })).body.error.param).toBe('names');
    const json = await studio.send('POST', '/manage/imports?family=clients&names=first-last', '[]', {
      'content-type': 'application/json',
    });
    expect(json.body.error).toMatchObject({
      param: 'names',
      message: "'names' is for CSV files. Leave it out for JSON.",
    });
  });

  test.each([
    'Name',
    'Full Name',
    'Client',
    'Customer Name',
    'Member',
    'Vollständiger Name',
    'Kunde',
    'Nombre completo',
    'Nombre y apellidos',
    'Cliente',
    'Nom complet',
    'Nom et prénom',
    'Membre',
  ])('200 the heading %s', async (heading) => {
    expect((await post(fileOf(heading, 'Lee, Ann'))).body).toMatchObject({ created: 1 });
    expect(await clients()).toEqual([['Ann', 'Lee']]);
  });

  test('200 a column that is said to have them, and one of staff', async () => {
    expect((await post(fileOf('Who', 'Lee, Ann'), { map: 'Who=fullName' })).body).toMatchObject({ created: 1 });
    expect(await clients()).toEqual([['Ann', 'Lee']]);
    const staff = 'Staff ID,Name,Email,Role\n1,Ana Ruiz,ana@example.com,Teacher\n';
    const { body } = await post(staff, { family: 'staff', names: 'first-last' });
    expect(notesBeyondHeadings(body)).toMatchObject([
      { column: 'Role', message: "Column 'Role': 'Teacher' is 'instructor'." },
      { column: 'Name', message: "Column 'Name': 'Ana Ruiz' is first name 'Ana', last name 'Ruiz'." },
    ]);
    expect((await studio.get('/v2/staff?external_id=1')).body.data).toMatchObject([
      { firstName: 'Ana', lastName: 'Ruiz', role: 'instructor' },
    ]);
  });

  test('200 beside first and last names it is left out; beside one of them, Name is the other', async () => {
    const both = 'externalId,First Name,Last Name,Name\n1,Ann,Lee,A. Lee\n';
    expect((await post(both)).body).toMatchObject({ created: 1, ignoredColumns: ['Name'], notes: [] });
    const surname = await post('externalId,Name,Surname\n2,Tom,Berg\n');
    expect(notesBeyondHeadings(surname.body)).toMatchObject([
      { column: 'Name', message: "Column 'Name': the first name, since another column has the last name." },
    ]);
    const name = await post('externalId;Vorname;Name\n3;Eva;Kern\n');
    expect(notesBeyondHeadings(name.body)).toMatchObject([
      { column: 'Name', message: "Column 'Name': the last name, since another column has the first name." },
    ]);
    expect(await clients()).toEqual([
      ['Ann', 'Lee'],
      ['Tom', 'Berg'],
      ['Eva', 'Kern'],
    ]);
  });

  test('400 a whole name beside a first name', async () => {
    const { status, body } = await post('externalId,First Name,Full Name\n1,Ann,Ann Lee\n');
    expect([status, body.error.details[0].message]).toEqual([
      400,
      "The columns 'Full Name' and 'First Name' both have names. Leave one out: map 'First Name='.",
    ]);
  });

  test('200 of what a client bought the name says nothing, since they are found by their email', async () => {
    await studio.given(studio.post('/v2/clients', { firstName: 'Ann', lastName: 'Lee', email: 'ann@example.com' }));
    const file = 'externalId,Client,Email,name,type,price\n1,Lee Ann,ann@example.com,Ten,unlimited,120\n';
    expect((await post(file, { family: 'packages' })).body).toMatchObject({ created: 1, ignoredColumns: ['Client'] });
    expect(
      complaints(await post(file.replace('Email', 'Client Name').replace('1,', '2,'), { family: 'packages' })),
    ).toEqual(['2 clientId parameter_missing']);
  });

  test('200 a preview asks for the order, with both readings', async () => {
    const { body } = await post(fileOf('Name', 'Park, Ada', 'Ana de la Torre', 'Ana de la Torre'), {}, '/preview');
    expect(body.columns[1]).toMatchObject({ heading: 'Name', field: 'fullName', by: 'known' });
    expect(body.fields).toContain('fullName');
    expect(body.map).toBe('');
    expect(body.names).toEqual({
      column: 'Name',
      isAmbiguous: true,
      examples: [
        {
          text: 'Ana de la Torre',
          firstLast: { firstName: 'Ana', lastName: 'de la Torre' },
          lastFirst: { firstName: 'de la Torre', lastName: 'Ana' },
        },
      ],
    });
    expect((await post(fileOf('Name', 'Park, Ada'), {}, '/preview')).body.names).toMatchObject({ isAmbiguous: false });
    const both = await post('First Name,Last Name,Name\nAnn,Lee,Ann Lee\n', {}, '/preview');
    expect(both.body.names).toBeNull();
    expect(both.body.columns[2]).toMatchObject({ field: null, by: null, isDerived: true });
    const german = await post('Vorname;Name\nEva;Kern\n', {}, '/preview');
    expect(german.body).toMatchObject({ names: null, map: '' });
    expect(german.body.columns[1]).toMatchObject({ field: 'lastName' });
  });

  test('200 a check takes the order', async () => {
    const file = fileOf('Name', 'Ann Lee');
    expect((await post(file, {}, '/check')).body).toMatchObject({ bad: 1 });
    expect((await post(file, { names: 'first-last' }, '/check')).body).toMatchObject({ bad: 0, created: 1 });
  });
});

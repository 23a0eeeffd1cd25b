import { describe, expect, test } from 'bun:test';
import { reactions } from '../../../src/api.ts';
import { longWrite } from '../../../src/database/long-write.ts';
import { MAX_ROW_CHARACTERS } from '../../../src/kernel/csv.ts';
import { importFamilyNamed } from '../../../src/resources/imports/families.ts';
import { FileRow } from '../../../src/resources/imports/file-reader.ts';
import { importTooLong, importFile as stepsOf } from '../../../src/resources/imports/import-file.ts';
import { RowProblems } from '../../../src/resources/imports/row-problems.ts';
import { forEachTest, openStudio } from '../../helpers/api.ts';
import { type Cause, importFile } from './set-up.ts';

const studio = forEachTest(openStudio);

const many = <T>(count: number, make: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at));

/** The causes for which a file is refused, and its message. */
const refusal = async (file: string | readonly object[]) => {
  const { status, body } = await importFile(studio, 'clients', file);
  expect(status).toBe(400);
  expect(studio.events()).toEqual([]);
  return {
    causes: body.error.details as Cause[],
    message: body.error.message as string,
    size: JSON.stringify(body).length,
  };
};

test('400 groups problems by cause, with the count, the first rows and the values', async () => {
  const rows = many(
    300,
    (at) => `A,B,${at % 2 === 0 ? `wrong${at}` : `a${at}@example.com`},${at < 2 ? '1/2/3' : ''}\n`,
  );
  const { causes, message } = await refusal(`firstName,lastName,email,dateOfBirth\n${rows.join('')}`);
  expect(causes.map(({ column, count }) => [column, count])).toEqual([
    ['dateOfBirth', 2],
    ['email', 150],
  ]);
  expect(causes[1]).toMatchObject({
    param: 'rows[2].email',
    row: 2,
    code: 'parameter_invalid',
    rows: [2, 4, 6, 8, 10, 12, 14, 16, 18, 20],
    values: ['wrong0', 'wrong2', 'wrong4'],
  });
  expect(message).toStartWith('151 of 300 rows cannot be imported');
});

test('400 names the row that a spreadsheet shows, empty lines counted', async () => {
  const { causes } = await refusal('firstName,lastName,email\n\n\n\nA,B,wrong\n');
  expect(causes).toMatchObject([{ param: 'rows[5].email', row: 5, rows: [5] }]);
});

describe('400 is short and lists at most 100 causes', () => {
  test('unknown fields of many records', async () => {
    const record = Object.fromEntries(many(50, (at) => [`unknown${at}`, 'x']));
    const { causes, size } = await refusal(many(2000, () => record));
    expect(causes).toHaveLength(50);
    expect(causes.every(({ count }) => count === 2000)).toBe(true);
    expect(size).toBeLessThan(50_000);
  });

  test('other unknown fields in every record', async () => {
    const { causes, message } = await refusal(many(500, (at) => ({ [`unknown${at}`]: 'x', [`more${at}`]: 1 })));
    expect(causes).toHaveLength(100);
    expect(message).toContain('The first 100 causes are listed.');
  });

  test('very long names and values', async () => {
    const long = 'x'.repeat(200_000);
    const { size } = await refusal([{ [long]: 1, email: long, metadata: { [`y${long}`]: 'a' }, firstName: long }]);
    expect(size).toBeLessThan(10_000);
  });

  test('a metadata key that is too long says so', async () => {
    const { causes } = await refusal([
      { firstName: 'A', lastName: 'B', email: 'a@b.co', metadata: { [`${'k'.repeat(41)}`]: '1' } },
    ]);
    expect(causes[0]?.message).toContain('has 41 characters. A key must have 1 to 40 characters');
  });

  test('more bad rows than are explained are still counted', async () => {
    const { causes, message } = await refusal(`email\n${'wrong\n'.repeat(2500)}`);
    expect(causes[0]).toMatchObject({ column: 'email', count: 2000 });
    expect(message).toStartWith('2500 of 2500 rows cannot be imported');
    expect(message).toContain('The counts leave out 500 further rows.');
  });
});

describe('400 for what is too large', () => {
  test('201 columns, told in one sentence', async () => {
    const names = many(201, (at) => `metadata.k${at}`).join(',');
    const { causes, message } = await refusal(`${names}\n`);
    expect(causes).toHaveLength(1);
    expect(message).toBe('The file has 201 columns. Remove some: it can have at most 200.');
  });

  test('201 fields of a record', async () => {
    const { causes } = await refusal([Object.fromEntries(many(201, (at) => [`f${at}`, 1]))]);
    expect(causes.map(({ message }) => message)).toEqual([
      'This record has 201 fields. Remove some: it can have at most 200.',
    ]);
  });

  test('a row or a record of more than four mebibytes', async () => {
    const long = 'x'.repeat(4_300_000);
    expect((await refusal(`email,notes\na@example.com,"${long}`)).message).toContain('more than 4194304 characters');
    expect((await refusal([{ notes: long }])).message).toContain('more than 4194304 characters');
  });

  test('a row or a record with more than 20,000 values, in all its cells together', async () => {
    const list = (count: number) => JSON.stringify(many(count, () => 0));
    const row = 'Row 2 has more than 20000 values';
    expect((await refusal(`tags\n"${list(20_000)}"\n`)).message).toContain(row);
    expect((await refusal(`tags,metadata\n"${list(10_000)}","${list(10_000)}"\n`)).message).toContain(row);
    const record = (await refusal([{ tags: many(20_000, () => 0) }])).message;
    expect(record).toBe("Record 1 of the list has more than 20000 values. Send less data, for example in 'tags'.");
  });

  test('more rows than a file may have, though each has too many fields', async () => {
    expect((await refusal(`email\n${'a,b\n'.repeat(20_001)}`)).message).toContain('at most 20000 rows');
  });
});

test('400 a row of more characters than a file may have, as the documents say', async () => {
  const long = 'x'.repeat(MAX_ROW_CHARACTERS);
  expect((await refusal(`notes\n"${long}"\n`)).message).toContain(`more than ${MAX_ROW_CHARACTERS} characters`);
  expect((await refusal([{ notes: long }])).message).toContain(`more than ${MAX_ROW_CHARACTERS} characters`);
  const said = MAX_ROW_CHARACTERS.toLocaleString('en-US');
  for (const page of ['docs/moving-in.md', 'docs/contract/conventions.md']) {
    expect(await Bun.file(page).text()).toContain(`${said} characters`);
  }
});

test('400 an import that takes too long, and nothing of it is written', async () => {
  const family = importFamilyNamed('clients');
  const fields = { firstName: 'Ann', lastName: 'Lee', externalId: 'a' };
  const file = {
    count: 1,
    rows: [new FileRow(2, fields)],
    problems: new RowProblems(),
    ignoredColumns: [],
    notes: [],
    wanted: [],
  };
  const importing = {
    requireOperation: () => {},
    reactions,
    caller: { credentialId: 'test', kind: 'business', scopes: new Set(['*']), siteIds: null, tier: 'unlimited' },
  } as const;
  const work = stepsOf({ ...importing, family, file, dryRun: false });
  const bound = { longestMs: -1, tooLong: () => importTooLong(10_000) };
  await expect(longWrite(studio.store, work, bound)).rejects.toMatchObject({
    status: 400,
    code: 'parameter_invalid',
    message: expect.stringContaining('takes longer than 10 seconds'),
  });
  expect(studio.db.query('select count(*) as n from clients').get()).toEqual({ n: 0 });
  expect(studio.events()).toEqual([]);
});

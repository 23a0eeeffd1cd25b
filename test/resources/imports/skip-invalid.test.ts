import { describe, expect, test } from 'bun:test';
import { forEachTest, openStudio } from '../../helpers/api.ts';

const studio = forEachTest(openStudio);

const HEADINGS = 'externalId,firstName,lastName,email\n';
const GOOD = '1,Ann,Lee,ann@example.com\n';
const NO_EMAIL = '2,Tom,Berg,not an email\n';
const TWICE = '1,Anna,Lee,anna@example.com\n';

const send = (path: string, rows: string) =>
  studio.send('POST', `/manage/imports${path}`, `${HEADINGS}${rows}`, { 'content-type': 'text/csv' });
const clients = async () =>
  (await studio.get('/v2/clients?limit=100')).body.data.map(({ firstName }: { firstName: string }) => firstName);

describe('skip_invalid', () => {
  test('200 imports the rows that are fine, and explains the others by cause', async () => {
    const { status, body } = await send('?family=clients&skip_invalid=true', GOOD + NO_EMAIL + TWICE);
    expect(status).toBe(200);
    expect(body).toMatchObject({ rows: 3, created: 1, updated: 0, unchanged: 0, skipped: 2, dryRun: false });
    expect(body.causes).toMatchObject([
      { column: 'email', code: 'parameter_invalid', count: 1, rows: [3], values: ['not an email'] },
      { column: null, code: 'parameter_invalid', reason: 'row_twice', count: 1, rows: [4] },
    ]);
    expect(body.results).toMatchObject([{ row: 2, action: 'created' }]);
    expect(await clients()).toEqual(['Ann']);
    expect(studio.events()).toEqual(['import.completed']);
  });

  test('200 a row is skipped that needs one that was skipped', async () => {
    const rows = [
      { externalId: 'a', firstName: 'Ann', lastName: 'Lee', email: 'no' },
      { externalId: 'b', firstName: 'Bo', lastName: 'Lee', email: 'b@example.com', referredByClientExternalId: 'a' },
      { externalId: 'c', firstName: 'Cy', lastName: 'Lee', email: 'c@example.com' },
    ];
    const { status, body } = await studio.send('POST', '/manage/imports?family=clients&skip_invalid=true', rows);
    expect([status, body.created, body.skipped]).toEqual([200, 1, 2]);
    expect(await clients()).toEqual(['Cy']);
  });

  test('200 a dry run says the same and writes nothing', async () => {
    const { body } = await send('?family=clients&skip_invalid=true&dry_run=true', GOOD + NO_EMAIL);
    expect(body).toMatchObject({ created: 1, skipped: 1, dryRun: true });
    expect(await clients()).toEqual([]);
    expect(studio.events()).toEqual([]);
  });

  test('200 nothing to skip', async () => {
    const { body } = await send('?family=clients&skip_invalid=true', GOOD);
    expect(body).toMatchObject({ created: 1, skipped: 0, causes: [] });
  });

  test('400 when no row can be imported, and without it when one cannot', async () => {
    for (const [path, rows] of [
      ['?family=clients&skip_invalid=true', NO_EMAIL],
      ['?family=clients', GOOD + NO_EMAIL],
    ] as const) {
      const { status, body } = await send(path, rows);
      expect([status, body.error.code]).toEqual([400, 'parameter_invalid']);
    }
    expect(await clients()).toEqual([]);
    expect(studio.events()).toEqual([]);
  });
});

test('a check keeps the columns for the next preview of such a file', async () => {
  const headings = { 'content-type': 'text/csv' };
  const file = 'Code,Given,Family,Mail\n1,Ann,Lee,not an email\n';
  const map = encodeURIComponent('Code=externalId,Given=firstName,Family=lastName,Mail=email');
  const check = await studio.send('POST', `/manage/imports/check?family=clients&map=${map}`, file, headings);
  expect([check.status, check.body.bad]).toEqual([200, 1]);
  const { body } = await studio.send('POST', '/manage/imports/preview?family=clients', file, headings);
  expect(body.columns.map(({ field, by }: { field: string; by: string }) => [field, by])).toEqual([
    ['externalId', 'kept'],
    ['firstName', 'kept'],
    ['lastName', 'kept'],
    ['email', 'kept'],
  ]);
  expect(studio.events()).toEqual([]);
});

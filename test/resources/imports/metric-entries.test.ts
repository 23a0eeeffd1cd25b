import { beforeAll, describe, expect, test } from 'bun:test';
import { HOUR_MS } from '../../../src/kernel/durations.ts';
import { forAllTests, MAIN_SITE } from '../../helpers/api.ts';
import { addSession } from '../../helpers/bookings.ts';
import { addEntry } from '../../helpers/content.ts';
import { isCostly, plansOf } from '../../helpers/query-plans.ts';
import { createClient } from '../../helpers/sales.ts';
import { check } from '../../properties/engagement/metrics.ts';
import { openMetrics } from '../metrics/set-up.ts';
import { complaints, exportFile, imported, importFile } from './set-up.ts';

let clientId: string;
let squat: string;
const open = forAllTests(openMetrics);
beforeAll(async () => {
  clientId = await createClient(open.studio, { externalId: 'ann', email: 'ann@example.com' });
  squat = await open.studio.given(open.addMetric({}, { externalId: 'squat' }));
});

const ABSENT = '019cad8f-ac00-7000-8000-000000000099';
const who = () => ({ 'x-client-id': clientId });
const exported = async () => JSON.parse(await exportFile(open.studio, 'metric_entries', 'json'));
const best = async () =>
  (await open.studio.get(`/v2/member/metrics/${squat}?unit=lb`, who())).body.personalBest?.value ?? null;
const row = (fields: object = {}) => ({
  externalId: 'e1',
  clientEmail: 'Ann@example.com',
  contentEntryExternalId: 'squat',
  value: 225.5,
  unit: 'lb',
  reps: 5,
  recordedAt: '2019-05-01T23:30:00+02:00',
  notes: 'belt',
  visibility: 'leaderboard',
  ...fields,
});

describe('the history of a member', () => {
  test('comes in digit for digit, counts, and raises nothing; the same file again changes nothing', async () => {
    const { studio } = open;
    const sessionId = await studio.given(addSession(studio));
    const rows = [
      row({ sessionId }),
      row({ externalId: 'e2', clientEmail: undefined, clientId, contentEntryId: squat, value: 0.1, unit: undefined }),
    ];
    expect(await imported(studio, 'metric_entries', rows)).toMatchObject({ created: 2 });
    const stored = await exported();
    expect(stored.find(({ externalId }: { externalId: string }) => externalId === 'e1')).toMatchObject({
      object: 'metric_entry',
      clientId,
      contentEntryId: squat,
      value: 225.5,
      unit: 'lb',
      reps: 5,
      sessionId,
      source: 'import',
      notes: 'belt',
      visibility: 'leaderboard',
      recordedAt: '2019-05-01T21:30:00.000Z',
      normalizedValue: 102.285079435,
      state: { localDate: '2019-05-01' },
    });
    expect(stored.find(({ externalId }: { externalId: string }) => externalId === 'e2')).toMatchObject({
      value: 0.1,
      unit: 'kg',
      normalizedValue: 0.1,
    });
    expect(await best()).toBe(225.5);
    expect(check(studio)).toEqual([]);
    expect(await imported(studio, 'metric_entries', rows)).toMatchObject({ unchanged: 2 });
    expect(await exported()).toEqual(stored);
    expect(studio.events()).toEqual(['import.completed', 'import.completed']);
  });

  test('a changed row is a change: bests and facts follow, silently', async () => {
    const { studio } = open;
    const changes = [
      { externalId: 'e1', value: 200, unit: 'kg', recordedAt: '2019-06-01T12:00:00Z', notes: null },
      { externalId: 'e2', visibility: 'private' },
    ];
    expect(await imported(studio, 'metric_entries', changes)).toMatchObject({ updated: 2 });
    expect(await best()).toBe(440.9245);
    expect((await exported()).at(-1)).toMatchObject({ value: 200, notes: null, state: { localDate: '2019-06-01' } });
    expect(check(studio)).toEqual([]);
    expect(await imported(studio, 'metric_entries', changes)).toMatchObject({ unchanged: 2 });
    expect(studio.events()).toEqual(['import.completed', 'import.completed']);
  });

  test('400 with every bad row, and nothing is written', async () => {
    const { studio } = open;
    const { id: article } = await addEntry(studio, { title: 'No metric' });
    const before = await exported();
    const ahead = new Date(studio.time.now() + 1000).toISOString();
    const response = await importFile(studio, 'metric_entries', [
      row({ externalId: 'good' }),
      row({ externalId: undefined }),
      row({ externalId: 'b2', clientEmail: 'nobody@example.com' }),
      row({ externalId: 'b3', contentEntryExternalId: 'nothing' }),
      row({ externalId: 'b4', contentEntryId: article }),
      row({ externalId: 'b5', contentEntryExternalId: undefined }),
      row({ externalId: 'b6', unit: 'min' }),
      row({ externalId: 'b7', value: -1 }),
      row({ externalId: 'b8', recordedAt: ahead }),
      row({ externalId: 'b9', recordedAt: undefined }),
      row({ externalId: 'b10', value: undefined }),
      row({ externalId: 'b11', sessionId: ABSENT }),
      row({ externalId: 'b12', state: { localDate: '2019-05-04' } }),
      { externalId: 'e1', recordedAt: ahead },
      { externalId: 'e2', clientId: open.clientId },
    ]);
    expect(complaints(response)).toEqual([
      '2 externalId parameter_missing',
      '3 clientEmail resource_missing',
      '4 contentEntryExternalId resource_missing',
      '5 contentEntryId resource_missing',
      '6 contentEntryId parameter_missing',
      '7 unit parameter_invalid',
      '8 value parameter_invalid',
      '9 recordedAt parameter_invalid',
      '10 recordedAt parameter_missing',
      '11 value parameter_missing',
      '12 sessionId resource_missing',
      '13 state.localDate parameter_invalid',
      '14 recordedAt parameter_invalid',
      '15 clientId parameter_invalid',
    ]);
    expect(await exported()).toEqual(before);
  });

  test('numbers that a spreadsheet hardly shows come back from a CSV file as they were', async () => {
    const { studio } = open;
    const values = [0.000_000_1, 0.123_456_789_012_345_68, 999_999_999.123_456_7, 5];
    const made = values.map((value, index) => row({ externalId: `n${index}`, value, unit: 'kg', reps: null }));
    await imported(studio, 'metric_entries', made);
    const file = await exportFile(studio, 'metric_entries', 'csv');
    expect(await imported(studio, 'metric_entries', file)).toMatchObject({ created: 0, updated: 0 });
    const [header = '', ...lines] = file.split('\r\n');
    const at = header.split(',').indexOf('externalId');
    const own = lines.filter((line) => /^n\d$/.test(line.split(',')[at] ?? ''));
    expect(own).toHaveLength(values.length);
  });

  test('rows in any order, and changes of them, leave what the entries say', async () => {
    const { studio } = open;
    const ben = await createClient(studio);
    const time = await open.addMetric({ dimension: 'duration', direction: 'lower_is_better' });
    const rows = Array.from({ length: 120 }, (_, index) => ({
      externalId: `o${index}`,
      clientId: ben,
      contentEntryId: index % 3 === 0 ? time : squat,
      value: 50 + ((index * 37) % 11),
      reps: [null, 1, 5][index % 2],
      source: 'device',
      recordedAt: new Date(Date.parse('2020-01-01T00:00:00Z') + ((index * 53) % 90) * HOUR_MS).toISOString(),
    }));
    expect(await imported(studio, 'metric_entries', rows)).toMatchObject({ created: 120 });
    expect(check(studio)).toEqual([]);
    const changed = rows.slice(0, 40).map((each, index) => ({ ...each, value: 45 + ((index * 7) % 13) }));
    expect((await imported(studio, 'metric_entries', changed)).updated).toBeGreaterThan(20);
    expect(check(studio)).toEqual([]);
  });

  test('entries of a client who was erased stay as they are', async () => {
    const { studio } = open;
    const eve = await createClient(studio);
    const own = { externalId: 'x', clientId: eve, contentEntryId: squat, value: 1, recordedAt: '2020-01-01T00:00:00Z' };
    await imported(studio, 'metric_entries', [{ ...own, notes: 'private' }]);
    const [{ id }] = (await exported()).filter((each: { clientId: string }) => each.clientId === eve);
    expect((await studio.post(`/manage/clients/${eve}/erase`, {})).status).toBe(200);
    expect(complaints(await importFile(studio, 'metric_entries', [{ id, notes: 'private' }]))).toEqual([
      '1 null client_erased',
    ]);
  });
});

test('a credential of one site exports and imports the entries of its clients only', async () => {
  const { studio } = open;
  const { id: other } = (await studio.post('/v2/sites', { name: 'Other' })).body;
  const far = await createClient(studio, { homeLocationId: other });
  await imported(studio, 'metric_entries', [row({ externalId: 'far', clientEmail: undefined, clientId: far })]);
  const key = await studio.makeKey({ scopes: ['manage', 'clients:read', 'clients:write'], siteIds: [MAIN_SITE] });
  const own = JSON.parse(await exportFile(studio, 'metric_entries', 'json', key));
  expect(own.length).toBeGreaterThan(0);
  expect(own.map((each: { clientId: string }) => each.clientId)).not.toContain(far);
  const headers = { 'x-service-api-key': key };
  const refused = [row({ externalId: 'far2', clientEmail: undefined, clientId: far }), { externalId: 'far', value: 1 }];
  expect(complaints(await importFile(studio, 'metric_entries', refused, { headers }))).toEqual([
    '1 clientId resource_missing',
    '2 recordedAt parameter_missing',
  ]);
});

test('files are read and written by indexes', async () => {
  const plans = await plansOf(open.studio, 'metricEntries', async () => {
    await exportFile(open.studio, 'metric_entries', 'json');
    await imported(open.studio, 'metric_entries', [row({ externalId: 'plan' })]);
    await imported(open.studio, 'metric_entries', [row({ externalId: 'plan', value: 1 })]);
  });
  expect(plans.length).toBeGreaterThan(0);
  expect(plans.filter(isCostly)).toEqual([]);
});

test('without a unit is in the unit in which the member reads the metric, and counts on leaderboards', async () => {
  const { studio, addMetric } = await openMetrics();
  const metricId = await addMetric();
  const other = await createClient(studio);
  const headers = { 'x-client-id': other };
  await studio.given(studio.send('PUT', '/v2/member/preferences/units', { system: 'imperial' }, headers));
  const entry = { externalId: 'p1', clientId: other, contentEntryId: metricId, value: 100 };
  const rows = [{ ...entry, recordedAt: '2026-01-05T10:00:00Z' }];
  expect(await imported(studio, 'metric_entries', rows)).toMatchObject({ created: 1 });
  const [stored] = JSON.parse(await exportFile(studio, 'metric_entries', 'json'));
  expect(stored).toMatchObject({ value: 100, unit: 'lb', normalizedValue: 45.359237, visibility: 'leaderboard' });
  expect(await imported(studio, 'metric_entries', rows)).toMatchObject({ unchanged: 1 });
  expect(studio.events()).toEqual(['import.completed', 'import.completed']);
});

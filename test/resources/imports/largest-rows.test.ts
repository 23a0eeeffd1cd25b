import { expect, test } from 'bun:test';
import { importFamilyNamed } from '../../../src/resources/imports/families.ts';
import { FileRow } from '../../../src/resources/imports/file-reader.ts';
import { importFile as stepsOf } from '../../../src/resources/imports/import-file.ts';
import { RowProblems } from '../../../src/resources/imports/row-problems.ts';
import { openStudio } from '../../helpers/api.ts';
import { createClient } from '../../helpers/sales.ts';
import { exportFile, imported, importFile } from './set-up.ts';

const idOf = (kind: number, number: number): string =>
  `01900000-0000-7000-800${kind}-${number.toString(16).padStart(12, '0')}`;

const many = <T>(count: number, make: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at));

const dateOf = (number: number): string => new Date(Date.UTC(2012, 0, 1 + number)).toISOString().slice(0, 10);

/** The largest ledger that a row may have: a purchase, and a credit that is used and returned again and again. */
const ledgerOf = (count: number) =>
  many(count, (at) => ({
    id: idOf(1, at),
    at: '2026-01-01T12:00:00.000Z',
    delta: at === 0 ? 5 : at % 2 === 0 ? 1 : -1,
    balance: at === 0 ? 5 : at % 2 === 0 ? 5 : 4,
    reason: at === 0 ? 'purchase' : 'adjustment',
    bookingId: null,
    staffId: null,
    note: 'Corrected at the desk',
  }));

const packOf = (clientId: string, ledger: object[]) => ({
  id: idOf(2, 0),
  externalId: 'largest',
  clientId,
  name: 'Pack',
  type: 'credit_pack',
  price: 1,
  creditsTotal: 5,
  creditsRemaining: 4,
  creditsUsed: 1,
  ledger,
});

test.each(['json', 'csv'] as const)(
  '200 an export as %s of a package with 10,000 entries in its ledger comes back',
  async (format) => {
    const studio = await openStudio();
    const clientId = await createClient(studio, { email: 'ann@example.com' });
    const ledger = ledgerOf(10_000);
    expect(await imported(studio, 'packages', [packOf(clientId, ledger)])).toMatchObject({ created: 1 });
    const file = await exportFile(studio, 'packages', format);
    const other = await openStudio();
    const clients = JSON.parse(await exportFile(studio, 'clients', 'json'));
    await imported(other, 'clients', clients);
    expect(await imported(other, 'packages', format === 'csv' ? file : JSON.parse(file))).toMatchObject({ created: 1 });
    expect(await exportFile(other, 'packages', format)).toBe(file);
    expect(other.events()).toEqual(['import.completed', 'import.completed']);
    const tooMany = await importFile(other, 'packages', [{ ...packOf(clientId, ledgerOf(10_001)), id: undefined }]);
    expect(tooMany.body.error.details).toMatchObject([{ message: "'ledger' must have at most 10000 items." }]);
  },
);

test('400 a row with more values than its lists have room for', async () => {
  const studio = await openStudio();
  const { body } = await importFile(studio, 'packages', [{ externalId: 'a', ledger: many(110_000, () => 0) }]);
  expect(body.error.message).toContain(
    "Record 1 of the list has more than 110000 values. Send less data, for example in 'ledger'",
  );
  const keys = Object.fromEntries(many(20_001, (at) => [`k${at}`, '']));
  const wide = await importFile(studio, 'packages', [{ externalId: 'a', metadata: keys }]);
  expect(wide.body.error.message).toContain('Record 1 of the list has an object with more than 20000 keys');
  const other = await importFile(studio, 'leaderboards', [{ key: 'a', periods: many(50_000, () => 0) }]);
  expect(other.body.error.message).toContain('Record 1 of the list has more than 50000 values');
  expect(studio.events()).toEqual([]);
});

test('200 a leaderboard with 5,000 periods', async () => {
  const studio = await openStudio();
  const periods = many(5000, (at) => ({
    id: idOf(3, at),
    label: dateOf(at),
    startDate: dateOf(at),
    endDate: dateOf(at + 1),
    closedAt: '2026-02-01T00:00:00.000Z',
    createdAt: `${dateOf(at)}T00:00:00.000Z`,
    updatedAt: '2026-02-01T00:00:00.000Z',
  }));
  const board = { key: 'days', name: 'Days', rankBy: 'attendance', periodType: 'daily', timezone: 'UTC' };
  const row = { ...board, order: 'desc', startDate: dateOf(0), endDate: dateOf(5000), periods };
  expect(await imported(studio, 'leaderboards', [row])).toMatchObject({ created: 1 });
  expect(studio.events()).toEqual(['import.completed']);
});

test('the entries of a row are imported in steps, between which other requests are served', async () => {
  const studio = await openStudio();
  const clientId = await createClient(studio);
  const row = new FileRow(1, packOf(clientId, ledgerOf(50)));
  const file = { count: 1, rows: [row], problems: new RowProblems(), ignoredColumns: [], notes: [], wanted: [] };
  const caller = { credentialId: 'key', kind: 'business', scopes: new Set(['*']), siteIds: null, tier: 'pro' } as const;
  const importing = { caller, requireOperation() {}, reactions: { clientChanged() {} } as never };
  const steps = await studio.store.write((tx) => [
    ...stepsOf({ ...importing, family: importFamilyNamed('packages'), file, dryRun: false })(tx),
  ]);
  expect(steps.length).toBeGreaterThan(50);
});

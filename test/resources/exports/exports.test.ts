import { describe, expect, test } from 'bun:test';
import { IMPORT_FAMILIES } from '../../../src/events/enumerations.ts';
import { CsvReader } from '../../../src/kernel/csv.ts';
import { forEachTest, MAIN_SITE, openStudio } from '../../helpers/api.ts';
import { addBooking, addSession } from '../../helpers/bookings.ts';
import { plansOf } from '../../helpers/query-plans.ts';
import { createClient, sellPackage } from '../../helpers/sales.ts';
import { exportFile, imported } from '../imports/set-up.ts';

const studio = forEachTest(openStudio);

const rowsOf = (csv: string): string[][] => {
  const reader = new CsvReader();
  return [...reader.push(csv), ...reader.end()].map(({ cells }) => [...cells]);
};

const people = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ firstName: 'Ann', lastName: 'Lee', email: `ann${at}@example.com` }));

/** One record of each family that belongs to a site, by family. */
const addRecordsAt = async (siteId: string): Promise<Record<string, string>> => {
  const clients = await createClient(studio, { homeLocationId: siteId });
  const { id: packages, payment } = await sellPackage(studio, clients, { eligibleSiteIds: [siteId] }, { siteId });
  const sessions = await addSession(studio, { siteId });
  const bookings = await addBooking(studio, clients, sessions);
  const checkins = (await studio.post('/v2/checkins', { clientId: clients, siteId })).body.id;
  const link = { clientId: clients, issuer: 'https://id.example', subject: clients };
  const links = (await studio.post('/manage/member-links', link)).body.id;
  const card = { clientId: clients, processor: 'stripe', mode: 'test', customerId: 'cus', cardId: `pm_${clients}` };
  const cards = (await imported(studio, 'payment_methods', [card])).results[0].id;
  return {
    clients,
    packages,
    payments: payment.id,
    sessions,
    bookings,
    checkins,
    member_links: links,
    payment_methods: cards,
  };
};

/** `manage`, and what reading clients and sites needs. */
const READING = ['manage', 'clients:read', 'sites:read', 'checkins:read'];

describe('exports', () => {
  test('200 CSV with the names of the interface, and formulas escaped', async () => {
    await createClient(studio, {
      firstName: '=HYPERLINK("x")',
      lastName: 'a,b',
      phone: '+1 555',
      notes: '@x',
      tags: ['y'],
    });
    const [header = [], cells = []] = rowsOf(await exportFile(studio, 'clients', 'csv'));
    const cell = (name: string) => cells[header.indexOf(name)];
    expect(header).toContain('address.city');
    expect(header).not.toContain('homeLocation');
    expect({ firstName: cell('firstName'), lastName: cell('lastName') }).toEqual({
      firstName: `'=HYPERLINK("x")`,
      lastName: 'a,b',
    });
    expect([cell('phone'), cell('notes'), cell('tags'), cell('address.city')]).toEqual(['+1 555', "'@x", '["y"]', '']);
  });

  test('200 JSON as the records of the interface, newest first', async () => {
    const first = await createClient(studio);
    const second = await createClient(studio);
    const records = JSON.parse(await exportFile(studio, 'clients', 'json'));
    expect(records.map(({ id }: { id: string }) => id)).toEqual([second, first]);
    expect(records[1]).toEqual({
      ...(await studio.get(`/v2/clients/${first}`)).body,
      state: { notificationPreferences: null, unitPreferences: null },
    });
    expect(await exportFile(studio, 'payments', 'json')).toBe('[]\n');
    expect(rowsOf(await exportFile(studio, 'payments', 'csv'))).toHaveLength(1);
  });

  test('200 every family', async () => {
    for (const family of IMPORT_FAMILIES) {
      const records = JSON.parse(await exportFile(studio, family, 'json'));
      const { [family]: there = 0 } = { sites: 1, settings: 1, content_types: 8, content_features: 8 };
      expect({ family, count: records.length }).toEqual({ family, count: there });
    }
  });

  test('200 headers of a file, and of every response', async () => {
    const request = new Request('http://localhost/manage/exports/clients', {
      headers: { 'x-service-api-key': studio.mainKey },
    });
    const { headers } = await studio.app.fetch(request);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
    expect(headers.get('content-disposition')).toBe('attachment; filename="clients.csv"');
    expect(headers.get('x-request-id')).toMatch(/^req_/);
    expect(headers.get('x-ratelimit-limit')).toBe('1000000');
  });

  test('200 archived records, and only those of the sites of a key', async () => {
    const { id: other } = (await studio.post('/v2/sites', { name: 'Other' })).body;
    const gone = await createClient(studio);
    await studio.delete(`/v2/clients/${gone}`);
    await createClient(studio, { homeLocationId: other });
    const key = await studio.makeKey({ scopes: READING, siteIds: [MAIN_SITE] });
    const idsOf = async (family: string) =>
      (JSON.parse(await exportFile(studio, family, 'json', key)) as { id: string }[]).map(({ id }) => id);
    expect(await idsOf('clients')).toEqual([gone]);
    expect(await idsOf('sites')).toEqual([MAIN_SITE]);
  });

  test('200 every family only with the records of the sites of a key', async () => {
    const { id: other } = (await studio.post('/v2/sites', { name: 'Other' })).body;
    const own = await addRecordsAt(MAIN_SITE);
    await addRecordsAt(other);
    const key = await studio.makeKey({ scopes: READING, siteIds: [MAIN_SITE] });
    const idsOf = async (family: string) =>
      (JSON.parse(await exportFile(studio, family, 'json', key)) as { id: string }[]).map(({ id }) => id);
    for (const [family, id] of Object.entries(own))
      expect({ [family]: await idsOf(family) }).toEqual({ [family]: [id] });
    expect(JSON.parse(await exportFile(studio, 'sessions', 'json'))).toHaveLength(2);
  });

  test('200 many pages, each read when it is sent, without a scan', async () => {
    await imported(studio, 'clients', people(1000));
    const plans = await plansOf(studio, 'clients', async () => {
      expect(JSON.parse(await exportFile(studio, 'clients', 'json'))).toHaveLength(1000);
      expect(rowsOf(await exportFile(studio, 'clients', 'csv'))).toHaveLength(1001);
    });
    expect(plans.filter((step) => step.startsWith('SCAN') && !step.includes('INDEX'))).toEqual([]);
    const response = await studio.app.fetch(
      new Request('http://localhost/manage/exports/clients', { headers: { 'x-service-api-key': studio.mainKey } }),
    );
    const reader = response.body?.getReader();
    await reader?.read();
    await reader?.cancel();
    expect(studio.reportedErrors).toEqual([]);
  });

  test('400, 403, 404', async () => {
    expect((await studio.get('/manage/exports/clients?format=xls')).status).toBe(400);
    expect((await studio.get('/manage/exports/clints')).body.error.message).toContain("Did you mean 'clients'?");
    const key = await studio.makeKey({ scopes: ['clients:read'] });
    expect((await studio.get('/manage/exports/clients', { 'x-service-api-key': key })).status).toBe(403);
  });
});

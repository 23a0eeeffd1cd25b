import { describe, expect, test } from 'bun:test';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../src/kernel/durations.ts';
import { MAIN_SITE, openStudio, type Studio } from '../../../helpers/api.ts';
import { createClient, sellPackage } from '../../../helpers/sales.ts';

const open = async (startAt: string): Promise<{ studio: Studio; clientId: string }> => {
  const studio = await openStudio({ startAt: Date.parse(startAt) });
  return { studio, clientId: await createClient(studio) };
};

const statusOf = async (studio: Studio, id: string): Promise<string> =>
  (await studio.get(`/v2/packages/${id}`)).body.status;

describe('the end of the local day', () => {
  // The moment of the sale, the zone of the site, the days it lasts, and the last millisecond of its last day.
  const cases: readonly [string, string, number, string][] = [
    ['2026-03-07T12:00:00.000Z', 'America/New_York', 1, '2026-03-09T03:59:59.999Z'], // the short day of spring
    ['2026-10-31T12:00:00.000Z', 'America/New_York', 1, '2026-11-02T04:59:59.999Z'], // the long day of autumn
    ['2026-03-08T03:00:00.000Z', 'America/New_York', 1, '2026-03-09T03:59:59.999Z'], // still the 7th there
    ['2026-03-28T12:00:00.000Z', 'Europe/London', 1, '2026-03-29T22:59:59.999Z'],
    ['2026-01-01T11:30:00.000Z', 'Pacific/Auckland', 30, '2026-02-01T10:59:59.999Z'], // the 2nd already
    ['2026-01-01T12:00:00.000Z', 'Asia/Kathmandu', 7, '2026-01-08T18:14:59.999Z'],
    ['2026-04-23T12:00:00.000Z', 'Africa/Cairo', 0 + 1, '2026-04-24T20:59:59.999Z'], // clocks skip midnight on the 24th
  ];
  for (const [soldAt, timezone, validityDays, expiresAt] of cases) {
    test(`${timezone}, sellPackage ${soldAt} for ${validityDays} days`, async () => {
      const { studio, clientId } = await open(soldAt);
      await studio.patch(`/v2/sites/${MAIN_SITE}`, { timezone });
      expect((await sellPackage(studio, clientId, { validityDays })).expiresAt).toBe(expiresAt);
    });
  }
});

describe('the job for package dates', () => {
  test('expires packages at the end of the day and voids their credits', async () => {
    const { studio, clientId } = await open('2026-03-07T12:00:00.000Z');
    const { id, expiresAt } = await sellPackage(studio, clientId, { validityDays: 1 });
    const other = await sellPackage(studio, clientId, { type: 'unlimited', creditsTotal: null, validityDays: 1 });
    await studio.given(studio.time.skipTo(Date.parse(expiresAt) - 1));
    expect(await statusOf(studio, id)).toBe('active');
    await studio.time.moveTo(Date.parse(expiresAt));
    expect(await statusOf(studio, id)).toBe('expired');
    expect(studio.events()).toEqual([]);
    await studio.time.moveTo(Date.parse(expiresAt) + MINUTE_MS);
    const events = studio.eventsInFull();
    expect(events.map(({ type, data }) => [type, data.packageId])).toEqual([
      ['package.expired', id],
      ['package.credits_changed', id],
      ['package.expired', other.id],
    ]);
    expect(events[1]?.data).toMatchObject({ delta: -10, creditsRemaining: 0, reason: 'EXPIRY' });
    expect((await studio.get(`/v2/packages/${id}`)).body.creditsRemaining).toBe(0);
    await studio.time.moveTo(Date.parse(expiresAt) + 600_000);
    expect(studio.events()).toEqual([]);
  });

  test('expires more than one batch', async () => {
    const { studio, clientId } = await open('2026-03-07T12:00:00.000Z');
    const { id } = await sellPackage(studio, clientId, { type: 'unlimited', creditsTotal: null, validityDays: null });
    const columns = Object.keys(studio.db.query('select * from packages').get() as object).filter(
      (name) => name !== 'id',
    );
    studio.db
      .query(
        `with recursive n(i) as (select 1 union all select i + 1 from n where i < 250)
         insert into packages (id, ${columns.join()}) select 'p' || i, ${columns.join()} from n, packages where id = ?`,
      )
      .run(id);
    studio.db.query("update packages set expiresAt = '2026-03-07T12:00:30.000Z'").run();
    studio.events();
    await studio.time.skipTo(Date.parse('2026-03-07T12:01:00.000Z'));
    expect(studio.events()).toEqual(Array(251).fill('package.expired'));
  });

  test('activates packages on their start date', async () => {
    const { studio, clientId } = await open('2026-03-07T12:00:00.000Z');
    const startsAt = '2026-03-07T12:10:30.000Z';
    const { id } = await sellPackage(studio, clientId, { activationType: 'on_date' }, { startsAt });
    await studio.time.moveTo(Date.parse(startsAt));
    expect((await studio.get(`/v2/packages/${id}`)).body.activatedAt).toBe(startsAt);
    await studio.time.moveTo(Date.parse(startsAt) + MINUTE_MS);
    const events = studio.eventsInFull();
    expect(events.map(({ type, data }) => [type, data.activatedAt])).toEqual([['package.activated', startsAt]]);
  });
});

describe('package.expiring', () => {
  test('is raised once, as many days before as the settings of the site say', async () => {
    const { studio, clientId } = await open('2026-03-01T12:00:00.000Z');
    const { id, expiresAt } = await sellPackage(studio, clientId, { validityDays: 8 });
    const notifiedAt = Date.parse(expiresAt) - 7 * DAY_MS;
    await studio.time.skipTo(notifiedAt - 1);
    expect(studio.events()).toEqual([]);
    await studio.time.moveTo(notifiedAt + HOUR_MS);
    const events = studio.eventsInFull();
    expect(events.map(({ type }) => type)).toEqual(['package.expiring']);
    expect(events[0]?.data).toMatchObject({ packageId: id, expiresAt, creditsRemaining: 10, status: 'ACTIVE' });
    await studio.time.skipTo(notifiedAt + DAY_MS);
    expect(studio.events()).toEqual([]);
    await studio.patch(`/manage/packages/${id}`, { expiresAt: '2026-03-11T00:00:00.000Z' });
    await studio.time.skipTo(notifiedAt + DAY_MS + HOUR_MS);
    expect(studio.events()).toEqual(['package.expiring']);
  });

  test('is not raised where the site has disabled it', async () => {
    const { studio, clientId } = await open('2026-03-01T12:00:00.000Z');
    const off = { notification: { packageExpiring: { enabled: false } } };
    await studio.patch(`/v2/settings?siteId=${MAIN_SITE}`, off);
    await sellPackage(studio, clientId, { validityDays: 2 });
    await studio.time.moveTo(Date.parse('2026-03-01T14:00:00.000Z'));
    expect(studio.events()).toEqual([]);
  });
});

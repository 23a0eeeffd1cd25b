import { beforeEach, describe, expect, test } from 'bun:test';
import { storeZoneRules, zoneRulesOf } from '../../../src/database/zone-rules.ts';
import { openStudio, type Studio } from '../../helpers/api.ts';
import { addDraft } from '../../helpers/challenges.ts';
import { createClient, sellPackage } from '../../helpers/sales.ts';

const NOW = '2026-11-20T12:00:00Z';
const VANCOUVER = 'America/Vancouver';

let studio: Studio;
let siteId: string;
let scheduleId: string;
beforeEach(async () => {
  studio = await openStudio({ startAt: Date.parse(NOW) });
  siteId = (await studio.given(studio.post('/v2/sites', { name: 'Pacific', timezone: VANCOUVER }))).id;
  const schedule = {
    name: 'Yoga',
    siteId,
    startDate: '2026-12-01',
    startTime: '18:00',
    durationMinutes: 60,
    capacity: 1,
    recurrenceRule: { frequency: 'weekly', daysOfWeek: ['TU'], count: 3 },
  };
  ({ id: scheduleId } = await studio.given(studio.post('/v2/schedules', schedule)));
});

const sessions = async (): Promise<{ id: string; startTime: string; localDate: string; localStartTime: string }[]> =>
  (await studio.get(`/v2/sessions?location_id=${siteId}`)).body.data;
const starts = async () => (await sessions()).map(({ startTime }) => startTime);

const later = (column: string) => `"${column}" = strftime('%Y-%m-%dT%H:%M:%fZ', "${column}", '+1 hour')`;

/** Makes the data those of an earlier release, for which Vancouver is an hour further to the west in winter. */
const makeOlder = (): void => {
  studio.db.run(`delete from appliance where name = 'timeZoneRules'`);
  studio.db.run(`update sessions set ${later('startTime')}, ${later('endTime')} where siteId = '${siteId}'`);
  studio.db.run(`update bookings set ${later('startTime')} where siteId = '${siteId}'`);
  studio.db.run(`update packages set ${later('expiresAt')}, ${later('nextRenewalAt')} where siteId = '${siteId}'`);
};

/** Starts the program again with the rules of now, and returns its events. */
const restart = async () => {
  const [{ id: last }] = studio.db.query('select max(id) as id from events').all() as [{ id: string }];
  const { db, seal } = studio;
  studio = await openStudio({ file: db.serialize(), seal, startAt: Date.parse(NOW) });
  await studio.caughtUp;
  return studio.eventsInFull().filter(({ id }) => id > last);
};

const RIGHT = ['2026-12-02T02:00:00.000Z', '2026-12-09T02:00:00.000Z', '2026-12-16T02:00:00.000Z'].map((instant) =>
  instant.replace('T02', 'T01'),
);

describe('the first start with other rules', () => {
  test('sessions stay at their wall time, bookings keep their place, and an event says so', async () => {
    const [first] = await sessions();
    const booking = await studio.given(
      studio.post('/v2/bookings', { sessionId: first?.id, clientId: await createClient(studio) }),
    );
    const waiting = { sessionId: first?.id, clientId: await createClient(studio), joinWaitlist: true };
    await studio.given(studio.post('/v2/bookings', waiting));
    const talk = { name: 'Talk', siteId, startTime: '2026-12-05T19:00:00Z', durationMinutes: 30 };
    await studio.given(studio.post('/manage/sessions', talk));
    makeOlder();
    const events = await restart();
    const [yoga, ...others] = await sessions();
    expect([yoga, ...others].map((session) => session?.startTime)).toEqual([
      RIGHT[0],
      '2026-12-05T19:00:00.000Z',
      RIGHT[1],
      RIGHT[2],
    ]);
    expect(yoga).toMatchObject({ localDate: '2026-12-01', localStartTime: '18:00', isModified: false, bookedCount: 1 });
    expect(events.map(({ type }) => type)).toEqual(Array(4).fill('session.updated'));
    expect(events[0]?.data).toMatchObject({
      sessionId: yoga?.id,
      changes: { startTime: RIGHT[0], endTime: '2026-12-02T02:00:00.000Z' },
      previous: { startTime: '2026-12-02T02:00:00.000Z', endTime: '2026-12-02T03:00:00.000Z' },
    });
    expect(Object.keys((events[0]?.data.changes ?? {}) as object).sort()).toEqual(['endTime', 'startTime']);
    const { body } = await studio.get(`/v2/bookings/${booking.id}`);
    expect([body.status, body.freeCancelUntil]).toEqual(['confirmed', '2026-12-01T13:00:00.000Z']);
    const [{ count }] = studio.db
      .query(`select count(*) as count from bookings where startTime = ?`)
      .all(String(RIGHT[0])) as [{ count: number }];
    expect(count).toBe(2);
    // The next start finds nothing to do.
    expect(await restart()).toEqual([]);
    expect(await starts()).toContain(String(RIGHT[0]));
  });

  test('a session that somebody edited stays at its instant', async () => {
    const [, second] = await sessions();
    await studio.given(studio.patch(`/manage/sessions/${second?.id}`, { name: 'Other yoga' }));
    makeOlder();
    expect((await restart()).map(({ type }) => type)).toEqual(['session.updated', 'session.updated']);
    const [one, two] = await sessions();
    expect([one?.startTime, two?.startTime]).toEqual([RIGHT[0], '2026-12-09T02:00:00.000Z']);
    expect(two).toMatchObject({ localDate: '2026-12-08', localStartTime: '19:00', isModified: true });
  });

  test('packages end with the same local day, and others at their instant', async () => {
    const clientId = await createClient(studio);
    const sold = await sellPackage(studio, clientId, { validityDays: 10 }, { siteId });
    expect(sold.expiresAt).toBe('2026-12-01T06:59:59.999Z');
    const set = await sellPackage(studio, clientId, {}, { siteId });
    const elsewhere = await sellPackage(studio, clientId, { validityDays: 10 });
    await studio.patch(`/manage/packages/${set.id}`, { expiresAt: '2026-12-10T20:00:00Z' });
    makeOlder();
    expect((await restart()).map(({ type }) => type)).toEqual(Array(3).fill('session.updated'));
    const ends = await Promise.all(
      [sold, set, elsewhere].map(async ({ id }) => (await studio.get(`/v2/packages/${id}`)).body.expiresAt),
    );
    expect(ends).toEqual(['2026-12-01T06:59:59.999Z', '2026-12-10T21:00:00.000Z', '2026-12-01T04:59:59.999Z']);
  });

  test('a slot that a change of the clock skipped is at its own time where it is not skipped any more', async () => {
    await studio.given(studio.patch(`/v2/schedules/${scheduleId}`, { startTime: '02:30' }));
    makeOlder();
    // The clock was set forward in that night.
    studio.db.run(`update sessions set localStartTime = '03:30' where occurrenceKey like '2026-12-08%'`);
    expect((await restart()).map(({ type }) => type)).toEqual(Array(3).fill('session.updated'));
    const [, second] = await sessions();
    expect(second).toMatchObject({ startTime: '2026-12-08T09:30:00.000Z', localStartTime: '02:30' });
  });
});

describe('other rules than those that are remembered', () => {
  test('what they were is known of each zone, also of one that the runtime has otherwise', async () => {
    const stored = zoneRulesOf(studio.db);
    expect([stored?.version, stored?.clocks[VANCOUVER]?.at(-1)?.[1]]).toEqual(['2026f', -25_200_000]);
    const clientId = await createClient(studio);
    const sold = await sellPackage(studio, clientId, { validityDays: 10 }, { siteId });
    const value = { ...stored, version: '2026e', clocks: { ...stored?.clocks, [VANCOUVER]: [[null, -36_000_000]] } };
    studio.db.query(`update appliance set value = ? where name = 'timeZoneRules'`).run(JSON.stringify(value));
    studio.db.query('update packages set expiresAt = ?').run('2026-12-01T09:59:59.999Z');
    expect(await restart()).toEqual([]);
    expect((await studio.get(`/v2/packages/${sold.id}`)).body.expiresAt).toBe('2026-12-01T06:59:59.999Z');
    expect(zoneRulesOf(studio.db)?.version).toBe('2026f');
  });

  test('challenges and periods of leaderboards begin and end with the days of the new ones', async () => {
    const challenge = await studio.given(
      addDraft(studio, { timezone: VANCOUVER, startDate: '2026-12-01', endDate: '2026-12-31' }),
    );
    studio.db.run(`update challenges set ${['startsAt', 'endsAt', 'closesAt'].map(later).join(', ')}`);
    studio.db.run(`update leaderboardPeriods set ${['startsAt', 'endsAt', 'closesAt'].map(later).join(', ')}`);
    studio.db.run(`delete from appliance where name = 'timeZoneRules'`);
    await restart();
    const row = studio.db.query('select startsAt, endsAt, closesAt from challenges where id = ?').get(challenge.id);
    expect(row).toEqual({
      startsAt: '2026-12-01T07:00:00.000Z',
      endsAt: '2027-01-01T07:00:00.000Z',
      closesAt: '2027-01-01T08:00:00.000Z',
    });
  });

  test('the clocks of new sites are remembered with them', async () => {
    await studio.given(studio.post('/v2/sites', { name: 'Prairie', timezone: 'America/Edmonton' }));
    expect(Object.keys(zoneRulesOf(studio.db)?.clocks ?? {}).sort()).toEqual([
      'America/Edmonton',
      'America/New_York',
      VANCOUVER,
    ]);
    storeZoneRules(studio.db, [], Date.parse(NOW));
    await restart();
    expect(Object.keys(zoneRulesOf(studio.db)?.clocks ?? {})).toHaveLength(3);
  });
});

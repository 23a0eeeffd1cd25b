import { describe, expect, test } from 'bun:test';
import { DAY_MS } from '../../../src/kernel/durations.ts';
import { MAIN_SITE } from '../../helpers/api.ts';
import { addSession } from '../../helpers/bookings.ts';
import { sellPackage } from '../../helpers/sales.ts';
import { openStreaks, type Streaks } from './set-up.ts';

/** A member of a studio in London who came on Monday 2 March. */
const open = async (): Promise<Streaks> => {
  const opened = await openStreaks('Europe/London', '2026-03-02T09:00:00.000Z');
  await opened.visit('2026-03-02T09:00:00.000Z');
  return opened;
};
const UNLIMITED = { type: 'unlimited', creditsTotal: null };
const freeze = async ({ now }: Streaks, id: string, startsAt: string, endsAt: string) =>
  expect((await now().post(`/manage/packages/${id}/freeze`, { startsAt, endsAt })).status).toBe(200);

describe('a week in which every package was frozen for a day', () => {
  test('neither breaks nor counts', async () => {
    const world = await open();
    const { moveTo, streak, visit, raised } = world;
    const { id } = await sellPackage(world.now(), world.clientId, UNLIMITED);
    await freeze(world, id, '2026-03-13T10:00:00.000Z', '2026-03-14T10:00:00.000Z');
    await moveTo('2026-03-09T09:00:00.000Z');
    expect(await streak()).toMatchObject({ length: 1, status: 'frozen' });
    // Past its end; the package itself no longer knows of the freeze.
    await moveTo('2026-03-16T00:00:00.000Z');
    await moveTo('2026-03-16T00:02:00.000Z');
    expect(world.now().db.query('select frozenFrom from packages').all()).toEqual([{ frozenFrom: null }]);
    expect(raised()).not.toContain('streak.broken weekly_attendance 1');
    expect(await streak()).toMatchObject({ length: 1, status: 'active', startedOn: '2026-03-02' });
    expect(await visit('2026-03-18T09:00:00.000Z')).toContain('streak.extended weekly_attendance 2');
    expect(await streak()).toMatchObject({ length: 2, startedOn: '2026-03-02' });
    // The week after it is not frozen.
    await moveTo('2026-03-29T22:58:00.000Z');
    await moveTo('2026-03-29T23:01:00.000Z');
    expect(raised()).toContain('streak.broken weekly_attendance 2');
  });

  test('breaks when the freeze is shorter, ended before, or not of every package', async () => {
    const world = await open();
    const { moveTo, streak, now, clientId } = world;
    const { id } = await sellPackage(now(), clientId, UNLIMITED);
    await freeze(world, id, '2026-03-13T10:00:00.000Z', '2026-03-14T09:59:00.000Z');
    await moveTo('2026-03-09T09:00:00.000Z');
    expect((await streak()).status).toBe('active');
    await now().post(`/manage/packages/${id}/unfreeze`);
    await freeze(world, id, '2026-03-09T10:00:00.000Z', '2026-03-20T10:00:00.000Z');
    expect((await streak()).status).toBe('frozen');
    const other = await sellPackage(now(), clientId, UNLIMITED);
    expect((await streak()).status).toBe('active');
    await freeze(world, other.id, '2026-03-10T10:00:00.000Z', '2026-03-20T10:00:00.000Z');
    expect((await streak()).status).toBe('frozen');
    await moveTo('2026-03-11T09:00:00.000Z');
    await now().post(`/manage/packages/${other.id}/unfreeze`);
    expect((await streak()).status).toBe('active');
    await moveTo('2026-03-16T00:00:00.000Z');
    expect((await streak()).status).toBe('broken');
  });

  test('stays frozen when the last credit is used later', async () => {
    const world = await open();
    const { moveTo, streak, visit, raised } = world;
    const { id } = await sellPackage(world.now(), world.clientId, { creditsTotal: 1 });
    await freeze(world, id, '2026-03-13T10:00:00.000Z', '2026-03-14T10:00:00.000Z');
    await moveTo('2026-03-16T09:00:00.000Z');
    const used = await world.now().post(`/manage/packages/${id}/adjust`, { delta: -1, reason: 'A class' });
    expect(used.body).toMatchObject({ status: 'depleted' });
    expect(await streak()).toMatchObject({ length: 1, status: 'active', startedOn: '2026-03-02' });
    await moveTo('2026-03-16T09:02:00.000Z');
    expect(raised()).toEqual(['streak.broken daily_activity 1']);
    expect(await visit('2026-03-18T09:00:00.000Z')).toContain('streak.extended weekly_attendance 2');
  });

  test('stays frozen when a package that was sold before starts with a later booking', async () => {
    const world = await open();
    const { moveTo, streak, visit, now, clientId } = world;
    const { id } = await sellPackage(now(), clientId, { creditsTotal: 3, activationType: 'on_first_booking' });
    await freeze(world, id, '2026-03-13T10:00:00.000Z', '2026-03-14T10:00:00.000Z');
    await moveTo('2026-03-16T09:00:00.000Z');
    expect(await streak()).toMatchObject({ length: 1, status: 'active' });
    const sessionId = await addSession(now(), { startsIn: 15 * DAY_MS });
    expect((await now().post('/v2/bookings', { clientId, sessionId })).status).toBe(201);
    expect((await now().get(`/manage/packages/${id}`)).body.startsAt).toBe('2026-03-16T09:00:00.000Z');
    expect(await streak()).toMatchObject({ length: 1, status: 'active', startedOn: '2026-03-02' });
    expect(await visit('2026-03-18T09:00:00.000Z')).toContain('streak.extended weekly_attendance 2');
  });

  test('breaks when a package that is not frozen had credits in it', async () => {
    const world = await open();
    const { moveTo, streak, now, clientId } = world;
    const { id } = await sellPackage(now(), clientId, UNLIMITED);
    const other = await sellPackage(now(), clientId, { creditsTotal: 1 });
    await freeze(world, id, '2026-03-13T10:00:00.000Z', '2026-03-14T10:00:00.000Z');
    await moveTo('2026-03-09T09:00:00.000Z');
    expect((await streak()).status).toBe('active');
    await now().post(`/manage/packages/${other.id}/adjust`, { delta: -1, reason: 'A class' });
    expect((await streak()).status).toBe('active');
    await moveTo('2026-03-16T09:00:00.000Z');
    expect((await streak()).status).toBe('broken');
  });

  test('leaves out a package that was used up before it, also when it gets credits later', async () => {
    const world = await open();
    const { moveTo, streak, now, clientId } = world;
    const { id } = await sellPackage(now(), clientId, UNLIMITED);
    const other = await sellPackage(now(), clientId, { creditsTotal: 1 });
    await now().post(`/manage/packages/${other.id}/adjust`, { delta: -1, reason: 'A class' });
    await freeze(world, id, '2026-03-13T10:00:00.000Z', '2026-03-14T10:00:00.000Z');
    await moveTo('2026-03-16T09:00:00.000Z');
    await now().post(`/manage/packages/${other.id}/adjust`, { delta: 1, reason: 'A gift' });
    expect(await streak()).toMatchObject({ length: 1, status: 'active' });
  });

  test('breaks a streak of days all the same, and counts when it is met', async () => {
    const world = await open();
    const { id } = await sellPackage(world.now(), world.clientId, UNLIMITED);
    await freeze(world, id, '2026-03-09T10:00:00.000Z', '2026-03-12T10:00:00.000Z');
    expect(await world.visit('2026-03-09T09:30:00.000Z')).toContain('streak.extended weekly_attendance 2');
    await world.moveTo('2026-03-11T09:00:00.000Z');
    expect((await world.streak('daily_activity')).status).toBe('broken');
    expect(await world.streak()).toMatchObject({ length: 2, status: 'active' });
  });
});

describe('a closure of the home site', () => {
  test('for whole periods neither breaks nor counts; for a part of a week it freezes the days alone', async () => {
    const { now, moveTo, streak, visit, raised } = await open();
    const closures = [
      { startDate: '2026-03-03', endDate: '2026-03-14', name: 'Works' },
      { startDate: '2026-03-15', endDate: '2026-03-15' },
    ];
    expect((await now().patch(`/v2/sites/${MAIN_SITE}`, { closures })).status).toBe(200);
    await moveTo('2026-03-04T09:00:00.000Z');
    expect(await streak('daily_activity')).toMatchObject({ length: 1, status: 'frozen' });
    expect(await streak()).toMatchObject({ length: 1, status: 'active' });
    await moveTo('2026-03-09T09:00:00.000Z');
    expect(await streak()).toMatchObject({ length: 1, status: 'frozen' });
    await moveTo('2026-03-15T23:58:00.000Z');
    await moveTo('2026-03-16T00:02:00.000Z');
    expect(raised()).toEqual([]);
    expect(await visit('2026-03-16T09:00:00.000Z')).toEqual([
      'streak.extended weekly_attendance 2',
      'streak.extended daily_activity 2',
    ]);
    const fewer = [{ startDate: '2026-03-17', endDate: '2026-03-28' }];
    await now().patch(`/v2/sites/${MAIN_SITE}`, { closures: [...closures, ...fewer] });
    await moveTo('2026-03-30T00:00:00.000Z');
    expect((await streak()).status).toBe('broken');
    expect((await streak('daily_activity')).status).toBe('broken');
  });
});

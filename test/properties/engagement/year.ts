// A small studio and what happens in it in a year.

import { DAY_MS, HOUR_MS } from '../../../src/kernel/durations.ts';
import { MAIN_SITE, openStudio, type Studio } from '../../helpers/api.ts';
import { addClient } from '../../helpers/bookings.ts';
import { addDraft, addPart, publish } from '../../helpers/challenges.ts';
import { addEntry } from '../../helpers/content.ts';
import { createPlan } from '../../helpers/sales.ts';
import type { Choices } from '../../helpers/seeded.ts';

const ZONES = ['America/New_York', 'Europe/London', 'Australia/Lord_Howe'];

export interface World {
  studio: Studio;
  readonly clients: string[];
  readonly metricId: string;
  readonly planId: string;
  readonly videoId: string;
  readonly manualId: string;
  readonly challenges: readonly { readonly id: string; readonly goalIds: readonly string[] }[];
  readonly otherSite: string;
  readonly bookings: string[];
  readonly entries: { readonly id: string; readonly clientId: string }[];
}

type Act = (world: World, choose: Choices) => Promise<unknown>;

const asMember =
  ({ studio }: World, clientId: string) =>
  (method: string, path: string, body?: object) =>
    studio.send(method, `/v2/member/${path}`, body, { 'x-client-id': clientId });

const someone = ({ clients }: World, choose: Choices): string => choose.of(clients) ?? '';

export const dateAfter = (world: World, days: number): string =>
  new Date(world.studio.time.now() + days * DAY_MS).toISOString().slice(0, 10);

/** What happens in a studio; the name says what. Some of it is refused, which must move nothing. */
export const ACTIONS: Readonly<Record<string, Act>> = {
  comeIn: ({ studio, otherSite, ...world }, choose) =>
    studio.post('/v2/checkins', {
      clientId: choose.of(world.clients),
      locationId: choose.once(4) ? otherSite : MAIN_SITE,
    }),
  async attend(world, choose) {
    const { studio, bookings } = world;
    const startTime = new Date(Math.ceil(studio.time.now() / HOUR_MS + 0.5) * HOUR_MS).toISOString();
    const session = { siteId: MAIN_SITE, name: 'Flow', startTime, durationMinutes: 60 };
    const { body: made } = await studio.post('/manage/sessions', session);
    const booking = { clientId: someone(world, choose), sessionId: made.id };
    const { status, body } = await studio.post('/v2/bookings', booking);
    if (status !== 201) return;
    await studio.post(`/v2/bookings/${body.id}/checkin`);
    bookings.push(body.id);
  },
  cancel: ({ studio, bookings }, choose) => studio.post(`/v2/bookings/${choose.of(bookings)}/cancel`),
  async record(world, choose) {
    const clientId = someone(world, choose);
    const value = 20 + choose.below(10) * 5;
    const recordedAt = new Date(world.studio.time.now() - choose.below(30) * DAY_MS).toISOString();
    const visibility = choose.once(2) ? 'leaderboard' : 'private';
    const sent = { contentEntryId: world.metricId, value, unit: choose.of(['kg', 'lb']), recordedAt, visibility };
    const { status, body } = await asMember(world, clientId)('POST', 'metrics/entries', sent);
    if (status === 201) world.entries.push({ id: body.id, clientId });
  },
  async edit(world, choose) {
    const { id, clientId } = choose.of(world.entries) ?? { id: MAIN_SITE, clientId: someone(world, choose) };
    await asMember(world, clientId)('PUT', `metrics/entries/${id}`, { value: 20 + choose.below(10) * 5 });
  },
  async delete(world, choose) {
    const { id, clientId } = choose.of(world.entries) ?? { id: MAIN_SITE, clientId: someone(world, choose) };
    await asMember(world, clientId)('DELETE', `metrics/entries/${id}`);
  },
  enrol: (world, choose) =>
    asMember(world, someone(world, choose))('POST', `challenges/${choose.of(world.challenges)?.id}/enroll`, {
      acceptRules: true,
    }),
  withdraw: (world, choose) =>
    asMember(world, someone(world, choose))('DELETE', `challenges/${choose.of(world.challenges)?.id}/enroll`),
  async commit(world, choose) {
    const { id, goalIds = [] } = choose.of(world.challenges) ?? {};
    const goals = [{ goalId: choose.of(goalIds), target: 1 + choose.below(5) }];
    await asMember(world, someone(world, choose))('POST', `challenges/${id}/goals/commit`, { goals });
  },
  async submitTwice(world, choose) {
    const send = asMember(world, someone(world, choose));
    const { id, goalIds = [] } = choose.of(world.challenges) ?? {};
    const goals = [{ goalId: choose.of(goalIds), value: choose.below(6) }];
    const path = `challenges/${id}/goals/submit`;
    await Promise.all([send('POST', path, { goals }), send('POST', path, { goals })]);
  },
  /** Six minutes of a video, which the jobs of these minutes see too. */
  async watch(world, choose) {
    const { studio, videoId: contentMediaId } = world;
    const send = asMember(world, someone(world, choose));
    const { status, body } = await send('POST', 'video/sessions', { contentMediaId });
    if (status !== 201) return;
    await studio.time.moveTo(studio.time.now() + 360_000);
    const beat = { positionSeconds: 60 * (1 + choose.below(6)), state: 'playing' };
    await send('PUT', `video/sessions/${body.id}/heartbeat`, beat);
  },
  /** Both sites are closed for days that come, so that it does not matter which one is the home. */
  async close(world, choose) {
    const startDate = dateAfter(world, 2 + choose.below(6));
    const endDate = new Date(Date.parse(startDate) + choose.below(16) * DAY_MS).toISOString().slice(0, 10);
    for (const siteId of [MAIN_SITE, world.otherSite]) {
      const { body } = await world.studio.get(`/v2/sites/${siteId}`);
      const closures = [...body.closures.slice(-50), { startDate, endDate }];
      await world.studio.patch(`/v2/sites/${siteId}`, { closures });
    }
  },
  grant: (world, choose) =>
    world.studio.post(`/manage/awards/${world.manualId}/grants`, { clientId: someone(world, choose) }),
  async revoke({ studio }, choose) {
    const grants = studio.db.query('select id, awardId from awardGrants where revokedAt is null').all();
    const { id, awardId } = (choose.of(grants) ?? {}) as { id?: string; awardId?: string };
    if (id !== undefined) await studio.send('DELETE', `/manage/awards/${awardId}/grants/${id}`);
  },
  sell: (world, choose) =>
    world.studio.post('/manage/packages', {
      clientId: someone(world, choose),
      planId: world.planId,
      paymentMethod: 'cash',
    }),
  async freeze({ studio }, choose) {
    const { id } = choose.of(studio.db.query('select id from packages').all() as { id: string }[]) ?? {};
    const begins = studio.time.now() + (choose.once(2) ? choose.below(5) * DAY_MS : 0);
    const endsAt = new Date(begins + (1 + choose.below(12)) * DAY_MS).toISOString();
    const freeze = { startsAt: new Date(begins).toISOString(), endsAt };
    if (id !== undefined) await studio.post(`/manage/packages/${id}/freeze`, freeze);
  },
  hide: (world, choose) =>
    world.studio.patch(`/v2/clients/${someone(world, choose)}`, {
      leaderboardVisibility: choose.of(['visible', 'initials', 'hidden']),
    }),
  moveHome: (world, choose) =>
    world.studio.patch(`/v2/clients/${someone(world, choose)}`, {
      homeLocationId: choose.once(2) ? world.otherSite : MAIN_SITE,
    }),
  async archive(world, choose) {
    const clientId = someone(world, choose);
    await world.studio.send('DELETE', `/v2/clients/${clientId}`);
    if (choose.once(2)) await world.studio.patch(`/v2/clients/${clientId}`, { status: 'active' });
  },
  rezone: ({ studio, otherSite }, choose) =>
    studio.patch(`/v2/sites/${choose.once(2) ? otherSite : MAIN_SITE}`, { timezone: choose.of(ZONES) }),
};

const OFTEN = ['comeIn', 'attend', 'record', 'enrol', 'submitTwice', 'watch'];
export const NAMES = [...Object.keys(ACTIONS), ...OFTEN, ...OFTEN];

/** A challenge with a goal of each period. */
const openChallenge = async (studio: Studio, periods: readonly string[], fields: object) => {
  const { id } = await addDraft(studio, { enrollmentOpensAt: '2026-01-01T00:00:00Z', ...fields });
  const goalIds: string[] = [];
  for (const period of periods) {
    const goal = { title: period, period, targetType: 'count', defaultTarget: 3, minTarget: 1, maxTarget: 5 };
    goalIds.push((await addPart(studio, id, 'goals', goal)).id);
  }
  await publish(studio, id);
  return { id, goalIds };
};

export const openWorld = async (choose: Choices): Promise<World> => {
  const studio = await openStudio({ startAt: Date.parse('2026-01-05T15:00:00Z') });
  const otherSite = (await studio.post('/v2/sites', { name: 'Uptown', timezone: choose.of(ZONES) })).body.id;
  const clients = await Promise.all([1, 2, 3, 4].map(() => addClient(studio)));
  const metricDefinition = { dimension: 'weight', direction: 'higher_is_better', repSchemes: [1] };
  const { id: metricId } = await addEntry(studio, { title: 'Squat', type: 'metric', metricDefinition });
  const { id: entryId } = await addEntry(studio, { title: 'Flow', type: 'video' });
  const media = { entryId, kind: 'video', externalUrl: 'https://video.example/a.mp4', durationSeconds: 3600 };
  const { id: videoId } = (await studio.post('/manage/content/media', media)).body;
  const planId = await createPlan(studio, { type: 'unlimited', creditsTotal: null, validityDays: 300 });
  const whole = await openChallenge(studio, ['day', 'week', 'challenge'], {
    startDate: '2026-02-01',
    endDate: '2026-07-31',
    capacity: 3,
    enrollmentOpensAt: '2026-01-01T00:00:00Z',
    pointsRules: { perAttendance: 10, maxAttendancePerDay: 2, perGoal: 5, dailyCap: 25 },
  });
  const sprint = await openChallenge(studio, ['week', 'challenge'], {
    startDate: '2026-03-02',
    endDate: '2026-05-03',
    siteIds: [MAIN_SITE],
    pointsRules: { perAttendance: 3, perGoal: 4 },
  });
  for (const board of [
    { name: 'Week', rankBy: 'attendance', periodType: 'weekly' },
    { name: 'Month', rankBy: 'attendance', periodType: 'monthly', scope: 'site', siteId: otherSite },
    { name: 'Squat', rankBy: 'metric', periodType: 'all_time', metricContentEntryId: metricId },
    { name: 'Points', rankBy: 'points', periodType: 'challenge', challengeId: whole.id },
    { name: 'Points of the month', rankBy: 'points', periodType: 'monthly', challengeId: whole.id },
    { name: 'Streak', rankBy: 'streak', periodType: 'all_time' },
    { name: 'Streak of the month', rankBy: 'streak', periodType: 'monthly', isOptInRequired: true },
    { name: 'Watched', rankBy: 'watch_time', periodType: 'weekly' },
  ]) {
    const { status, body } = await studio.post('/manage/leaderboards', { scope: 'brand', ...board });
    if (status !== 201) throw new Error(JSON.stringify(body));
  }
  let manualId = '';
  for (const award of [
    { name: 'Ten', trigger: 'visits', threshold: 10 },
    { name: 'Days', trigger: 'streak', streakType: 'daily_activity', threshold: 2, isRepeatable: true },
    { name: 'Strong', trigger: 'metric', metricContentEntryId: metricId, threshold: 30, isRepeatable: true },
    { name: 'Done', trigger: 'challenge', isRepeatable: true },
    { name: 'First', trigger: 'challenge', challengeId: whole.id, maxRank: 1 },
    { name: 'Kind', trigger: 'manual', isRepeatable: true },
  ]) {
    const { status, body } = await studio.post('/manage/awards', award);
    if (status !== 201) throw new Error(JSON.stringify(body));
    manualId = body.id;
  }
  const made = { studio, clients, metricId, videoId, manualId, planId, otherSite };
  return { ...made, bookings: [], entries: [], challenges: [whole, sprint] };
};

// What members do for their streaks, challenges and boards.

import type { Choices } from '../../helpers/seeded.ts';
import { type Row, rowsOf, send, type World } from '../world.ts';
import { type Act, asMember, done, short, someClient } from './act.ts';

const DAY_MS = 86_400_000;

const someChallenge = (world: World, choose: Choices): string | undefined =>
  choose.of(rowsOf(world, `select id from challenges where archivedAt is null order by id desc limit 3`))?.id;

const enrol: Act = async (world, choose) => {
  const [clientId, id] = [someClient(world, choose), someChallenge(world, choose)];
  if (clientId === undefined || id === undefined) return undefined;
  const [method, body] = choose.once(5) ? ['DELETE', undefined] : ['POST', { acceptRules: true }];
  return done(
    `${method} ${short(clientId)} ${short(id)}`,
    await asMember(world, clientId, method, `challenges/${id}/enroll`, body),
  );
};

const submit: Act = async (world, choose) => {
  const taking = choose.of(
    rowsOf(
      world,
      `select e.clientId, e.challengeId, g.id as goalId from challengeEnrollments e join challengeGoals g on g.challengeId = e.challengeId
       where e.status = 'enrolled' order by e.id desc, g.id limit 20`,
    ),
  );
  if (taking === undefined) return undefined;
  const { clientId, challengeId, goalId } = taking;
  const isCommitment = choose.once(4);
  const goals = [isCommitment ? { goalId, target: 1 + choose.below(5) } : { goalId, value: choose.below(6) }];
  const path = `challenges/${challengeId}/goals/${isCommitment ? 'commit' : 'submit'}`;
  return done(`${short(clientId)} ${short(goalId)}`, await asMember(world, clientId, 'POST', path, { goals }));
};

const record: Act = async (world, choose) => {
  const clientId = someClient(world, choose);
  const own = choose.of(rowsOf(world, 'select id, clientId from metricEntries order by id desc limit 10'));
  if (clientId === undefined || world.metricId === '') return undefined;
  if (own !== undefined && choose.once(8))
    return done(
      `share ${short(own.id)}`,
      await asMember(world, own.clientId, 'POST', `metrics/entries/${own.id}/share`),
    );
  const value = 20 + choose.below(10) * 5;
  if (own !== undefined && choose.once(3)) {
    const [method, body] = choose.once(2) ? ['DELETE', undefined] : ['PUT', { value }];
    return done(
      `${method} ${short(own.id)}`,
      await asMember(world, own.clientId, method, `metrics/entries/${own.id}`, body),
    );
  }
  const recordedAt = new Date(world.program.studio.time.now() - choose.below(30) * DAY_MS).toISOString();
  const entry = { contentEntryId: world.metricId, value, unit: choose.of(['kg', 'lb']), recordedAt };
  return done(
    short(clientId),
    await asMember(world, clientId, 'POST', 'metrics/entries', { ...entry, visibility: 'leaderboard' }),
  );
};

const prefer: Act = async (world, choose) => {
  const clientId = someClient(world, choose);
  if (clientId === undefined) return undefined;
  const body = {
    reminderMinutesBefore: choose.of([[1440, 120], [60], []]),
    quietHours: choose.once(2) ? { start: '22:00', end: '07:00' } : null,
    categories: { reminders: { email: !choose.once(3) } },
  };
  return done(short(clientId), await asMember(world, clientId, 'PUT', 'notifications/preferences', body));
};

/** A new challenge of the next weeks. */
const challenge: Act = async (world, choose) => {
  const date = (days: number): string =>
    new Date(world.program.studio.time.now() + days * DAY_MS).toISOString().slice(0, 10);
  const body = {
    title: `Challenge ${date(0)}`,
    type: 'points',
    startDate: date(2),
    endDate: date(9 + choose.below(30)),
    enrollmentOpensAt: new Date(world.program.studio.time.now()).toISOString(),
    pointsRules: { perAttendance: 10, maxAttendancePerDay: 2, perGoal: 5, dailyCap: 25 },
  };
  const made = await send(world, 'POST', '/manage/challenges', body);
  if (made.status !== 201) return done('', made);
  const goal = {
    title: 'Daily',
    period: choose.of(['day', 'week', 'challenge']),
    targetType: 'count',
    defaultTarget: 3,
    minTarget: 1,
    maxTarget: 5,
  };
  await send(world, 'POST', `/manage/challenges/${made.body.id}/goals`, goal);
  return done(short(made.body.id), await send(world, 'POST', `/manage/challenges/${made.body.id}/publish`));
};

/** Gives an award by hand, or takes one back. */
const grant: Act = async (world, choose) => {
  const [award] = rowsOf(world, `select id from awards where trigger = 'manual' order by id limit 1`);
  const path = `/manage/awards/${award?.id}/grants`;
  const given = choose.of(
    rowsOf(world, 'select id from awardGrants where awardId = ? order by id desc limit 5', award?.id ?? ''),
  );
  if (given !== undefined && choose.once(3))
    return done(`back ${short(given.id)}`, await send(world, 'DELETE', `${path}/${given.id}`));
  const clientId = someClient(world, choose);
  return done(short(clientId), await send(world, 'POST', path, { clientId }));
};

/** Changes how often an award is earned, or what counts for it: who has it keeps it. */
const changeAward: Act = async (world, choose) => {
  const award = choose.of(
    rowsOf(world, `select id from awards where trigger in ('visits', 'streak') order by id limit 4`),
  );
  if (award === undefined) return undefined;
  const body = { threshold: 2 + choose.below(12) };
  return done(`${short(award.id)} ${body.threshold}`, await send(world, 'PATCH', `/manage/awards/${award.id}`, body));
};

export const ENGAGEMENT: Readonly<Record<string, readonly [number, Act]>> = {
  'member enrols': [2, enrol],
  'member submits a goal': [2, submit],
  'member records a metric': [2, record],
  'member prefers': [1, prefer],
  'owner makes a challenge': [0.3, challenge],
  'owner grants an award': [0.6, grant],
  'owner changes an award': [0.15, changeAward],
};

const BOARDS = [
  { name: 'Week', rankBy: 'attendance', periodType: 'weekly' },
  { name: 'Month', rankBy: 'attendance', periodType: 'monthly' },
  { name: 'Streak', rankBy: 'streak', periodType: 'all_time' },
];

const AWARDS = [
  { name: 'Ten', trigger: 'visits', threshold: 10 },
  { name: 'Days', trigger: 'streak', streakType: 'daily_activity', threshold: 2, isRepeatable: true },
  { name: 'Done', trigger: 'challenge', isRepeatable: true },
  { name: 'Kind', trigger: 'manual' },
];

/** Makes boards, awards and a metric. Returns the id of the metric. */
export const openEngagement = async (
  made: (method: string, path: string, body: unknown) => Promise<Row>,
): Promise<string> => {
  const metricDefinition = { dimension: 'weight', direction: 'higher_is_better', repSchemes: [1] };
  const entry = { title: 'Squat', type: 'metric', status: 'published', metricDefinition };
  const { id } = await made('POST', '/manage/content/entries', entry);
  const lift = { name: 'Squat', rankBy: 'metric', periodType: 'all_time', metricContentEntryId: id };
  for (const board of [...BOARDS, lift]) await made('POST', '/manage/leaderboards', { scope: 'brand', ...board });
  for (const award of AWARDS) await made('POST', '/manage/awards', award);
  return id;
};

import { HOUR_MS } from '../../src/kernel/durations.ts';
import { MAIN_SITE, type Studio } from './api.ts';
import { addSessionInUtc } from './bookings.ts';
import { ACCEPT } from './challenges.ts';
import { image, must, own } from './every-field-requests.ts';
import { sellPackage } from './sales.ts';

interface Engaged {
  readonly clientId: string;
  readonly metricId: string;
  readonly sessionId: string;
  readonly siteId: string;
}

/** Adds records of engagement with every field that operations set. */
export const addEngagement = async (
  studio: Studio,
  { clientId, metricId, sessionId, siteId }: Engaged,
): Promise<void> => {
  const send = (method: string, path: string, body: object, client?: string) =>
    must(studio, method, path, body, client);
  const dates = { startDate: '2026-03-01', endDate: '2026-04-30' };
  const { id: awardId } = await send('POST', '/manage/awards', {
    name: 'Strong',
    description: 'Lifts',
    category: 'Metric',
    trigger: 'metric',
    threshold: 150,
    metricContentEntryId: metricId,
    badgeUrl: image('badge'),
    tier: 'gold',
    isHidden: true,
    ...own('strong'),
  });
  await send('POST', `/manage/awards/${awardId}/grants`, { clientId });
  await send('POST', '/manage/awards', { name: 'Steady', trigger: 'streak', streakType: 'video', threshold: 3 });
  const { id } = await send('POST', '/manage/challenges', {
    title: 'Spring',
    summary: 'Short',
    description: 'Long',
    imageUrl: image('spring'),
    type: 'points',
    ...dates,
    enrollmentOpensAt: '2026-01-01T00:00:00Z',
    enrollmentClosesAt: '2026-04-01T00:00:00Z',
    timezone: 'Europe/Paris',
    siteIds: [siteId],
    capacity: 50,
    rules: 'Fair',
    targetPerWeek: 3,
    pointsRules: { perAttendance: 1, perGoal: 2, perArticle: 3, perAssessment: 4, dailyCap: 50 },
    awardIds: [awardId],
    prizeDescription: 'Mat',
    ...own('spring'),
  });
  const part = (kind: string, body: object) => send('POST', `/manage/challenges/${id}/${kind}`, body);
  const { id: goalId } = await part('goals', {
    title: 'Walk',
    description: 'Far',
    category: 'Cardio',
    targetType: 'count',
    unit: 'km',
    defaultTarget: 5,
    minTarget: 1,
    maxTarget: 9,
    direction: 'at_most',
    period: 'week',
    pointsValue: 6,
    position: 2,
  });
  await part('goals', {
    title: 'Once',
    period: 'challenge',
    targetType: 'boolean',
    commitBy: '2026-03-10T00:00:00Z',
    submitBy: '2026-04-20T00:00:00Z',
  });
  const { id: assessmentId } = await part('assessments', {
    name: 'Start',
    stage: 'baseline',
    fields: [{ key: 'kg', label: 'Weight' }],
    pointsValue: 7,
    opensAt: '2026-03-01T00:00:00Z',
    closesAt: '2026-03-20T00:00:00Z',
  });
  const { id: contentEntryId } = await send('POST', '/manage/content/entries', {
    title: 'Sleep',
    type: 'article',
    status: 'published',
    access: 'challenge',
    accessChallengeIds: [id],
  });
  const { id: articleId } = await part('articles', {
    contentEntryId,
    weekNumber: 2,
    pointsValue: 8,
    estimatedMinutes: 4,
    position: 3,
  });
  await send('POST', `/manage/challenges/${id}/publish`, {});
  const top = { name: 'Top', trigger: 'challenge', challengeId: id, maxRank: 3, isRepeatable: false };
  await send('POST', '/manage/awards', top);
  await send('POST', '/manage/awards', { name: 'Often', trigger: 'visits', threshold: 5, isRepeatable: true });
  const board = { description: 'Best', divisions: ['Masters'], isOptInRequired: true, ...own('board') };
  const { id: leaderboardId } = await send('POST', '/manage/leaderboards', {
    key: 'spring',
    name: 'Spring',
    rankBy: 'points',
    challengeId: id,
    periodType: 'challenge',
    ...board,
  });
  await send('POST', '/manage/leaderboards', {
    key: 'squat',
    name: 'Squat',
    rankBy: 'metric',
    metricContentEntryId: metricId,
    periodType: 'monthly',
    scope: 'site',
    siteId,
    order: 'desc',
    timezone: 'Europe/Berlin',
    startDate: '2026-03-01',
    endDate: '2026-12-31',
  });
  await send('PATCH', `/manage/challenges/${id}`, { leaderboardId });
  const enrolment = { ...ACCEPT, division: 'Masters', displayConsent: true };
  await send('POST', `/v2/member/challenges/${id}/enroll`, enrolment, clientId);
  const act = (path: string, body: object) => send('POST', `/v2/member/challenges/${id}/${path}`, body, clientId);
  await act('goals/commit', { goals: [{ goalId, target: 4 }] });
  await act('goals/submit', { goals: [{ goalId, value: 3, note: 'Rain' }] });
  await act('assessments/submit', { assessmentId, values: { kg: 70 } });
  await act(`articles/${articleId}/read`, {});
  const value = { value: 100, unit: 'lb', reps: 5, notes: 'belt', visibility: 'private', source: 'class' };
  const at = { recordedAt: '2026-03-01T23:30:00Z', challengeId: id, sessionId };
  await send('POST', '/v2/member/metrics/entries', { contentEntryId: metricId, ...value, ...at }, clientId);
};

/** Bookings with a package: one that came, and one that was cancelled late. */
export const addVisits = async (studio: Studio, clientId: string): Promise<string> => {
  const send = (path: string, body: object) => must(studio, 'POST', path, body);
  const { id: packageId } = await sellPackage(
    studio,
    clientId,
    {},
    { startsAt: '2026-03-01T00:00:00Z', siteId: MAIN_SITE },
  );
  const sessionId = await addSessionInUtc(studio, HOUR_MS / 4);
  const { id: bookingId } = await send('/v2/bookings', {
    clientId,
    sessionId,
    packageId,
    notes: 'mat',
    ...own('visit'),
  });
  await send(`/v2/bookings/${bookingId}/checkin`, {});
  const late = await send('/v2/bookings', {
    clientId,
    sessionId: await addSessionInUtc(studio, 2 * HOUR_MS),
    packageId,
  });
  await send(`/v2/bookings/${late.id}/cancel`, { reason: 'other' });
  const fee = { clientId, amount: 300, currency: 'EUR', paymentMethod: 'cash', purpose: 'drop_in', bookingId };
  await send('/manage/payments', fee);
  await send('/v2/checkins', { clientId, locationId: MAIN_SITE, source: 'kiosk', ...own('door') });
  return sessionId;
};

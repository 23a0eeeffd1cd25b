import { expect, test } from 'bun:test';
import { DAY_MS, HOUR_MS } from '../../../src/kernel/durations.ts';
import { ChallengeEnrollment } from '../../../src/resources/challenges/record.ts';
import { dayOfSite } from '../../../src/resources/messages/daily/day-of-site.ts';
import { tellOfExpiringCards } from '../../../src/resources/messages/daily/expiring-cards.ts';
import { tellOfStartingChallenges } from '../../../src/resources/messages/daily/starting-challenges.ts';
import { PaymentMethod } from '../../../src/resources/payment-methods/record.ts';
import { Site } from '../../../src/resources/sites/record.ts';
import { MAIN_SITE, type Studio } from '../../helpers/api.ts';
import { addBooking, addClient, addSession } from '../../helpers/bookings.ts';
import { addChallenge } from '../../helpers/challenges.ts';
import { openMailStudio } from '../../helpers/mails.ts';
import { queryPlans } from '../../helpers/query-plans.ts';
import { sellPackage } from '../../helpers/sales.ts';

/** 2 March 2026, 10:00 in New York: outside of quiet hours. */
const open = async (startAt = Date.parse('2026-03-02T15:00:00Z')) => {
  const { studio, mails } = await openMailStudio(undefined, { startAt });
  return { studio, mails, subjects: () => mails.splice(0).map(({ to, subject }) => `${to}: ${subject}`) };
};

const addCard = (studio: Studio, clientId: string, expYear: number, expMonth: number): Promise<unknown> =>
  studio.store.write((tx) => {
    const card = { brand: 'visa', last4: '4242', expMonth, expYear, funding: 'credit', country: null };
    const row = { ...PaymentMethod.initial(tx), clientId, status: 'active' as const, ...card };
    PaymentMethod.rows.insert(tx, { ...row, processor: 'sandbox', mode: 'test', account: null });
  });

/** Who is told within two hours of cards that expire in February, March and April 2026, and in March 2027. */
const notifiedFrom = async (day: string): Promise<string[]> => {
  const { studio, subjects } = await open(Date.parse(`${day}T15:00:00Z`));
  for (const [email, year, month] of [
    ['february@example.com', 2026, 2],
    ['march@example.com', 2026, 3],
    ['april@example.com', 2026, 4],
    ['later@example.com', 2027, 3],
  ] as const) {
    await addCard(studio, await addClient(studio, { email }), year, month);
  }
  await studio.time.moveTo(studio.time.now() + 2 * HOUR_MS);
  return subjects();
};

test('a card that expires within 30 days is told of once', async () => {
  expect(await notifiedFrom('2026-03-02')).toEqual([
    'march@example.com: Your Visa ending in 4242 expires in March 2026',
  ]);
  const [last, first] = [await notifiedFrom('2026-03-31'), await notifiedFrom('2026-04-01')];
  expect(last.map((each) => each.split('@')[0]).sort()).toEqual(['april', 'march']);
  expect(first.map((each) => each.split('@')[0])).toEqual(['april']);
});

test('members of a challenge are told a day before that it starts, and those who left are not', async () => {
  const { studio, mails, subjects } = await open();
  const challengeId = await addChallenge(studio, { startDate: '2026-03-05', endDate: '2026-03-20' });
  const enrol = async (email: string, status: 'enrolled' | 'withdrawn'): Promise<void> => {
    const clientId = await addClient(studio, { email });
    await studio.store.write((tx) => {
      const given = { challengeId, clientId, status, enrolledAt: tx.now, spans: '[]' };
      ChallengeEnrollment.rows.insert(tx, { ...ChallengeEnrollment.initial(tx), ...given });
    });
  };
  await enrol('in@example.com', 'enrolled');
  await enrol('out@example.com', 'withdrawn');
  await studio.time.moveTo(Date.parse('2026-03-04T04:00:00Z'));
  expect(mails).toEqual([]);
  await studio.time.moveTo(Date.parse('2026-03-04T18:00:00Z'));
  expect(subjects()).toEqual(['in@example.com: Spring starts on Thursday, March 5']);
  await studio.time.moveTo(Date.parse('2026-03-06T18:00:00Z'));
  expect(mails).toEqual([]);
});

test('owners and managers get the figures of yesterday at six, for their sites', async () => {
  const { studio, mails } = await open();
  const { id: uptown } = await studio.given(studio.post('/v2/sites', { name: 'Uptown' }));
  for (const [role, siteIds] of [
    ['owner', []],
    ['manager', [uptown]],
    ['front_desk', []],
  ] as const) {
    const person = { firstName: 'Sam', lastName: 'Lo', email: `${role}@example.com`, role, siteIds };
    await studio.given(studio.post('/v2/staff', person));
  }
  const ann = await addClient(studio);
  await sellPackage(studio, ann);
  await studio.given(studio.post('/v2/checkins', { clientId: ann, siteId: MAIN_SITE }));
  await studio.time.moveTo(Date.parse('2026-03-03T10:59:00Z'));
  mails.splice(0);
  await studio.time.moveTo(Date.parse('2026-03-03T11:01:00Z'));
  const sent = mails.splice(0).map(({ to, subject }) => `${to}: ${subject}`);
  expect(sent.sort()).toEqual([
    'manager@example.com: Test studio, Monday, March 2: 0 visits',
    'owner@example.com: Test studio, Monday, March 2: 1 visit',
  ]);
  await studio.time.moveTo(studio.time.now() + 6 * HOUR_MS);
  expect(mails).toEqual([]);
  await studio.given(studio.patch('/v2/settings', { notification: { dailySummary: false } }));
  await studio.time.moveTo(studio.time.now() + DAY_MS);
  expect(mails).toEqual([]);
});

test('the mail counts the visits and no-shows of yesterday as the report does, with a class and without', async () => {
  const { studio, mails } = await open();
  await studio.given(
    studio.post('/v2/staff', { firstName: 'Sam', lastName: 'Lo', email: 'owner@example.com', role: 'owner' }),
  );
  const [ann, ben, eve, kim] = await Promise.all(Array.from({ length: 4 }, () => addClient(studio)));
  const sessionId = await addSession(studio, {
    startTime: '2026-03-02T20:00:00.000Z',
    localDate: '2026-03-02',
    endTime: '2026-03-02T21:00:00.000Z',
  });
  const book = async (clientId?: string): Promise<string> => addBooking(studio, String(clientId), sessionId);
  const [first, second, missing] = [await book(ann), await book(ben), await book(eve)];
  await studio.given(studio.post(`/v2/bookings/${first}/checkin`));
  await studio.given(studio.post(`/v2/bookings/${second}/checkin`));
  await studio.given(studio.post(`/v2/bookings/${missing}/noshow`));
  await studio.given(studio.post('/v2/checkins', { clientId: kim, siteId: MAIN_SITE }));
  await studio.time.moveTo(Date.parse('2026-03-03T11:01:00Z'));
  const summaries = mails.splice(0).filter(({ to }) => to === 'owner@example.com');
  expect(summaries.at(-1)?.subject).toBe('Test studio, Monday, March 2: 3 visits');
  const report = await studio.get('/manage/reports/attendance?from=2026-03-02&to=2026-03-02');
  expect(report.body.figures).toMatchObject({ visits: 3, classVisits: 2, otherVisits: 1, noShows: 1 });
  const site = Site.rows.find(studio.store.view(), MAIN_SITE);
  if (site === undefined) throw new Error('there is no site');
  const { visits, noShows } = dayOfSite(studio.store.view(), site, '2026-03-02');
  expect([visits, noShows]).toEqual([report.body.figures.visits, report.body.figures.noShows]);
});

test('each job seeks what is due in an index', async () => {
  const { studio } = await open();
  const queue = { add: () => {}, cancel: () => {}, notifications: { add: () => {}, cancel: () => {} } };
  const plans = await queryPlans(studio, () => {
    for (const sweep of [tellOfExpiringCards(queue), tellOfStartingChallenges(queue)])
      sweep.rows(studio.store.view(), 1);
    const site = Site.rows.find(studio.store.view(), MAIN_SITE);
    if (site !== undefined) dayOfSite(studio.store.view(), site, '2026-03-01');
  });
  const steps = plans.flatMap((plan) => plan.steps);
  // The days of a report are a table of a few rows.
  const scans = steps.filter((step) => step.startsWith('SCAN') && !/json_each|^SCAN days$/.test(step));
  expect(scans).toEqual([]);
  for (const index of ['paymentMethodsByExpiry', 'challengesByStart', 'messagesOnce', 'checkinsOfReports']) {
    expect(steps.join(' ')).toContain(index);
  }
});

import { expect, test } from 'bun:test';
import { openStudio, type Studio } from '../../helpers/api.ts';
import { addClient } from '../../helpers/bookings.ts';
import { sellPackage } from '../../helpers/sales.ts';
import { addWaitlist, type Waitlist } from '../../helpers/waitlist.ts';

const SEATS = 100;
const WAITING = 50;

/** Cancels every seat while as many other clients book, all at once. */
const rush = async (studio: Studio, waitlist: Waitlist, newcomers: readonly string[], joinWaitlist: boolean) => {
  const { sessionId, seated } = waitlist;
  const cancels = seated.map((id) => () => studio.post(`/v2/bookings/${id}/cancel`, {}));
  const books = newcomers.map(
    (clientId) => () => studio.post('/v2/bookings', { clientId, sessionId, ...(joinWaitlist ? { joinWaitlist } : {}) }),
  );
  const mixed = cancels.flatMap((cancel, index) => [cancel, books[index] as () => ReturnType<typeof cancel>]);
  const answers = await Promise.all(mixed.map((act) => act()));
  const ofKind = (kind: 0 | 1) => answers.filter((_, index) => index % 2 === kind);
  return { cancelled: ofKind(0), booked: ofKind(1) };
};

const newcomersOf = async (studio: Studio): Promise<string[]> => {
  const clients: string[] = [];
  for (let count = 0; count < SEATS; count += 1) clients.push(await addClient(studio));
  return clients;
};

const counts = (studio: Studio, sessionId: string) => {
  const count = (condition: string) => studio.count(`bookings where sessionId = ? and ${condition}`, sessionId);
  return {
    confirmed: count("status = 'confirmed'"),
    waiting: count("status = 'waitlisted'"),
    promoted: count('promotedAt is not null'),
  };
};

test('100 cancellations and 100 bookings of a full session with a waitlist of 50: no seat stays empty', async () => {
  const studio = await openStudio();
  const waitlist = await addWaitlist(studio, SEATS, WAITING);
  const { cancelled, booked } = await rush(studio, waitlist, await newcomersOf(studio), false);
  expect(new Set(cancelled.map(({ status }) => status))).toEqual(new Set([200]));
  const seats = booked.filter(({ status }) => status === 201);
  expect(new Set(booked.filter(({ status }) => status !== 201).map(({ body }) => body.error.code))).toEqual(
    new Set(['session_full']),
  );
  // Every waitlisted client has a seat, before any new one, and each promotion raises one event.
  expect(counts(studio, waitlist.sessionId)).toEqual({
    confirmed: WAITING + seats.length,
    waiting: 0,
    promoted: WAITING,
  });
  const promotions = studio.eventsInFull().filter(({ type }) => type === 'booking.waitlist_promoted');
  expect(promotions.map(({ data }) => data.bookingId)).toEqual([...waitlist.waiting]);
  const { body } = await studio.get(`/v2/sessions/${waitlist.sessionId}`);
  expect(body).toMatchObject({ availableSpots: SEATS - WAITING - seats.length, waitlistCount: 0 });
  expect(seats.length).toBeGreaterThan(0);
});

test('the same with joinWaitlist: every seat is taken, in the order of the waitlist', async () => {
  const studio = await openStudio();
  const waitlist = await addWaitlist(studio, SEATS, WAITING);
  const { booked } = await rush(studio, waitlist, await newcomersOf(studio), true);
  expect(new Set(booked.map(({ status }) => status))).toEqual(new Set([201]));
  expect(counts(studio, waitlist.sessionId)).toEqual({ confirmed: SEATS, waiting: 50, promoted: SEATS });
  const rows = studio.db
    .query('select id, promotedAt from bookings where sessionId = ? and joinedAt is not null order by joinedAt, id')
    .all(waitlist.sessionId) as { promotedAt: string | null }[];
  // Promoted clients come before those who still wait.
  expect(rows.map(({ promotedAt }) => promotedAt !== null)).toEqual([
    ...Array<boolean>(SEATS).fill(true),
    ...Array<boolean>(50).fill(false),
  ]);
});

test('offers at once: each freed seat is held for one waitlisted client', async () => {
  const studio = await openStudio();
  await studio.patch('/v2/settings', { booking: { waitlistPromotionMode: 'confirmation_window' } });
  const waitlist = await addWaitlist(studio, SEATS, WAITING);
  await rush(studio, waitlist, await newcomersOf(studio), true);
  const { body } = await studio.get(`/v2/sessions/${waitlist.sessionId}`);
  const held = studio.count('bookings where sessionId = ? and holdsSeat = 1', waitlist.sessionId);
  expect(body.bookedCount + held).toBe(SEATS);
  expect(body.availableSpots).toBe(0);
  await Promise.all(waitlist.waiting.map((id) => studio.post(`/manage/bookings/${id}/promote`)));
  expect((await studio.get(`/v2/sessions/${waitlist.sessionId}`)).body.bookedCount).toBeGreaterThanOrEqual(WAITING);
});

test('one pack and 20 sessions at once: as many seats as credits', async () => {
  const studio = await openStudio();
  const clientId = await addClient(studio);
  const { id } = await sellPackage(studio, clientId, { creditsTotal: 5 });
  const waitlists = [];
  for (let count = 0; count < 20; count += 1) waitlists.push(await addWaitlist(studio, 0, 0, { capacity: 1 }));
  const answers = await Promise.all(
    waitlists.map(({ sessionId }) => studio.post('/v2/bookings', { clientId, sessionId, requireCredit: true })),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
  const { body } = await studio.get(`/v2/packages/${id}`);
  expect(body).toMatchObject({ creditsRemaining: 0, creditsUsed: 5, status: 'depleted' });
});

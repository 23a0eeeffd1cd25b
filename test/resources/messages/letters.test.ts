import { expect, test } from 'bun:test';
import { changeSignIn } from '../../../src/auth/staff/sign-in-rows.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/kernel/durations.ts';
import { MAIN_SITE } from '../../helpers/api.ts';
import { addBooking, addClient, addSession } from '../../helpers/bookings.ts';
import { keepMails, openMailStudio } from '../../helpers/mails.ts';
import { openStudioForMembers } from '../../helpers/members.ts';
import { paymentBody, sellPackage } from '../../helpers/sales.ts';
import { joinWaitlist } from '../../helpers/waitlist.ts';

const open = async () => {
  const { studio, mails } = await openMailStudio();
  /** The mails since the last call: what each says before its foot. */
  const said = async (): Promise<string[]> => {
    await studio.time.moveTo(studio.time.now() + 1000);
    return mails.splice(0).map(({ subject, text }) => `${subject}\n${text.split('\n\n-- ')[0]}`);
  };
  return { studio, mails, said };
};

test('a booking with credits says what is used, and its cancellation what came back', async () => {
  const { studio, said } = await open();
  const ann = await addClient(studio, { firstName: 'Ann' });
  await sellPackage(studio, ann, { name: 'Ten classes' });
  const [receipt = ''] = await said();
  expect(receipt).toContain('Thank you, Ann\n\nYou paid $180.00 on March 2, 2026.');
  expect(receipt).toContain('Paid with\nCash\n\nTen classes: $180.00\nTotal: $180.00');
  const sessionId = await addSession(studio, { startsIn: 3 * DAY_MS });
  const bookingId = await addBooking(studio, ann, sessionId);
  const [booked = ''] = await said();
  expect(booked).toContain('See you on Thursday. This uses one credit from your Ten classes. You have 9 credits left.');
  expect(booked).toContain('Cancel for free until Wednesday, March 4, 3:00 PM. After that, you lose the credit.');
  await studio.given(studio.post(`/v2/bookings/${bookingId}/cancel`));
  const [cancelled = ''] = await said();
  expect(cancelled).toContain('Your booking is canceled, Ann\n\nWe returned one credit to your Ten classes.');
});

test('an offer that lapses says so, and at the cut-off those in line are told of the spot that is open', async () => {
  const { studio, mails, said } = await open();
  await studio.given(
    studio.patch('/v2/settings', {
      booking: {
        waitlistPromotionMode: 'confirmation_window',
        waitlistConfirmationMinutes: 120,
        waitlistCutoffMinutes: 720,
      },
    }),
  );
  const ann = await addClient(studio, { firstName: 'Ann' });
  const sessionId = await addSession(studio, { startsIn: DAY_MS, capacity: 1 });
  const seated = await addBooking(studio, await addClient(studio), sessionId);
  await joinWaitlist(studio, ann, sessionId);
  await studio.given(studio.post(`/v2/bookings/${seated}/cancel`));
  await said();
  await studio.given(studio.time.moveTo(studio.time.now() + 2 * HOUR_MS));
  const [lapsed = '', ...others] = await said();
  expect(others).toEqual([]);
  expect(lapsed).toMatch(/^Your spot is no longer held: /);
  expect(lapsed).toContain('You are still on the waitlist. If a spot is open, you can book it.');
  await studio.given(studio.time.moveTo(studio.time.now() + 11 * HOUR_MS));
  const texts = (await said()).filter((text) => text.startsWith('A spot is open'));
  expect(texts).toHaveLength(1);
  expect(texts[0]).toContain('It is first come, first served.');
  await studio.given(studio.time.moveTo(studio.time.now() + HOUR_MS));
  expect(await said()).toEqual([]);
  expect(mails).toEqual([]);
});

test('a late cancellation says that the credit is lost, and what it costs', async () => {
  const { studio, said } = await open();
  await studio.given(studio.patch('/v2/settings', { payment: { lateCancelFee: 1500, feesApplyTo: 'all' } }));
  const ann = await addClient(studio, { firstName: 'Ann', preferredLocale: 'de-CH' });
  await sellPackage(studio, ann, { name: 'Zehnerkarte' });
  const bookingId = await addBooking(studio, ann, await addSession(studio, { startsIn: 3 * HOUR_MS }));
  const booked = (await said())[1] ?? '';
  expect(booked).toMatch(
    /Die Zeit für eine kostenlose Stornierung ist vorbei\. Jetzt kostet sie \$.15 und die Einheit\./,
  );
  await studio.given(studio.post(`/v2/bookings/${bookingId}/cancel`));
  const [cancelled = ''] = await said();
  expect(cancelled).toContain('Die Stornierung kam zu spät, deshalb verfällt die Einheit.');
  expect(cancelled).toMatch(/Verspätet storniert Eine späte Stornierung kostet \$.15\./);
});

test('in time, it says all that a later cancellation costs, and counts credits as the pages do, with those held for an offer', async () => {
  const { studio, said } = await open();
  await studio.given(studio.patch('/v2/settings', { payment: { lateCancelFee: 1500, feesApplyTo: 'all' } }));
  const ann = await addClient(studio, { firstName: 'Ann' });
  const bought = await sellPackage(studio, ann, { name: 'Ten classes' });
  studio.store.db.query('update "packages" set "creditsHeld" = 1 where "id" = ?').run(bought.id);
  await addBooking(studio, ann, await addSession(studio, { startsIn: 3 * DAY_MS }));
  const booked = (await said())[1] ?? '';
  expect(booked).toContain('This uses one credit from your Ten classes. You have 9 credits left.');
  expect(booked).toMatch(/Cancel for free until [^.]*\. After that, a \$15 fee applies and you lose the credit\./);
});

test('a class that has moved costs nothing until it begins, and its mails name no cost after that', async () => {
  const { studio, said } = await open();
  await studio.given(studio.patch('/v2/settings', { payment: { lateCancelFee: 1500, feesApplyTo: 'all' } }));
  const ann = await addClient(studio, { firstName: 'Ann' });
  const sessionId = await addSession(studio, { startsIn: 3 * DAY_MS });
  await addBooking(studio, ann, sessionId);
  await said();
  await studio.given(studio.patch(`/manage/sessions/${sessionId}`, { startTime: '2026-03-06T18:15:00.000Z' }));
  await said();
  await studio.time.moveTo(Date.parse('2026-03-05T18:16:00.000Z'));
  const [reminder = ''] = await said();
  expect(reminder).toContain('Cancel for free until Friday, March 6, 1:15 PM.');
  expect(reminder).not.toContain('After that');
});

test('a fee that is paid is told once, without a receipt besides', async () => {
  const { studio, said } = await open();
  await studio.given(studio.patch('/v2/settings', { payment: { lateCancelFee: 1500, feesApplyTo: 'all' } }));
  const ann = await addClient(studio, { firstName: 'Ann' });
  const bookingId = await addBooking(studio, ann, await addSession(studio, { startsIn: 3 * HOUR_MS }));
  await studio.given(studio.post(`/v2/bookings/${bookingId}/cancel`));
  await said();
  const paid = { amount: 1500, currency: 'USD', paymentMethod: 'cash', purpose: 'late_cancel_fee' };
  await studio.given(studio.post('/manage/payments', { clientId: ann, bookingId, ...paid }));
  const texts = await said();
  expect(texts.length).toBe(1);
  expect(texts[0]).toContain('$15');
});

test('who waits is told the place in line, and the end of an offer', async () => {
  const { studio, said } = await open();
  const booking = { waitlistPromotionMode: 'confirmation_window', waitlistConfirmationMinutes: 120 };
  await studio.given(studio.patch('/v2/settings', { booking }));
  const sessionId = await addSession(studio, { startsIn: 3 * DAY_MS, capacity: 1 });
  const seat = await addBooking(studio, await addClient(studio), sessionId);
  await joinWaitlist(studio, await addClient(studio), sessionId);
  await joinWaitlist(studio, await addClient(studio, { firstName: 'Ann' }), sessionId);
  expect((await said()).at(-1)).toContain('You’re on the waitlist, Ann\n\nYou are number 2 in line.');
  await studio.given(studio.post(`/v2/bookings/${seat}/cancel`));
  const [, offered = ''] = await said();
  expect(offered).toStartWith('A spot is yours until Monday, March 2, 5:00 AM: Flow');
  expect(offered).toContain('Accept by\nMonday, March 2, 5:00 AM');
  expect(await said()).toEqual([]);
});

test('a session that moves, changes its instructor or is cancelled says what was before', async () => {
  const { studio, said } = await open();
  const teach = async (firstName: string): Promise<string> => {
    const person = { firstName, lastName: 'Ito', email: `${firstName}@example.com`, role: 'instructor' };
    return (await studio.given(studio.post('/v2/staff', person))).id;
  };
  const [ben, lena] = [await teach('Ben'), await teach('Lena')];
  const sessionId = await addSession(studio, { startsIn: 3 * DAY_MS, instructorId: ben });
  await addBooking(studio, await addClient(studio, { firstName: 'Ann' }), sessionId);
  await said();
  const startTime = new Date(studio.time.now() + 4 * DAY_MS).toISOString().replace(/:\d\d\.\d+/, ':00.000');
  await studio.given(studio.patch(`/manage/sessions/${sessionId}`, { startTime }));
  const [moved = ''] = await said();
  expect(moved).toContain('Flow has a new time, Ann');
  expect(moved).toContain('Before\nThursday, March 5\n3:00 AM to 4:00 AM\n\nNow\nFriday, March 6\n3:00 AM to 4:00 AM');
  await studio.given(studio.post(`/manage/sessions/${sessionId}/substitute`, { instructorId: lena }));
  const [substituted = ''] = await said();
  expect(substituted).toContain('You booked with Ben Ito. You are still booked.');
  expect(substituted).toContain('With\nLena Ito\n\nFilling in for\nBen Ito');
  await studio.given(studio.post(`/manage/sessions/${sessionId}/cancel`, { reason: 'Storm' }));
  const [cancelled = ''] = await said();
  expect(cancelled).toStartWith('Class canceled: Flow, Friday, March 6, 3:00 AM');
  expect(cancelled).toContain('\n\nReason\nStorm');
  const plain = await addSession(studio, { startsIn: 3 * DAY_MS });
  await addBooking(studio, await addClient(studio, { firstName: 'Bo' }), plain);
  await said();
  await studio.given(studio.post(`/manage/sessions/${plain}/cancel`, {}));
  const [without = ''] = await said();
  expect(without).toStartWith('Class canceled: Flow');
  expect(without).not.toMatch(/Reason|session_cancelled/);
});

test('packages say when they end, and that they are used up', async () => {
  const { studio, said } = await open();
  const ann = await addClient(studio, { firstName: 'Ann' });
  await sellPackage(studio, ann, { name: 'Week', creditsTotal: 1, validityDays: 5 });
  await said();
  await studio.time.moveTo(studio.time.now() + HOUR_MS);
  const [expiring = ''] = await said();
  expect(expiring).toContain('Your Week expires soon, Ann\n\nYou have 1 credit left. Use it by');
  await addBooking(studio, ann, await addSession(studio, { startsIn: 2 * DAY_MS }));
  const letters = await said();
  expect(letters.join('\n')).toContain('Your Week has no credits left. Buy a new pass to book your next class.');
  expect(letters.map((each) => each.split('\n')[0]).sort()).toEqual([
    'Your Week has no credits left',
    'You’re booked: Flow, Wednesday, March 4, 3:00 AM',
  ]);
});

test('owners are told, in their language, of an endpoint that is disabled and of a backup that failed', async () => {
  const { studio, mails, said } = await open();
  for (const role of ['owner', 'manager', 'front_desk']) {
    const person = { firstName: 'Olivia', lastName: 'Grant', email: `${role}@example.com`, role };
    const { id } = await studio.given(studio.post('/v2/staff', person));
    await studio.store.write<void>((tx) => changeSignIn(tx, id, { language: 'de' }));
  }
  await studio.store.write((tx) => {
    tx.raise('webhook.disabled', MAIN_SITE, { webhookId: tx.id(), name: 'Till', consecutiveFailures: 10 });
    tx.raise('backup.failed', MAIN_SITE, { check: 'BACKUP', file: null, target: null, lastGoodAt: null });
  });
  await studio.time.moveTo(studio.time.now() + MINUTE_MS);
  expect(new Set(mails.map(({ to }) => to))).toEqual(new Set(['owner@example.com']));
  const [endpoint = '', backup = ''] = await said();
  expect(endpoint).toContain('10 Zustellungen hintereinander sind fehlgeschlagen.');
  expect(backup).toContain('Es gibt noch keine gute Sicherung.');
});

test('a failed charge names the card by its last four digits only', async () => {
  const { studio, said } = await open();
  const ann = await addClient(studio, { firstName: 'Ann' });
  const { id } = await studio.given(studio.post('/manage/payments', paymentBody(ann)));
  await said();
  await studio.store.write((tx) => {
    const details = { brand: 'visa', last4: '4242', expMonth: 12, expYear: 2030, paymentMethodId: null };
    tx.db
      .query(`update "payments" set "status" = 'failed', "paymentMethodDetails" = ? where "id" = ?`)
      .run(JSON.stringify(details), id);
    const amounts = { amount: 500, currency: 'USD', status: 'FAILED', failureCode: 'card_declined' } as const;
    const failed = { paymentId: id, clientId: ann, ...amounts, paymentMethod: 'CARD' } as const;
    // Whoever buys stands in front of it.
    tx.raise('payment.failed', MAIN_SITE, { ...failed, purpose: 'PRODUCT' });
    tx.raise('payment.failed', MAIN_SITE, { ...failed, purpose: 'DROP_IN' });
    tx.raise('payment.failed', MAIN_SITE, { ...failed, purpose: 'MEMBERSHIP_RENEWAL' });
  });
  const [failed = '', ...others] = await said();
  expect(others).toEqual([]);
  expect(failed).toContain('We could not charge $5 to your Visa ending in 4242');
});

test('a cancellation that its member undoes at once is told to nobody, and reminds again', async () => {
  const { mails, transport } = keepMails();
  const studio = await openStudioForMembers({ mail: transport });
  const ann = await addClient(studio, { firstName: 'Ann' });
  await sellPackage(studio, ann);
  const member = await studio.signIn(ann);
  const sessionId = await addSession(studio, { startsIn: 3 * DAY_MS });
  const { id } = (await member.post('/bookings', { sessionId })).body;
  await studio.time.moveTo(studio.time.now() + 1000);
  const reminders = () =>
    studio.db.query("select dueAt from messages where kind = 'booking_reminder' and status = 'scheduled'").all();
  const before = reminders();
  mails.splice(0);
  await studio.given(member.post(`/bookings/${id}/cancel`));
  await studio.given(member.post(`/bookings/${id}/undo`));
  await studio.time.moveTo(studio.time.now() + MINUTE_MS);
  expect(mails).toEqual([]);
  expect([before.length > 0, reminders()]).toEqual([true, before]);
});

test('a cancellation is told once its member cannot undo it any more', async () => {
  const { mails, transport } = keepMails();
  const studio = await openStudioForMembers({ mail: transport });
  const ann = await addClient(studio, { firstName: 'Ann' });
  await sellPackage(studio, ann);
  const member = await studio.signIn(ann);
  const sessionId = await addSession(studio, { startsIn: 3 * DAY_MS });
  const { id } = (await member.post('/bookings', { sessionId })).body;
  await studio.time.moveTo(studio.time.now() + 1000);
  mails.splice(0);
  await studio.given(member.post(`/bookings/${id}/cancel`));
  await studio.time.moveTo(studio.time.now() + 14_000);
  expect(mails).toEqual([]);
  await studio.time.moveTo(studio.time.now() + 2000);
  expect(mails.map(({ subject }) => subject)).toEqual(['Canceled: Flow, Thursday, March 5, 3:00 AM']);
});

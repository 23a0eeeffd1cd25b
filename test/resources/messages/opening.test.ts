import { describe, expect, test } from 'bun:test';
import { DAY_MS } from '../../../src/kernel/durations.ts';
import { MAIN_SITE } from '../../helpers/api.ts';
import { addBooking, addClient, addSessionInUtc } from '../../helpers/bookings.ts';
import { openCardStudio } from '../../helpers/cards.ts';
import { FROM_APP, openForMembers, refusal } from '../../helpers/member-sign-in.ts';
import { UNKNOWN } from '../../helpers/sales.ts';

const PATH = '/public-api/v2/member/reminders';

/** A member, and a class that opens tomorrow: 15 days ahead, with a window of 14. */
const opened = async () => {
  const { studio, mails, member } = await openForMembers();
  const ann = await member();
  const sessionId = await addSessionInUtc(studio, 15 * DAY_MS, { name: 'Morning Flow' });
  const remind = (id = sessionId, headers = ann.headers) => studio.post(PATH, { sessionId: id }, headers);
  const list = async () => (await studio.get(PATH, ann.headers)).body.data;
  const moveBy = async (milliseconds: number) => {
    await studio.time.moveTo(studio.time.now() + milliseconds);
    await studio.store.write(() => 0);
    await studio.time.moveTo(studio.time.now() + 1_000);
  };
  const openingMails = () => mails.filter(({ subject }) => subject === 'Booking is open for Morning Flow');
  studio.events();
  return { studio, ann, member, sessionId, remind, list, moveBy, openingMails };
};

describe('POST /public-api/v2/member/reminders', () => {
  test('201 a mail when booking opens, and no second one when asked again', async () => {
    const { studio, ann, sessionId, remind, list, moveBy, openingMails } = await opened();
    const { status, body } = await remind();
    expect([status, body]).toEqual([
      201,
      {
        id: expect.any(String),
        object: 'member_reminder',
        sessionId,
        name: 'Morning Flow',
        startTime: expect.any(String),
        dueAt: expect.any(String),
        createdAt: expect.any(String),
      },
    ]);
    expect(Date.parse(body.startTime) - Date.parse(body.dueAt)).toBeGreaterThan(13 * DAY_MS);
    expect((await remind()).body).toEqual(body);
    expect(await list()).toEqual([body]);
    expect(studio.events()).toEqual([]);
    await moveBy(DAY_MS / 2);
    expect(openingMails()).toEqual([]);
    await moveBy(DAY_MS);
    expect(openingMails().map(({ to }) => JSON.stringify(to))).toEqual([expect.stringContaining(ann.email)]);
    expect(openingMails()[0]?.text).toContain(`/book/class/${sessionId}`);
    const waiting = studio.db.query("select 1 from messages where kind = 'booking_opens' and status <> 'sent'").all();
    expect(waiting).toEqual([]);
    expect(studio.events()).toEqual([]);
  });

  test('no mail once the member has a place, or the class is cancelled', async () => {
    const { studio, ann, sessionId, remind, moveBy, openingMails } = await opened();
    await remind();
    await addBooking(studio, ann.id, sessionId);
    const other = await addSessionInUtc(studio, 15 * DAY_MS, { name: 'Morning Flow' });
    await remind(other);
    await studio.given(studio.post(`/manage/sessions/${other}/cancel`));
    await moveBy(2 * DAY_MS);
    expect(openingMails()).toEqual([]);
  });

  test('the mail waits where booking opens later than it did', async () => {
    const { studio, remind, moveBy, openingMails } = await opened();
    await remind();
    await studio.given(studio.patch('/v2/settings', { booking: { bookingWindowDays: 13 } }));
    await moveBy(1.5 * DAY_MS);
    expect(openingMails()).toEqual([]);
    await moveBy(DAY_MS);
    expect(openingMails()).toHaveLength(1);
  });

  test('409 with the reason: open, cancelled, started', async () => {
    const { studio, remind } = await opened();
    const reasonOf = async (id: string) => {
      const response = await remind(id);
      return [...refusal(response), response.body.error.details[0].code];
    };
    const code = 'reminder_not_possible';
    const [open, over, cancelled] = [
      await addSessionInUtc(studio, DAY_MS),
      await addSessionInUtc(studio, -DAY_MS),
      await addSessionInUtc(studio, 15 * DAY_MS),
    ];
    await studio.given(studio.post(`/manage/sessions/${cancelled}/cancel`));
    expect(await reasonOf(open)).toEqual([409, code, 'open']);
    expect(await reasonOf(over)).toEqual([409, code, 'started']);
    expect(await reasonOf(cancelled)).toEqual([409, code, 'cancelled']);
    expect(studio.events()).toEqual([]);
  });

  test('409 where the studio sends no mails', async () => {
    const studio = await openCardStudio();
    const me = await studio.member({ email: 'me@example.com' });
    const response = await me.call('POST', PATH, { sessionId: await addSessionInUtc(studio, 15 * DAY_MS) });
    expect([...refusal(response), response.body.error.details[0].code]).toEqual([
      409,
      'reminder_not_possible',
      'mail_off',
    ]);
  });

  test('400 for a session that is not there, is private, or of another site; 401 for strangers', async () => {
    const { studio, remind, sessionId } = await opened();
    const { id: siteId } = await studio.given(studio.post('/v2/sites', { name: 'Uptown' }));
    const hidden = [
      UNKNOWN,
      await addSessionInUtc(studio, 15 * DAY_MS, { isPrivate: 1 }),
      await addSessionInUtc(studio, 15 * DAY_MS, { siteId }),
    ];
    for (const id of hidden) expect(refusal(await remind(id))).toEqual([400, 'resource_missing']);
    expect((await studio.post(PATH, { sessionId }, { ...FROM_APP, 'x-site-id': MAIN_SITE })).status).toBe(401);
  });
});

describe('DELETE /public-api/v2/member/reminders/{id}', () => {
  test('200 no mail comes; 404 again, for another member, and for another message', async () => {
    const { studio, ann, member, remind, list, moveBy, openingMails } = await opened();
    const { body } = await remind();
    const bob = await member('bob@example.com');
    expect((await studio.get(PATH, bob.headers)).body.data).toEqual([]);
    expect((await studio.delete(`${PATH}/${body.id}`, bob.headers)).status).toBe(404);
    const { id } = studio.db.query("select id from messages where kind = 'member_code' limit 1").get() as {
      id: string;
    };
    expect((await studio.delete(`${PATH}/${id}`, ann.headers)).status).toBe(404);
    const removed = await studio.delete(`${PATH}/${body.id}`, ann.headers);
    expect([removed.status, removed.body]).toEqual([200, { id: body.id, object: 'member_reminder', deleted: true }]);
    expect((await studio.delete(`${PATH}/${body.id}`, ann.headers)).status).toBe(404);
    expect(await list()).toEqual([]);
    expect(studio.events()).toEqual([]);
    await moveBy(2 * DAY_MS);
    expect(openingMails()).toEqual([]);
  });
});

test('the list is one seek in its index', async () => {
  const { studio } = await opened();
  await addClient(studio);
  const plan = studio.db
    .query(
      `explain query plan select * from messages where clientId = ?1 and kind = 'booking_opens' and status = 'scheduled'
       order by id desc limit 11`,
    )
    .all('x');
  expect(JSON.stringify(plan)).toContain('messagesOpening');
});

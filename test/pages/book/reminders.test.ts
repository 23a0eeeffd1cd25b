import { describe, expect, test } from 'bun:test';
import { forEachTest } from '../../helpers/api.ts';
import { openForDana } from '../../helpers/member-pages.ts';

const MAILS = '/book/me/account/mails';
const PUSH = '/book/me/account/push';
const studio = forEachTest(openForDana);

/** The reminders that the page of emails has ticked. */
const ticked = async (): Promise<number[]> =>
  [...(await studio.page(MAILS)).matchAll(/name="reminder" value="(\d+)" checked/g)].map(([, minutes]) =>
    Number(minutes),
  );
const offer = (bookingReminder: object) =>
  studio.given(studio.patch('/v2/settings', { notification: { bookingReminder } }));
/** What is stored as the choice of the member; null for none. */
const chosen = () =>
  studio.db
    .query<{ choices: string }, [string]>('select choices from notificationPreferences where clientId = ?')
    .all(studio.clientId)
    .map(({ choices }) => JSON.parse(choices).reminderMinutesBefore ?? null);
const save = (reminders: readonly number[]) => {
  const form = new URLSearchParams({ key: crypto.randomUUID(), all: '1' });
  for (const minutes of reminders) form.append('reminder', String(minutes));
  return studio.pages.post(MAILS, form);
};

describe('when a member is reminded', () => {
  test('is what the studio offers, until the member chooses something else', async () => {
    await offer({ enabled: true, minutesBefore: 60 });
    expect(await ticked()).toEqual([60, 1440]);
    await save([60, 1440]);
    expect(chosen()).toEqual([null]);
    await offer({ enabled: true, minutesBefore: 30 });
    expect(await ticked()).toEqual([30, 1440]);
    await save([240]);
    expect([chosen(), await ticked()]).toEqual([[[240]], [240]]);
    await save([30, 1440]);
    expect(chosen()).toEqual([[30, 1440]]);
  });

  test('is never where the studio sends no reminders', async () => {
    await offer({ enabled: false });
    expect(await ticked()).toEqual([]);
    await save([]);
    expect(chosen()).toEqual([null]);
  });

  test('stays as it is when notifications are saved', async () => {
    await studio.given(studio.patch('/v2/settings', { notification: { webPush: true } }));
    await studio.pages.post(PUSH, { key: crypto.randomUUID(), all: '1' });
    expect(chosen()).toEqual([null]);
    await save([240]);
    await studio.pages.post(PUSH, { key: crypto.randomUUID(), all: '1', waitlist: '1' });
    expect(chosen()).toEqual([[240]]);
  });
});

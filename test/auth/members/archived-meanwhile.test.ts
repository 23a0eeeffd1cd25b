import { beforeEach, describe, expect, test } from 'bun:test';
import { forEachTest } from '../../helpers/api.ts';
import { METHODS, openCardStudio } from '../../helpers/cards.ts';
import { errorOf, errorWithDetail } from '../../helpers/errors.ts';

const PREFERENCES = '/v2/member/notifications/preferences';

const studio = forEachTest(openCardStudio);
const ann = forEachTest(() => studio.member());
beforeEach(async () => {
  // Links the member, and caches the token.
  await ann.list();
});

/** Lets something happen between the check of the next request's credential and its first write. */
const meanwhile = (act: () => Promise<unknown>): void => {
  const { store } = studio;
  const write = store.write.bind(store);
  store.write = (async (work: never) => {
    store.write = write;
    await act();
    studio.events();
    return write(work);
  }) as typeof store.write;
};
const erase = () => studio.post(`/manage/clients/${ann.clientId}/erase`, {});
const count = (table: string) => studio.db.query(`select * from "${table}"`).all().length;

describe('a client who is archived or erased while a request of the member is on its way', () => {
  test('403 member_not_found: an erased client gets no preferences', async () => {
    meanwhile(erase);
    const response = await ann.call('PUT', PREFERENCES, { channels: { sms: true } });
    expect(errorWithDetail(response)).toEqual([403, 'member_not_found', 'no_client_with_email']);
    expect([count('notificationPreferences'), studio.events()]).toEqual([0, []]);
  });

  test('403 client_archived: an archived client keeps the phone number', async () => {
    meanwhile(() => studio.delete(`/v2/clients/${ann.clientId}`));
    const response = await ann.call('PATCH', '/public-api/v2/member/profile', { phone: '+1 555 0100' });
    expect(errorWithDetail(response)).toEqual([403, 'member_not_found', 'client_archived']);
    expect([(await studio.get(`/v2/clients/${ann.clientId}`)).body.phone, studio.events()]).toEqual([null, []]);
  });

  test('409 client_erased: an erased client begins to save no card', async () => {
    meanwhile(erase);
    expect(errorOf(await ann.call('POST', METHODS))).toEqual([409, 'client_erased']);
    expect([count('paymentMethods'), count('processorCustomers'), studio.events()]).toEqual([0, 0, []]);
  });
});

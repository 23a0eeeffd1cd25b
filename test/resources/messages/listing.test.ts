import { describe, expect, test } from 'bun:test';
import { forEachTest, MAIN_SITE, openStudio } from '../../helpers/api.ts';
import { addClient } from '../../helpers/bookings.ts';
import { addMessage } from '../../helpers/messages.ts';

const studio = forEachTest(openStudio);

describe('GET /manage/messages', () => {
  test('200: the messages to a client, the newest first', async () => {
    const clientId = await addClient(studio);
    const first = await addMessage(studio, clientId);
    const second = await addMessage(studio, clientId, { kind: 'fee', status: 'failed', errorCode: 'refused' });
    await addMessage(studio, await addClient(studio));
    expect(await studio.listed(`/manage/messages?client_id=${clientId}`)).toEqual([second, first]);
    expect(await studio.listed(`/manage/messages?client_id=${clientId}&status=failed`)).toEqual([second]);
  });

  test('a message to staff, which may have a link for a new password, is in no list', async () => {
    const { body: person } = await studio.post('/v2/staff', {
      firstName: 'Ida',
      lastName: 'Nox',
      email: 'ida@example.com',
      role: 'manager',
    });
    const id = await addMessage(studio, await addClient(studio), { clientId: null, staffId: person.id });
    expect(await studio.listed('/manage/messages')).toEqual([]);
    expect((await studio.get(`/manage/messages/${id}`)).status).toBe(404);
  });

  test('403 without the scope manage', async () => {
    const { status, body } = await studio.get('/manage/messages', await studio.withKey({ scopes: ['clients:read'] }));
    expect([status, body.error.code]).toEqual([403, 'permission_denied']);
  });

  test('who works at one site does not see the address of a client of another home site', async () => {
    const { body: other } = await studio.post('/v2/sites', { name: 'Uptown' });
    const clientId = await addClient(studio, { homeLocationId: other.id });
    const id = await addMessage(studio, clientId);
    const { body } = await studio.get(`/manage/messages/${id}`, await studio.withKey({ siteIds: [MAIN_SITE] }));
    expect([body.subject, body.toEmail]).toEqual(['Receipt', null]);
    expect((await studio.get(`/manage/messages/${id}`)).body.toEmail).toBe('ann@example.com');
  });
});

test('the timeline of a client has messages that were sent or refused', async () => {
  const clientId = await addClient(studio);
  const sent = await addMessage(studio, clientId);
  await addMessage(studio, clientId, { status: 'scheduled', sentAt: null });
  await addMessage(studio, clientId, { status: 'skipped', sentAt: null });
  const { body } = await studio.get(`/manage/clients/${clientId}/timeline?group=messages`);
  expect(body.data).toMatchObject([{ kind: 'message', group: 'messages', siteId: MAIN_SITE }]);
  expect(body.data[0].message).toEqual({
    errorCode: null,
    id: sent,
    kind: 'receipt',
    channel: 'email',
    status: 'sent',
    subject: 'Receipt',
    toEmail: 'ann@example.com',
    errorMessage: null,
  });
});

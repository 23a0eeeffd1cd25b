import { beforeEach, expect, test } from 'bun:test';
import { forEachTest, openStudio } from '../../helpers/api.ts';
import { addBooking, addClient, addSession } from '../../helpers/bookings.ts';

let clientId: string;
const studio = forEachTest(openStudio);
beforeEach(async () => {
  clientId = await addClient(studio);
  await studio.patch(`/v2/clients/${clientId}`, { phone: '+1 212 555 0142' });
  await addBooking(studio, clientId, await addSession(studio));
});

const keyWith = async (scopes: readonly string[], more: object = {}) => await studio.withKey({ scopes, ...more });
const typesFor = async (headers: Record<string, string>, query = ''): Promise<string[]> => {
  const { status, body } = await studio.get(`/manage/events${query}`, headers);
  expect({ status, error: body.error }).toEqual({ status: 200, error: undefined });
  return body.data.map(({ type }: { type: string }) => type);
};

test('a key with manage alone lists and reads the events of what it may read', async () => {
  const manage = await keyWith(['manage']);
  expect(await typesFor(manage)).toEqual(['booking.created']);
  expect(await typesFor(manage, `?client_id=${clientId}`)).toEqual(['booking.created']);
  expect(await typesFor(await keyWith(['manage', 'clients:read']))).toEqual([
    'booking.created',
    'client.updated',
    'client.created',
  ]);
  const refused = await studio.get('/manage/events?type=client.updated', manage);
  expect([refused.status, refused.body.error.code]).toEqual([403, 'permission_denied']);
  expect(refused.body.error.message).toContain("'clients:read'");
  const [{ id }] = (await studio.get('/manage/events?type=client.updated')).body.data;
  expect((await studio.get(`/manage/events/${id}`, manage)).status).toBe(403);
});

test('a person without a permission, and a key of one site, too', async () => {
  const { id: staffId } = (
    await studio.post('/v2/staff', {
      firstName: 'Mia',
      lastName: 'Ray',
      email: 'mia@example.com',
      role: 'manager',
      permissionOverrides: { revoke: ['bookings:read'] },
    })
  ).body;
  const types = await typesFor(await keyWith(['*'], { staffId }));
  expect(types.filter((type) => type !== 'staff.created')).toEqual(['client.updated', 'client.created']);
  const { siteId } = (await studio.get('/manage/events?type=booking.created')).body.data[0].data;
  expect(await typesFor(await keyWith(['manage'], { siteIds: [siteId] }))).toEqual(['booking.created']);
});

test('pages of few rights have every event once, in order', async () => {
  for (let count = 0; count < 150; count += 1) await addClient(studio);
  for (let count = 0; count < 5; count += 1) await addBooking(studio, clientId, await addSession(studio));
  const manage = await keyWith(['manage']);
  const all = await studio.listed('/manage/events?limit=100', manage);
  expect(all).toHaveLength(6);
  expect(all).toEqual([...all].sort().reverse());
  const walked: string[] = [];
  for (let cursor = ''; ; ) {
    const { data, hasMore, nextCursor } = (await studio.get(`/manage/events?limit=4${cursor}`, manage)).body;
    walked.push(...data.map(({ id }: { id: string }) => id));
    if (!hasMore) break;
    cursor = `&starting_after=${nextCursor}`;
  }
  expect(walked).toEqual(all);
});

import { expect, test } from 'bun:test';
import { DAY_MS } from '../../../src/kernel/durations.ts';
import { addStaffKey } from '../../api/staff-keys.ts';
import { forEachTest, MAIN_SITE, openStudio } from '../../helpers/api.ts';
import { addClient, addSession } from '../../helpers/bookings.ts';
import { addChild, addHousehold } from '../../helpers/households.ts';
import { openMailStudio } from '../../helpers/mails.ts';
import { openForMembers, refusal } from '../../helpers/member-sign-in.ts';

const studio = forEachTest(openStudio);

test('whoever has signed in gets an adult who acts for them only by a caller who may let one', async () => {
  const { studio, member } = await openForMembers();
  const manage = await studio.withKey({ scopes: ['manage', 'clients:write'] });
  const adult = await addClient(studio, { firstName: 'Rui' });
  const { id: householdId } = await addHousehold(studio, adult);
  const child = await addChild(studio, householdId);
  const { id } = await member('ann@example.com');
  const merge = (keepClientId: string, query = '', headers?: Record<string, string>) =>
    studio.post(`/manage/clients/${id}/merge${query}`, { clientId: child, keepClientId }, headers);
  for (const kept of [id, child]) {
    for (const query of ['?dry_run=true', '']) {
      expect(refusal(await merge(kept, query, manage))).toEqual([403, 'permission_denied']);
    }
  }
  expect(studio.events()).toEqual([]);
  expect((await merge(id)).status).toBe(200);
  expect(studio.events()).toEqual(['household.member_removed', 'household.member_added', 'client.merged']);
  // A duplicate of the adult becomes an adult beside a dependant who has signed in.
  const double = await addClient(studio, { firstName: 'Rui' });
  const body = { clientId: double, keepClientId: double };
  const path = `/manage/clients/${adult}/merge`;
  expect(refusal(await studio.post(path, body, manage))).toEqual([403, 'permission_denied']);
  const stays = { clientId: double, keepClientId: adult };
  expect((await studio.post(path, stays, manage)).status).toBe(200);
  expect(studio.events()).toEqual(['client.merged']);
});

test('403 nobody of one site is merged into a household with someone of another site', async () => {
  const { id: elsewhere } = await studio.given(studio.post('/v2/sites', { name: 'Uptown' }));
  const adult = await addClient(studio, { homeLocationId: elsewhere });
  const { id: householdId } = await addHousehold(studio, adult);
  const child = await addChild(studio, householdId, 'Mia', { homeLocationId: MAIN_SITE });
  const other = await addClient(studio);
  const merge = (headers: Record<string, string>, query = '') =>
    studio.post(`/manage/clients/${other}/merge${query}`, { clientId: child, keepClientId: other }, headers);
  const own = await addStaffKey(studio, { role: 'manager', siteIds: [MAIN_SITE] });
  for (const query of ['?dry_run=true', '']) {
    expect(refusal(await merge(own.headers, query))).toEqual([403, 'site_not_allowed']);
  }
  expect(studio.events()).toEqual([]);
  const both = await addStaffKey(studio, { role: 'manager', siteIds: [MAIN_SITE, elsewhere] });
  expect((await merge(both.headers)).status).toBe(200);
  expect(studio.events()).toEqual(['household.member_removed', 'household.member_added', 'client.merged']);
});

test('adults are reminded of the bookings of a dependant whose two records have become one', async () => {
  const { studio, mails } = await openMailStudio();
  const adult = await addClient(studio, { firstName: 'Rui', email: 'rui@example.com' });
  const kept = await addClient(studio, { firstName: 'Mia' });
  const { id } = await addHousehold(studio, adult);
  const child = await addChild(studio, id);
  const sessionId = await addSession(studio, { startsIn: 3 * DAY_MS });
  await studio.given(studio.post('/v2/bookings', { clientId: child, sessionId }));
  await studio.time.moveTo(studio.time.now() + 60_000);
  mails.length = 0;
  await studio.given(studio.post(`/manage/clients/${kept}/merge`, { clientId: child, keepClientId: kept }));
  await studio.time.moveTo(studio.time.now() + 2.5 * DAY_MS);
  expect(mails.map(({ to, subject }) => [to, subject.startsWith('Mia: ')])).toEqual([['rui@example.com', true]]);
});

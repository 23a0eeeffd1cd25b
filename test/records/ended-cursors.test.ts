import { describe, expect, test } from 'bun:test';
import { forEachTest, openStudio } from '../helpers/api.ts';
import { addClient } from '../helpers/bookings.ts';

const studio = forEachTest(openStudio);

const addHooks = async (count: number): Promise<string[]> => {
  const ids: string[] = [];
  for (let number = 0; number < count; number += 1) {
    const hook = { name: `Hook ${number}`, url: `https://1.1.1.1/${number}`, eventTypes: ['*'] };
    ids.unshift((await studio.given(studio.post('/v2/webhooks', hook))).id);
  }
  return ids;
};
const codeOf = async (query: string): Promise<unknown> => {
  const { status, body } = await studio.get(`/v2/webhooks?${query}`);
  return [status, body.error?.code];
};

describe('the cursor of a row that was deleted for good', () => {
  test('pages on from where it stood, in both directions', async () => {
    const [newest, second, third, oldest] = (await addHooks(4)) as [string, string, string, string];
    const page = (await studio.get('/v2/webhooks?limit=2')).body;
    expect(page.nextCursor).toBe(second);
    await studio.given(studio.delete(`/v2/webhooks/${second}`));
    expect(await studio.listed(`/v2/webhooks?limit=2&starting_after=${second}`)).toEqual([third, oldest]);
    expect(await studio.listed(`/v2/webhooks?limit=2&ending_before=${second}`)).toEqual([newest]);
  });

  test('of an event too', async () => {
    for (const email of ['a', 'b', 'c']) await addClient(studio, { email: `${email}@example.com` });
    const [newest, second, ...rest] = (await studio.listed('/manage/events')) as [string, string, ...string[]];
    studio.db.run('delete from events where id = ?', [second]);
    expect(await studio.listed(`/manage/events?starting_after=${second}`)).toEqual(rest);
    expect(await studio.listed(`/manage/events?ending_before=${second}`)).toEqual([newest]);
  });

  test('of a client who was merged into another one too, in lists in the order of their ids', async () => {
    const [oldest, third, second, newest] = [
      await addClient(studio),
      await addClient(studio),
      await addClient(studio),
      await addClient(studio),
    ];
    await studio.given(studio.post(`/manage/clients/${oldest}/merge`, { clientId: second }));
    for (const filter of ['', '&never_visited=true', '&status=active']) {
      expect(await studio.listed(`/v2/clients?starting_after=${second}${filter}`)).toEqual([third, oldest]);
      expect(await studio.listed(`/v2/clients?ending_before=${second}${filter}`)).toEqual([newest]);
    }
    const byName = await studio.get(`/v2/clients?starting_after=${second}&sort=name`);
    expect([byName.status, byName.body.error.code]).toEqual([400, 'cursor_invalid']);
  });

  test('of a household whose last person has left', async () => {
    const households: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      const members = [{ clientId: await addClient(studio), role: 'adult', hasAgreed: true }];
      households.unshift((await studio.given(studio.post('/manage/households', { name: 'Lee', members }))).id);
    }
    const [newest, second, oldest] = households as [string, string, string];
    await studio.given(studio.delete(`/manage/households/${second}`));
    expect(await studio.listed(`/manage/households?starting_after=${second}`)).toEqual([oldest]);
    expect(await studio.listed(`/manage/households?ending_before=${second}`)).toEqual([newest]);
  });

  test('400 cursor_invalid for what is no id, and for the id of another record', async () => {
    await addHooks(1);
    const invalid = [400, 'cursor_invalid'];
    const client = await addClient(studio);
    for (const cursor of [
      client,
      'x',
      '6b1f2f3c-2f0b-4f0e-9d6e-0d8a5b1c2d3e',
      'evt_01950000-0000-7000-8000-00000000ffff',
    ])
      expect([cursor, await codeOf(`starting_after=${cursor}`)]).toEqual([cursor, invalid]);
    // Plans are never deleted for good, so no plan has had this id.
    const unknown = await studio.get('/manage/plans?starting_after=01950000-0000-7000-8000-00000000ffff');
    expect([unknown.status, unknown.body.error.code]).toEqual(invalid);
  });
});

import { expect, test } from 'bun:test';
import { forEachTest } from '../../helpers/api.ts';
import { openStudioForMembers } from '../../helpers/members.ts';
import { createClient } from '../../helpers/sales.ts';

const studio = forEachTest(openStudioForMembers);

/** The tables that have a word. */
const tablesWith = (word: string): string[] =>
  (studio.db.query("select name from sqlite_schema where type = 'table'").all() as { name: string }[])
    .map(({ name }) => name)
    .filter((name) => JSON.stringify(studio.db.query(`select * from "${name}"`).all()).includes(word));

/** A member who has made a household with children, by their family names. */
const openHousehold = async (names: readonly string[]) => {
  await studio.given(studio.patch('/v2/settings', { membership: { households: 'members' } }));
  const clientId = await createClient(studio, { firstName: 'Rui', lastName: 'Quillon' });
  const member = await studio.signIn(clientId);
  for (const lastName of names)
    await studio.given(member.post('/household/members', { firstName: 'Mia', lastName, dateOfBirth: null }));
  const erase = () => studio.given(studio.post(`/manage/clients/${clientId}/erase`, { dependants: 'keep' }));
  /** The desk takes the member out, and another adult stays. */
  const leave = async () => {
    const { data } = (await studio.get('/manage/households')).body;
    const other = await createClient(studio, { firstName: 'Ana', lastName: 'Park' });
    const body = { clientId: other, role: 'adult', hasAgreed: true };
    await studio.given(studio.post(`/manage/households/${data[0].id}/members`, body));
    await studio.given(studio.delete(`/manage/households/${data[0].id}/members/${clientId}`));
  };
  const name = async () => (await studio.get('/manage/households')).body.data[0].name;
  return { clientId, erase, leave, name };
};

test('a household that is called after who is erased is called after who stays', async () => {
  const { erase, name } = await openHousehold(['Reed']);
  expect(await name()).toBe('Quillon');
  await erase();
  await studio.time.moveTo(studio.time.now() + 60_000);
  expect(await name()).toBe('Reed');
  expect(tablesWith('Quillon')).toEqual([]);
});

test('and one that is called after who has left, who is erased later', async () => {
  const { erase, leave, name } = await openHousehold(['Reed']);
  await leave();
  expect(await name()).toBe('Park');
  await erase();
  await studio.time.moveTo(studio.time.now() + 60_000);
  expect(tablesWith('Quillon')).toEqual([]);
});

test('and one that is called after a record that is merged into another', async () => {
  const { clientId, name } = await openHousehold(['Reed']);
  const same = await createClient(studio, { firstName: 'Rui', lastName: 'Park' });
  await studio.given(studio.post(`/manage/clients/${same}/merge`, { clientId, keepClientId: same }));
  expect(await name()).toBe('Park');
});

test('it keeps a name that somebody who stays has too', async () => {
  const { erase, name } = await openHousehold(['Reed', 'Quillon']);
  await erase();
  expect(await name()).toBe('Quillon');
});

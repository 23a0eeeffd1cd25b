import { expect, test } from 'bun:test';
import { folderForEachTest, type Server, startServer, studiod } from '../helpers/process.ts';

const cwd = folderForEachTest();
let server: Server | undefined;

const start = async (...words: string[]): Promise<Server> => {
  await server?.stop();
  server = await startServer({ cwd }, 'sandbox', '--data', 'box', '--log-level', 'error', ...words);
  return server;
};

const createSite = async (at: Server, name: string) => (await at.call('POST', '/v2/sites', { name })).body;
const siteNames = async (at: Server): Promise<string[]> =>
  (await at.call('GET', '/v2/sites?limit=4')).body.data.map(({ name }: { name: string }) => name);
/** The sites that the events up to an instant are about, newest first. */
const sitesOfEvents = async (at: Server, to: string): Promise<string[]> => {
  const { body } = await at.call('GET', `/manage/events?type=site.created&to=${to}`);
  return body.data.map(({ data }: { data: { siteId: string } }) => data.siteId);
};

test('ids ascend after a restart with the clock set back', async () => {
  const first = await createSite(await start('--clock', 'fixed:2026-03-02T12:00:00Z'), 'First');
  const second = await createSite(await start('--clock', 'fixed:2026-03-02T08:00:00Z'), 'Second');
  const third = await createSite(await start('--clock', 'fixed:2026-03-02T10:00:00Z'), 'Third');
  expect([first.id, second.id, third.id]).toEqual([third.id, second.id, first.id].sort());
  const at = server as Server;
  expect((await siteNames(at)).slice(0, 3)).toEqual(['Third', 'Second', 'First']);
  // A list that ends at a time finds what was created before it, although the ids are ahead of the clock.
  expect(await sitesOfEvents(at, '2026-03-02T10:00:01Z')).toEqual([third.id, second.id]);
  expect(await sitesOfEvents(at, '2026-03-02T09:00:00Z')).toEqual([second.id]);
  expect(await sitesOfEvents(at, '2026-03-02T13:00:00Z')).toEqual([third.id, second.id, first.id]);
});

test('ids ascend after a jump ahead and a restart, also those of commands', async () => {
  const ahead = await start();
  const normal = await createSite(ahead, 'Normal');
  await ahead.call('POST', '/sandbox/clock', { advance: 'PT6H' });
  const jumped = await createSite(ahead, 'Ahead');
  await ahead.stop();
  const created = await studiod({ cwd }, 'key', 'create', '--data', 'box', '--json');
  const key = JSON.parse(created.out);
  const later = await createSite(await start(), 'Later');
  expect([normal.id, jumped.id, key.id, later.id]).toEqual([later.id, key.id, jumped.id, normal.id].sort());
  expect((await siteNames(server as Server)).slice(0, 3)).toEqual(['Later', 'Ahead', 'Normal']);
});

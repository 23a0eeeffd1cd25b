import { afterEach, beforeEach, expect, test } from 'bun:test';
import { newFolder, removeFolder, type Server, startServer, studiod } from '../helpers/process.ts';

let cwd = '';
let server: Server | undefined;
beforeEach(() => {
  cwd = newFolder();
});
afterEach(async () => {
  await server?.stop();
  server = undefined;
  removeFolder(cwd);
});

const start = async (...words: string[]): Promise<Server> => {
  await server?.stop();
  server = await startServer({ cwd }, 'sandbox', '--data', 'box', '--log-level', 'error', ...words);
  return server;
};

interface Listed {
  readonly id: string;
  readonly name: string;
  readonly data: { readonly siteId: string };
}

const send = async ({ ready }: Server, method: string, path: string, body?: object) => {
  const headers = { 'x-service-api-key': ready.apiKey, 'content-type': 'application/json' };
  const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
  return (await (await fetch(ready.rootUrl + path, init)).json()) as Listed & { data: Listed[] };
};
const createSite = (at: Server, name: string) => send(at, 'POST', '/v2/sites', { name });
const siteNames = async (at: Server): Promise<string[]> =>
  (await send(at, 'GET', '/v2/sites?limit=4')).data.map(({ name }) => name);
/** The sites that the events up to an instant are about, newest first. */
const sitesOfEvents = async (at: Server, to: string): Promise<string[]> =>
  (await send(at, 'GET', `/manage/events?type=site.created&to=${to}`)).data.map(({ data }) => data.siteId);

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
  await send(ahead, 'POST', '/sandbox/clock', { advance: 'PT6H' });
  const jumped = await createSite(ahead, 'Ahead');
  await ahead.stop();
  const created = await studiod({ cwd }, 'key', 'create', '--data', 'box', '--json');
  const key = JSON.parse(created.out);
  const later = await createSite(await start(), 'Later');
  expect([normal.id, jumped.id, key.id, later.id]).toEqual([later.id, key.id, jumped.id, normal.id].sort());
  expect((await siteNames(server as Server)).slice(0, 3)).toEqual(['Later', 'Ahead', 'Normal']);
});

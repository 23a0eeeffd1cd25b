import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openApiDocument } from '../../src/cli/verbs/openapi.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import { newFolder, removeFolder, type Server, startServer } from './process.ts';

/** The functions in a file of the runtime that says whose bytecode was used, by the hash of their code, the first used first. */
export const functionsIn = (file: string): string[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('F '));

/** Real milliseconds in which a started server has done what waited for its start. */
export const CATCHING_UP = 2_000;

/** Waits until a started server has done the jobs of a minute: at most 62 real seconds. */
export const minutePassed = (): Promise<void> => Bun.sleep(60_000 - (systemClock.now() % 60_000) + CATCHING_UP);

/** The functions that the executable of STUDIOD_EXECUTABLE uses from its start to its end. */
export const functionsUsed = async (
  verb: 'serve' | 'sandbox',
  use: (server: Server) => Promise<void>,
): Promise<string[]> => {
  const cwd = newFolder();
  const file = join(cwd, 'order');
  try {
    const server = await startServer({ cwd, env: { BUN_BYTECODE_ORDER_OUT: file } }, verb, '--data', join(cwd, 'data'));
    try {
      await use(server);
    } finally {
      await server.stop();
    }
    return functionsIn(file);
  } finally {
    removeFolder(cwd);
  }
};

/** Sends the most frequent requests: every list and its first record, and those of a client who books and checks in. */
export const sendFrequentRequests = async ({ ready }: Server): Promise<void> => {
  // biome-ignore lint/suspicious/noExplicitAny: any answer
  const send = async (method: string, path: string, body?: unknown, mayLackParameter = false): Promise<any> => {
    const headers = {
      'content-type': 'application/json',
      ...(path.includes('/member/')
        ? { authorization: `Bearer ${ready.memberToken}`, 'x-site-id': ready.siteId }
        : { 'x-service-api-key': ready.apiKey }),
    };
    const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    const response = await fetch(ready.rootUrl + path, init);
    if (!response.ok && !mayLackParameter)
      throw new Error(`${method} ${path} was answered with ${response.status}: ${await response.text()}`);
    return response.json();
  };
  const { sessionId } = ready;
  const url = `${ready.rootUrl}/sandbox/inbox/any`;
  await send('POST', '/v2/webhooks', { name: 'Any', url, eventTypes: ['client.*', 'booking.*', 'checkin.*'] });
  const clients = await Promise.all(
    ['Ada', 'Ben', 'Cleo', 'Dan'].map((firstName) =>
      send('POST', '/v2/clients', { firstName, lastName: 'Lind', email: `${firstName}@members.example` }),
    ),
  );
  for (const { id: clientId } of clients) await send('POST', '/v2/bookings', { clientId, sessionId });
  await send('POST', '/v2/checkins', { clientId: clients[0].id, locationId: ready.siteId });
  const { paths } = (await openApiDocument()) as { readonly paths: Record<string, Record<string, unknown>> };
  for (const [path, methods] of Object.entries(paths)) {
    if (methods.get === undefined || path.includes('{')) continue;
    // A list that needs a parameter is left out.
    const { data } = await send('GET', path, undefined, true);
    const id = Array.isArray(data) ? data[0]?.id : undefined;
    if (id !== undefined && paths[`${path}/{id}`]?.get !== undefined) await send('GET', `${path}/${id}`);
  }
  await send('GET', '/v2/clients?limit=100&search=Lind');
  await send('GET', '/v2/bookings?limit=10&expand[]=client&expand[]=session');
};

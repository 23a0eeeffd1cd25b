import { join } from 'node:path';
import { DAY_MS } from '../../src/kernel/durations.ts';
import { mediaFile } from '../../test/helpers/media.ts';
import { newFolder, removeFolder, type Server, startServer, studiod } from '../../test/helpers/process.ts';
import { type Choices, choicesOf } from '../../test/helpers/seeded.ts';
import { type Api, apiOf } from './api.ts';
import { checkFile, checkRecent, checkWhole } from './check.ts';
import { Ledger } from './ledger.ts';
import { runLoad, type Studio } from './load.ts';
import { killMigrations } from './migration.ts';
import { killAfter } from './processes.ts';

/** What a part did, by name. */
export type Figures = Readonly<Record<string, number>>;

const fixture = (name: string): string => join(import.meta.dir, '../../test/fixtures/tls', name);
const EVENT_TYPES = ['client.created', 'client.updated', 'booking.created', 'booking.cancelled', 'checkin.created'];

/** Receives webhooks over TLS, and collects the ids of their events. */
const openReceiver = () => {
  const arrived = new Set<string>();
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    tls: { cert: Bun.file(fixture('loopback.pem')), key: Bun.file(fixture('loopback.key')) },
    async fetch(request) {
      await request.arrayBuffer();
      arrived.add(request.headers.get('x-service-event-id') ?? '');
      return new Response('ok');
    },
  });
  return { arrived, url: `https://localhost:${server.port}/`, stop: () => server.stop(true) };
};

/** A business to torture: sessions with few seats, so that there are waiting lists. */
const openStudio = async (api: Api, url: string): Promise<Studio> => {
  await api.send('POST', '/v2/webhooks', { body: { name: 'All', url, eventTypes: EVENT_TYPES } });
  const { body } = await api.send('GET', '/v2/sites');
  const siteId = (body as { data: { id: string }[] }).data[0]?.id ?? '';
  const sessionIds: string[] = [];
  for (let index = 0; index < 8; index += 1) {
    const startTime = new Date(Date.now() + (2 + index) * DAY_MS).toISOString();
    const session = { siteId, name: 'Flow', startTime, durationMinutes: 60, capacity: 30 };
    const response = await api.send('POST', '/manage/sessions', { body: session });
    sessionIds.push((response.body as { id: string }).id);
  }
  return { siteId, sessionIds };
};

interface Part {
  readonly data: string;
  /** The flags of each start, so that one that is killed delivers as the others do. */
  readonly flags: readonly string[];
  readonly choices: Choices;
  readonly start: () => Promise<Server>;
  readonly ledger: Ledger;
  readonly studio: Studio;
  readonly clip: Uint8Array;
  readonly apiFor: (server: Server) => Api;
}

/** One life: load until a random moment, then a kill, perhaps one of the next start too. Returns the next life. */
const killOnce = async (part: Part, server: Server, figures: Record<string, number>, faults: string[]) => {
  const { data, flags, choices, start, ledger, studio, clip, apiFor } = part;
  const load = runLoad(apiFor(server), ledger, choices, studio, clip);
  await Bun.sleep(20 + choices.below(600));
  if (choices.once(4)) {
    const isRunning = await killAfter(choices.below(500), 'backup', 'create', '--data', data);
    figures['backups killed'] = Number(figures['backups killed']) + Number(isRunning);
  }
  server.child.kill('SIGKILL');
  await server.child.exited;
  faults.push(...(await load));
  if (choices.once(5)) {
    const isRunning = await killAfter(choices.below(600), 'serve', '--port', '0', '--data', data, ...flags);
    figures['starts killed'] = Number(figures['starts killed']) + Number(isRunning);
  }
  const next = await start();
  faults.push(...(await checkRecent(apiFor(next), ledger)));
  return next;
};

/** What the event log has must reach the receiver, and each acknowledged client must be in it. */
const checkEvents = async (api: Api, ledger: Ledger, arrived: ReadonlySet<string>): Promise<string[]> => {
  const raised = new Map<string, string>();
  for (let cursor = ''; ; ) {
    const { body } = await api.send('GET', `/manage/events?limit=100${cursor}`);
    const { data, hasMore } = body as {
      data: { id: string; type: string; data: { clientId?: string } }[];
      hasMore: boolean;
    };
    for (const { id, type, data: about } of data)
      if (EVENT_TYPES.includes(type)) raised.set(id, `${type} ${about.clientId}`);
    if (!hasMore) break;
    cursor = `&starting_after=${data.at(-1)?.id}`;
  }
  const missing = () => [...raised.keys()].filter((id) => !arrived.has(id));
  // A delivery that was cut off more than once is tried again after minutes.
  for (let attempt = 0; attempt < 4_000 && missing().length > 0; attempt += 1) await Bun.sleep(100);
  const faults = missing().map((id) => `the event ${id} was never delivered`);
  const created = new Set(raised.values());
  for (const { id } of ledger.clients)
    if (!created.has(`client.created ${id}`)) faults.push(`the client ${id} has no event`);
  return faults;
};

/** Runs a part in a new data directory: `kills` kills, then a check of everything. */
export const runPart = async (seed: number, kills: number) => {
  const choices = choicesOf(seed);
  const cwd = newFolder();
  const data = join(cwd, 'data');
  const receiver = openReceiver();
  const flags = ['--webhook-allowed-networks', '127.0.0.0/8,::1/128', '--webhook-ca-file', fixture('loopback.pem')];
  const start = () => startServer({ cwd }, 'serve', '--data', data, ...flags);
  const figures: Record<string, number> = { kills: 0, 'backups killed': 0, 'starts killed': 0 };
  const faults: string[] = [];
  let server = await start();
  try {
    const args = ['--data', data, '--name', 'torture', '--scopes', '*', '--tier', 'unlimited', '--json'];
    const { key } = JSON.parse((await studiod({ cwd }, 'key', 'create', ...args)).out) as { key: string };
    const apiFor = ({ ready }: Server): Api => apiOf(ready.rootUrl, key);
    const studio = await openStudio(apiFor(server), receiver.url);
    const clip = await Bun.file(mediaFile('clip.mp4')).bytes();
    const ledger = new Ledger();
    const part: Part = { data, flags, choices, start, ledger, studio, clip, apiFor };
    for (let kill = 0; kill < kills && faults.length === 0; kill += 1) {
      if (choices.once(8)) {
        const { killed, faults: found } = await killMigrations(choices, cwd);
        figures['migrations killed'] = (figures['migrations killed'] ?? 0) + killed;
        faults.push(...found);
      }
      server = await killOnce(part, server, figures, faults);
      figures.kills = kill + 1;
    }
    const api = apiFor(server);
    faults.push(...(await checkWhole(api, ledger, studio)), ...(await checkEvents(api, ledger, receiver.arrived)));
    const backup = await studiod({ cwd }, 'backup', 'create', '--data', data);
    const verified = await studiod({ cwd }, 'backup', 'verify', '--data', data);
    if (backup.code !== 0 || verified.code !== 0) faults.push(`backups: ${backup.err}${verified.out}${verified.err}`);
    if ((await server.stop()) !== 0) faults.push('the server did not end with 0');
    faults.push(...checkFile(data));
    const counts = {
      'writes acknowledged': ledger.acknowledged,
      uploads: ledger.media.length,
      'events delivered': receiver.arrived.size,
    };
    return { figures: { ...figures, ...counts }, faults };
  } finally {
    server.child.kill('SIGKILL');
    await receiver.stop();
    if (faults.length === 0) removeFolder(cwd);
    else console.log(`kept: ${cwd}`);
  }
};

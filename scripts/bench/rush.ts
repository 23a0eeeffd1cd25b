// The rush: a chain opens booking, and its members come at once. Each looks at the timetable, opens a class, and books
// or joins the waiting list, while webhooks go out to ten endpoints and backups run: bun scripts/bench/rush.ts [--quick].

import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { HOUR_MS } from '../../src/kernel/durations.ts';
import { prepare } from './prepare.ts';
import { root, runVerb, type Served, serviceCommand, startReceiver, startRush, startService } from './processes.ts';
import type { Latencies, RushMeasure, Visit } from './rush-load.ts';

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    members: { type: 'string' },
    rates: { type: 'string' },
    clients: { type: 'string' },
    executable: { type: 'string' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h' },
  },
});
if (values.help) {
  console.log(
    'usage: bun scripts/bench/rush.ts [--members N] [--rates N,..] [--clients N] [--executable FILE] [--quick] [--json]\n' +
      '  --members  members who come; the default is 5000, the most\n' +
      '  --rates    members who arrive in a second, one rush for each; the default is 83 (5,000 in a minute) and 400\n' +
      '  --clients  clients of the chain, and as many past bookings; the default is 100000',
  );
  process.exit(0);
}
const MEMBERS = Number(values.members ?? (values.quick ? 200 : 5_000));
const RATES = (values.rates ?? '83,400').split(',').map(Number);
const CLIENTS = Number(values.clients ?? (values.quick ? 2_000 : 100_000));
const SITES = values.quick ? 2 : 20;
const CLASSES = 12;
const SEATS = 18;
const LINE = 10;
const ENDPOINTS = 10;

const { publicKey, privateKey } = await generateKeyPair('ES256');
const jwks = { keys: [{ ...(await exportJWK(publicKey)), kid: 'rush', alg: 'ES256', use: 'sig' }] };
/** The identity provider of the chain. */
const provider = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch: ({ url }) => Response.json(url.endsWith('/jwks') ? jwks : { issuer: issuer(), jwks_uri: `${issuer()}/jwks` }),
});
const issuer = (): string => `http://127.0.0.1:${provider.port}`;

interface Person {
  readonly id: string;
  readonly email: string;
}

let tokens = 0;
/** A fresh ID token, which the server has not seen. */
const tokenOf = ({ id, email }: Person): Promise<string> => {
  tokens += 1;
  return new SignJWT({ email, email_verified: true, jti: String(tokens) })
    .setProtectedHeader({ alg: 'ES256', typ: 'JWT', kid: 'rush' })
    .setIssuer(issuer())
    .setAudience('rush')
    .setSubject(id)
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(privateKey);
};

/** Runs `work` for each item, 16 at a time. */
const each = async <Item, Result>(items: readonly Item[], work: (item: Item, index: number) => Promise<Result>) => {
  const results: Result[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let index = next++; index < items.length; index = next++) {
      results[index] = await work(items[index] as Item, index);
    }
  };
  await Promise.all(Array.from({ length: 16 }, worker));
  return results;
};

const caller = (service: Served, key: string) => {
  const headers = { 'X-Service-API-Key': key, 'Content-Type': 'application/json' };
  return async <ApiResponse = { id: string }>(method: string, path: string, body?: object): Promise<ApiResponse> => {
    const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    const response = await fetch(service.rootUrl + path, init);
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as ApiResponse;
  };
};
type Call = ReturnType<typeof caller>;

/** The sites of the chain, its members with a package each, and the endpoints. */
const openChain = async (call: Call, clientIds: readonly string[], receiver: Served) => {
  const names = Array.from({ length: SITES }, (_, index) => `Site ${index + 1}`);
  const sites = await each(names, async (name) => (await call('POST', '/v2/sites', { name })).id);
  const plan = await call('POST', '/manage/plans', {
    name: 'Ten classes',
    type: 'credit_pack',
    price: 15_000,
    currency: 'USD',
    creditsTotal: 10,
    validityDays: 90,
  });
  const members = await each(clientIds.slice(0, MEMBERS), async (id, index) => {
    const siteId = sites[index % SITES] as string;
    const { email } = await call<Person>('PATCH', `/v2/clients/${id}`, { homeLocationId: siteId });
    await call('POST', '/manage/packages', { clientId: id, planId: plan.id, siteId, paymentMethod: 'comp' });
    return { id, email, siteId };
  });
  for (let index = 0; index < ENDPOINTS; index += 1) {
    const url = `${receiver.rootUrl}/${index}`;
    await call('POST', '/v2/webhooks', { name: `Receiver ${index}`, url, eventTypes: ['booking.created'] });
  }
  return { sites, members };
};

/** New classes at each site, and what each member will do. */
const planVisits = async (
  call: Call,
  { sites, members }: Awaited<ReturnType<typeof openChain>>,
  day: number,
): Promise<Visit[]> => {
  const classes = await each(
    sites.flatMap((siteId) => Array.from({ length: CLASSES }, (_, hour) => ({ siteId, hour }))),
    async ({ siteId, hour }) => {
      const startTime = new Date(
        Math.ceil(Date.now() / HOUR_MS) * HOUR_MS + (day * 24 + hour * 2) * HOUR_MS,
      ).toISOString();
      const body = {
        siteId,
        name: `Class ${hour}`,
        startTime,
        durationMinutes: 60,
        capacity: SEATS,
        waitlistCapacity: LINE,
      };
      return { siteId, id: (await call('POST', '/manage/sessions', body)).id };
    },
  );
  return each(members, async (member, index) => {
    const own = classes.filter(({ siteId }) => siteId === member.siteId);
    // The first classes of the day are the popular ones: they fill, and so do their waiting lists.
    const place = Math.floor((((index * 7919) % 1000) / 1000) ** 1.6 * CLASSES);
    const session = own[place] as (typeof own)[number];
    return { idToken: await tokenOf(member), siteId: member.siteId, sessionId: session.id };
  });
};

/** Makes backups, one after another, until `isDone`. Returns how many. */
const backUp = async (command: readonly string[], directory: string, isDone: () => boolean): Promise<number> => {
  let made = 0;
  while (!isDone()) {
    await runVerb(command, 'backup', 'create', '--data', directory, '--json');
    made += 1;
  }
  return made;
};

/** What the server says of the seats must be what the members were answered. @throws Error otherwise. */
const checkSeats = async (call: Call, { seats }: RushMeasure): Promise<void> => {
  await each(Object.entries(seats), async ([id, answered]) => {
    const session = await call<Record<'capacity' | 'bookedCount' | 'waitlistCount', number>>(
      'GET',
      `/v2/sessions/${id}`,
    );
    const isRight =
      session.bookedCount === answered.confirmed &&
      session.waitlistCount === answered.waitlisted &&
      answered.confirmed <= session.capacity &&
      (answered.waitlisted === 0 || answered.confirmed === session.capacity);
    if (!isRight) throw new Error(`the seats of ${id} are wrong: ${JSON.stringify({ session, answered })}`);
  });
};

const command = serviceCommand(values.executable);
const say = (text: string): void => console.error(text);
const prepared = await prepare(command, { clients: CLIENTS, bookings: CLIENTS }, undefined, say);
const fixture = (name: string): string => join(root, 'test/fixtures/tls', name);
const receiver = await startReceiver(
  fixture('loopback.pem'),
  fixture('loopback.key'),
  join(prepared.serviceDirectory, 'receiver.log'),
  { isFree: true },
);
const flags = [
  '--webhook-allowed-networks',
  '127.0.0.0/8,::1/128',
  '--webhook-ca-file',
  fixture('loopback.pem'),
  '--member-issuer',
  issuer(),
  '--member-audience',
  'rush',
];
const service = await startService(command, prepared.serviceDirectory, { flags, isFree: true });
const load = startRush();

const show = ({ p50, p99, most }: Latencies): string => [p50, p99, most].map((ms) => `${ms.toFixed(0)} ms`).join(' | ');
const results: object[] = [];
try {
  const call = caller(service, prepared.key);
  const chain = await openChain(call, prepared.seeded.clientIds, receiver);
  // Each member has used the app before: the link to their client exists.
  await each(chain.members, async (member) => {
    const headers = { Authorization: `Bearer ${await tokenOf(member)}`, 'X-Site-ID': member.siteId };
    const response = await fetch(`${service.rootUrl}/public-api/v2/member/profile`, { headers });
    if (!response.ok) throw new Error(await response.text());
  });
  let delivered = 0;
  for (const [round, perSecond] of RATES.entries()) {
    const visits = await planVisits(call, chain, round + 1);
    let isDone = false;
    const backups = backUp(command, prepared.serviceDirectory, () => isDone);
    const cpuBefore = service.cpuSeconds();
    const measure = await load.run({ rootUrl: service.rootUrl, key: prepared.key, visits, perSecond });
    const cpuSeconds = service.cpuSeconds() - cpuBefore;
    const since = performance.now();
    const { confirmed = 0, waitlisted = 0, ...others } = measure.answers;
    delivered += (confirmed + waitlisted) * ENDPOINTS;
    const arrived = await fetch(`${receiver.rootUrl}/reached?count=${delivered}`, {
      tls: { rejectUnauthorized: false },
    });
    if (Number(await arrived.text()) !== delivered) throw new Error('there are more deliveries than bookings');
    const behind = (performance.now() - since) / 1000;
    isDone = true;
    const made = await backups;
    await checkSeats(call, measure);
    const { seats: _seats, ...measured } = measure;
    results.push({ perSecond, members: visits.length, ...measured, cpuSeconds, backups: made, behind });
    say(
      `\n${visits.length} members, ${perSecond} a second: done after ${measure.seconds.toFixed(1)} s, ` +
        `${(cpuSeconds / measure.seconds).toFixed(2)} processors\n\n` +
        '| request | p50 | p99 | most |\n|---|---|---|---|\n' +
        `| timetable | ${show(measure.timetable)} |\n| open a class | ${show(measure.opened)} |\n` +
        `| book | ${show(measure.booked)} |\n| all | ${show(measure.all)} |\n\n` +
        `${confirmed} booked, ${waitlisted} on a waiting list, refused: ${JSON.stringify(others)}. Seats are exact.\n` +
        `${(confirmed + waitlisted) * ENDPOINTS} deliveries, the last ${behind.toFixed(1)} s after the last answer; ${made} backups meanwhile.`,
    );
  }
  if (values.json) console.log(JSON.stringify(results, null, 2));
} finally {
  await Promise.all([service.stop(), receiver.stop(), load.stop(), provider.stop(true)]);
  await prepared.remove();
}

// Measures reads of a client beside other work of the service, and compares their p99 with that at rest: a backup, an
// import, an upload, strangers. Reads beside deliveries are in pipeline.ts, reads beside a file that is sent in streaming.ts.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pause } from '../../src/kernel/clock.ts';
import type { Measure } from './load.ts';
import type { Prepared } from './prepare.ts';
import { runVerb } from './processes.ts';
import { headersOf, median, once, type Request, type Rounds, requireStatus, type Sides, warmUp } from './rounds.ts';

/** The medians of all rounds beside one kind of work. */
export interface Beside {
  readonly rest: Measure;
  readonly busy: Measure;
  /** The p99 beside the work divided by the p99 at rest. */
  readonly slowdown: number;
  readonly slowdowns: readonly number[];
}

export const besideTarget = 2;

const READERS = 32;
/** The most that one import takes. */
const IMPORTED = 20_000;
const UPLOADED = 64 * 1024 * 1024;

/** The measure whose p99 is the median. */
export const byTail = (measures: readonly Measure[]): Measure =>
  [...measures].sort((left, right) => left.p99 - right.p99)[Math.floor(measures.length / 2)] as Measure;

interface Setting {
  readonly sides: Sides;
  readonly command: readonly string[];
  readonly prepared: Prepared;
}

/** Sends a request to the service. @throws Error for a response that is no success. */
const send = async ({ sides }: Setting, method: string, path: string, init: RequestInit): Promise<Response> => {
  const headers = { ...headersOf(sides, sides.service), ...(init.headers as Record<string, string>) };
  const response = await fetch(sides.service.rootUrl + path, { ...init, method, headers });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return response;
};

const backUp = async ({ command, prepared: { serviceDirectory } }: Setting): Promise<void> => {
  await runVerb(command, 'backup', 'create', '--data', serviceDirectory, '--json');
  await rm(join(serviceDirectory, 'backups'), { recursive: true, force: true });
};

/** Creates 20,000 clients, and changes them from then on. */
const importClients = async (setting: Setting, time: number): Promise<void> => {
  const rows = Array.from(
    { length: IMPORTED },
    (_, index) => `Ann,Lee ${time},ann.${index}@import.example.com,import-${index}`,
  );
  const body = `firstName,lastName,email,externalId\n${rows.join('\n')}\n`;
  const reply = await send(setting, 'POST', '/manage/imports?family=clients', {
    headers: { 'Content-Type': 'text/csv' },
    body,
  });
  await reply.text();
};

const bytes = new Uint8Array(UPLOADED);

/** Sends the bytes of a video that is never complete. */
const upload = async (setting: Setting): Promise<void> => {
  const tus = { 'Tus-Resumable': '1.0.0' };
  const metadata = `filename ${btoa('large.mp4')},filetype ${btoa('video/mp4')}`;
  const created = await send(setting, 'POST', '/manage/content/media/uploads', {
    headers: { ...tus, 'Upload-Length': String(UPLOADED + 1), 'Upload-Metadata': metadata },
  });
  const { pathname } = new URL(created.headers.get('Location') ?? '', setting.sides.service.rootUrl);
  await send(setting, 'PATCH', pathname, {
    headers: { ...tus, 'Upload-Offset': '0', 'Content-Type': 'application/offset+octet-stream' },
    body: bytes,
  });
  await send(setting, 'DELETE', pathname, { headers: tus });
};

const STRANGERS = 500;

/** 500 people open the timetable at the same moment, each from an address of their own, and others a second later. */
const strangers = async ({ sides: { service } }: Setting, time: number): Promise<void> => {
  const next = pause(1_000);
  const open = async (index: number): Promise<void> => {
    const address = `10.${time % 250}.${Math.floor(index / 250)}.${(index % 250) + 1}`;
    const headers = { 'X-Forwarded-For': address, 'Accept-Language': 'en' };
    const response = await fetch(`${service.rootUrl}/book`, { headers });
    if (response.status !== 200) throw new Error(`the timetable is ${response.status}`);
    await response.text();
  };
  await Promise.all(Array.from({ length: STRANGERS }, (_, index) => open(index)));
  await next;
};

/** The work by its name in the table. */
export const WORKS = { backup: backUp, import: importClients, upload, strangers } as const;
export type WorkName = keyof typeof WORKS;

/** Does some work again and again while `measure` runs, and waits for its end. */
const beside = async (work: () => Promise<void>, measure: () => Promise<Measure>): Promise<Measure> => {
  let isDone = false;
  const working = (async () => {
    while (!isDone) await work();
  })();
  const measured = await Promise.race([
    measure(),
    working.then((): Promise<never> => Promise.reject(new Error('the work ended'))),
  ]).finally(() => {
    isDone = true;
  });
  await working;
  return measured;
};

/** Reads at rest and beside some work, alternately. */
export const measureBeside = async (setting: Setting, name: WorkName, rounds: Rounds): Promise<Beside> => {
  const { sides, prepared } = setting;
  const request: Request = {
    method: 'GET',
    path: '/v2/clients/{client}',
    pools: { client: prepared.seeded.clientIds },
  };
  const read = async (during = rounds): Promise<Measure> => {
    const { measure } = await once(sides, sides.service, request, READERS, during);
    requireStatus(measure, 200, 'a client');
    return measure;
  };
  const rest: Measure[] = [];
  const busy: Measure[] = [];
  let times = 0;
  const work = (): Promise<void> => {
    times += 1;
    return WORKS[name](setting, times);
  };
  // The code of the work is loaded and compiled too.
  await work();
  await warmUp(sides.service, rounds, (longer) => beside(work, () => read(longer)));
  for (let round = 0; round < rounds.count; round += 1) {
    rest.push(await read());
    busy.push(await beside(work, read));
  }
  const slowdowns = busy.map(({ p99 }, round) => p99 / (rest[round] as Measure).p99);
  return { rest: byTail(rest), busy: byTail(busy), slowdown: median(slowdowns), slowdowns };
};

// Measures reads of a client while one connection receives a large file, at each side.
import { byTail } from './beside.ts';
import type { Measure } from './load.ts';
import type { Served } from './processes.ts';
import { headersOf, median, once, type Request, type Rounds, requireStatus, type Sides, warmUp } from './rounds.ts';
import type { Seeded } from './seed.ts';

/** The medians of all rounds of one side. */
export interface StreamingSide {
  readonly rest: Measure;
  readonly busy: Measure;
  /** The p99 during the transfer divided by the p99 at rest. */
  readonly slowdown: number;
  readonly slowdowns: readonly number[];
  readonly megabytesPerSecond: number;
}

const READERS = 32;

/** The address of the file, which the service signs. */
const fileOf = async (sides: Sides, served: Served, mediaId: string): Promise<string> => {
  const asked = await fetch(`${served.rootUrl}/v2/content/media/${mediaId}/playback`, {
    headers: headersOf(sides, served),
  });
  const { playbackUrl } = (await asked.json()) as { playbackUrl: string };
  return served.rootUrl + new URL(playbackUrl).pathname;
};

/** Receives a file again and again until `work` is done. Returns its result and the megabytes per second. */
const whileReceiving = async <Result>(url: string, work: () => Promise<Result>) => {
  const ending = new AbortController();
  const begun = Promise.withResolvers<void>();
  let bytes = 0;
  const receiving = (async () => {
    while (!ending.signal.aborted) {
      const response = await fetch(url, { signal: ending.signal });
      if (response.status !== 200 || response.body === null) throw new Error(`the file is ${response.status}`);
      for await (const chunk of response.body) {
        bytes += chunk.byteLength;
        begun.resolve();
      }
    }
  })().catch((error: unknown) => {
    if (!ending.signal.aborted) throw error;
  });
  const failed = receiving.then((): Promise<never> => Promise.reject(new Error('no file came')));
  // On a busy machine the first bytes may come later than a short round ends.
  await Promise.race([begun.promise, failed]);
  const started = performance.now();
  const result = await Promise.race([work(), failed]);
  const megabytesPerSecond = bytes / 1000 / (performance.now() - started);
  ending.abort();
  await receiving;
  return { result, megabytesPerSecond };
};

const measureSide = async (sides: Sides, served: Served, seeded: Seeded, rounds: Rounds): Promise<StreamingSide> => {
  const request: Request = { method: 'GET', path: '/v2/clients/{client}', pools: { client: seeded.clientIds } };
  const read = async (during = rounds): Promise<Measure> => {
    const { measure } = await once(sides, served, request, READERS, during);
    requireStatus(measure, 200, 'a client');
    return measure;
  };
  const url = await fileOf(sides, served, seeded.mediaIds[0] as string);
  const rest: Measure[] = [];
  const busy: Measure[] = [];
  const speeds: number[] = [];
  await warmUp(served, rounds, read);
  for (let round = 0; round < rounds.count; round += 1) {
    rest.push(await read());
    const { result, megabytesPerSecond } = await whileReceiving(url, read);
    busy.push(result);
    speeds.push(megabytesPerSecond);
  }
  const slowdowns = busy.map(({ p99 }, round) => p99 / (rest[round] as Measure).p99);
  return {
    rest: byTail(rest),
    busy: byTail(busy),
    slowdown: median(slowdowns),
    slowdowns,
    megabytesPerSecond: median(speeds),
  };
};

/** Both sides, one after the other. */
export const measureStreaming = async (sides: Sides, seeded: Seeded, rounds: Rounds) => ({
  floor: await measureSide(sides, sides.floor, seeded, rounds),
  service: await measureSide(sides, sides.service, seeded, rounds),
});

import { brotliDecompressSync } from 'node:zlib';
import { MINUTE_MS } from '../../src/kernel/durations.ts';
import { type Choices, choicesOf } from '../../test/helpers/seeded.ts';
import { processorMs, watchTurns } from '../../test/helpers/turns.ts';
import { faultsOf } from './judge.ts';
import { Memory } from './memory.ts';
import { type FuzzedRequest, requestFor, sendable } from './requests.ts';
import { type FuzzedStudio, openFuzzedStudio } from './studio.ts';

/** The longest stretch in which the event loop may do nothing else, in milliseconds of processor time. */
const MAX_STRETCH_MS = 100;
/** A slow request is sent again so often. The quickest repeat counts: code runs slowly until it is compiled. */
const REPEATS = 6;
/** The jobs of each minute that passes take more time than the requests in between. */
const REQUESTS_PER_MOVE = 100;

/** A request whose response was wrong. */
export interface Finding {
  readonly seed: number;
  /** The place of the request in its round, from 1. */
  readonly number: number;
  readonly faults: readonly string[];
  readonly request: FuzzedRequest;
  readonly response: string;
}

/** A request that took long once, in processor time. */
interface Slow {
  readonly milliseconds: number;
  readonly request: FuzzedRequest;
}

export interface RoundResult {
  readonly findings: readonly Finding[];
  readonly statuses: ReadonlyMap<number, number>;
  readonly succeeded: ReadonlySet<string>;
  readonly slowest: Slow | undefined;
  /** How many operations there are. */
  readonly operations: number;
}

interface Sent {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly milliseconds: number;
}

const plain = (encoding: string | null, bytes: Uint8Array<ArrayBuffer>): Uint8Array => {
  if (encoding === 'br') return brotliDecompressSync(bytes);
  if (encoding === 'zstd') return Bun.zstdDecompressSync(bytes);
  return encoding === 'gzip' ? Bun.gunzipSync(bytes) : bytes;
};

const send = async ({ app }: FuzzedStudio, request: FuzzedRequest): Promise<Sent> => {
  const sent = sendable(request);
  const started = processorMs();
  const response = await app.fetch(sent);
  const isStream = response.headers.get('content-type') === 'text/event-stream';
  // A stream does not end by itself.
  if (isStream) await response.body?.cancel();
  const bytes = isStream ? new ArrayBuffer(0) : await response.arrayBuffer();
  const milliseconds = processorMs() - started;
  const text = new TextDecoder().decode(plain(response.headers.get('content-encoding'), new Uint8Array(bytes)));
  return { status: response.status, headers: response.headers, text, milliseconds };
};

/** The stretch of the quickest of several repeats, in milliseconds. */
const repeatedStretch = async (studio: FuzzedStudio, request: FuzzedRequest): Promise<number> => {
  let quickest = Number.POSITIVE_INFINITY;
  for (let count = 0; count < REPEATS && quickest > MAX_STRETCH_MS; count += 1) {
    const stopWatching = watchTurns();
    await send(studio, request);
    quickest = Math.min(quickest, stopWatching().longest);
  }
  return quickest;
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Sends a request and judges its response. */
const tried = async (studio: FuzzedStudio, memory: Memory, request: FuzzedRequest) => {
  const sent = await send(studio, request);
  const faults = faultsOf({ ...sent, isFile: sent.headers.get('content-disposition') !== null });
  if (sent.status < 300) memory.learn(parsed(sent.text));
  if (sent.milliseconds > MAX_STRETCH_MS) {
    const stretch = await repeatedStretch(studio, request);
    if (stretch > MAX_STRETCH_MS) faults.push(`it held the event loop for ${Math.round(stretch)} ms`);
  }
  faults.push(...studio.reported().map((report) => `reported: ${report}`));
  return { sent, faults };
};

/** The clock moves on by minutes, and sometimes by a day. */
const moveClock = async ({ time }: FuzzedStudio, choices: Choices): Promise<void> => {
  const minutes = choices.once(16) ? 24 * 60 : 1 + choices.below(60);
  await time.moveTo(time.now() + minutes * MINUTE_MS);
};

/** Sends `requests` random requests to a new studio. The same seed sends the same ones. */
export const runRound = async (seed: number, requests: number, mode: 'serve' | 'verify'): Promise<RoundResult> => {
  const studio = await openFuzzedStudio(seed, mode);
  const memory = new Memory(studio.ownIds);
  const findings: Finding[] = [];
  const statuses = new Map<number, number>();
  const succeeded = new Set<string>();
  let slowest: Slow | undefined;
  const { operations } = studio.app;
  const plain = operations.filter(({ method, path }) => method === 'GET' && !path.includes(':'));
  for (let number = 1; number <= requests; number += 1) {
    const choices = choicesOf(seed * 1_000_003 + number);
    // The first requests list all that there is.
    const operation = plain[number - 1] ?? choices.of(operations);
    if (operation === undefined) break;
    const hostile = number <= plain.length ? 0 : (choices.of([0, 0, 25, 6]) ?? 0);
    const request = requestFor(studio, operation, { choices, memory, now: studio.time.now(), hostile });
    const { sent, faults } = await tried(studio, memory, request);
    statuses.set(sent.status, (statuses.get(sent.status) ?? 0) + 1);
    if (sent.status < 300) succeeded.add(request.operation);
    if (sent.milliseconds > (slowest?.milliseconds ?? 0)) slowest = { milliseconds: sent.milliseconds, request };
    if (number % REQUESTS_PER_MOVE === 0) {
      await moveClock(studio, choices);
      faults.push(...studio.reported().map((report) => `reported while the clock moved: ${report}`));
    }
    if (faults.length > 0) findings.push({ seed, number, faults, request, response: `${sent.status} ${sent.text}` });
  }
  await studio.close();
  return { findings, statuses, succeeded, slowest, operations: operations.length };
};

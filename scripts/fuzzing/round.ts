import { MINUTE_MS } from '../../src/kernel/durations.ts';
import { errorMessage } from '../../src/kernel/errors.ts';
import { type Choices, choicesOf } from '../../test/helpers/seeded.ts';
import { faultsOf, faultsOfMisframed } from './judge.ts';
import { Memory } from './memory.ts';
import { type FuzzedRequest, requestFor } from './requests.ts';
import type { FuzzedStudio, Sent } from './studio.ts';

/** The longest stretch in which the event loop may do nothing else, in milliseconds of processor time. */
const MAX_STRETCH_MS = 100;
/** The jobs of each minute that passes take more time than the requests in between. */
const REQUESTS_PER_MOVE = 100;
/** Of so many hostile requests one is also sent with bytes that HTTP does not want. */
const REQUESTS_PER_MISFRAMED = 8;

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

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const NOTHING: Sent = { status: 0, headers: new Headers(), text: '', milliseconds: 0 };

/** Sends a request and judges its response. */
const tried = async (studio: FuzzedStudio, memory: Memory, request: FuzzedRequest) => {
  let sent: Sent;
  try {
    sent = await studio.send(request);
  } catch (error) {
    return { sent: NOTHING, faults: [`no response: ${errorMessage(error)}`] };
  }
  const faults = faultsOf({ ...sent, isFile: sent.headers.get('content-disposition') !== null });
  if (sent.status < 300) memory.learn(parsed(sent.text));
  if (sent.milliseconds > MAX_STRETCH_MS && studio.stretchOf !== undefined) {
    const stretch = await studio.stretchOf(request);
    if (stretch > MAX_STRETCH_MS) faults.push(`it held the event loop for ${Math.round(stretch)} ms`);
  }
  faults.push(...studio.reported().map((report) => `reported: ${report}`));
  return { sent, faults };
};

/** The clock moves on by minutes, and sometimes by a day. */
const moveClock = async (studio: FuzzedStudio, choices: Choices): Promise<void> => {
  const minutes = choices.once(16) ? 24 * 60 : 1 + choices.below(60);
  await studio.moveTo(studio.now() + minutes * MINUTE_MS);
};

/** Sends `requests` random requests to a new studio, and closes it. The same seed sends the same ones. */
export const runRound = async (studio: FuzzedStudio, seed: number, requests: number): Promise<RoundResult> => {
  const memory = new Memory(studio.ownIds);
  const findings: Finding[] = [];
  const statuses = new Map<number, number>();
  const succeeded = new Set<string>();
  let slowest: Slow | undefined;
  const { operations } = studio;
  const plain = operations.filter(({ method, path }) => method === 'GET' && !path.includes(':'));
  for (let number = 1; number <= requests; number += 1) {
    const choices = choicesOf(seed * 1_000_003 + number);
    // The first requests list all that there is.
    const operation = plain[number - 1] ?? choices.of(operations);
    if (operation === undefined) break;
    const hostile = number <= plain.length ? 0 : (choices.of([0, 0, 25, 6]) ?? 0);
    const request = requestFor(studio, operation, { choices, memory, now: studio.now(), hostile });
    const { sent, faults } = await tried(studio, memory, request);
    statuses.set(sent.status, (statuses.get(sent.status) ?? 0) + 1);
    if (sent.status < 300) succeeded.add(request.operation);
    if (sent.milliseconds > (slowest?.milliseconds ?? 0)) slowest = { milliseconds: sent.milliseconds, request };
    if (hostile > 0 && studio.misframe !== undefined && choices.once(REQUESTS_PER_MISFRAMED)) {
      faults.push(...faultsOfMisframed(await studio.misframe(request, choices)));
    }
    if (number % REQUESTS_PER_MOVE === 0) {
      await moveClock(studio, choices);
      faults.push(...studio.reported().map((report) => `reported while the clock moved: ${report}`));
    }
    if (faults.length > 0) findings.push({ seed, number, faults, request, response: `${sent.status} ${sent.text}` });
  }
  await studio.close();
  return { findings, statuses, succeeded, slowest, operations: operations.length };
};

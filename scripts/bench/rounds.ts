// Measures a scenario in rounds: floor and service alternately, so that other load on the machine affects both.
import { deepStrictEqual } from 'node:assert/strict';
import { stopwatch } from '../../src/kernel/clock.ts';
import type { Measure, Plan } from './load.ts';
import type { Load, Served } from './processes.ts';
import { pages, type Scenario } from './scenarios.ts';
import type { Seeded } from './seed.ts';

/** The length of a round. */
export interface Length {
  /** The seconds before it is measured, while its connections are opened. */
  readonly warmup: number;
  readonly seconds: number;
}

/** The number and length of rounds. */
export interface Rounds extends Length {
  readonly count: number;
  /** The most runs that warm up a server before the first round, and their length. */
  readonly warmUpRuns: { readonly most: number; readonly seconds: number };
}

/** The two measured servers and the load generator. */
export interface Sides {
  readonly service: Served;
  readonly floor: Served;
  readonly load: Load;
  readonly key: string;
  /** Whether the floor asks for the key too. */
  readonly isFloorGuarded?: boolean;
  /** The first k of the next plan for a side and path, so that nothing is created twice. */
  readonly next: Map<string, number>;
}

/** The medians of all rounds. */
export interface Outcome {
  readonly ratio: number;
  readonly floor: Measure;
  readonly service: Measure;
  readonly ratios: readonly number[];
  /** CPU time per request in microseconds, which other load affects least. */
  readonly floorCpu: number;
  readonly serviceCpu: number;
}

export type Request = ReturnType<Scenario['plan']>;

export const median = (values: readonly number[]): number =>
  [...values].sort((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0;

const middle = (measures: readonly Measure[]): Measure =>
  [...measures].sort((left, right) => left.perSecond - right.perSecond)[Math.floor(measures.length / 2)] as Measure;

/** What a measurement of one server needs. */
type Side = Pick<Sides, 'service' | 'load' | 'key' | 'isFloorGuarded' | 'next'>;

export const headersOf = (sides: Side, served: Served): Record<string, string> =>
  served === sides.service || sides.isFloorGuarded === true ? { 'X-Service-API-Key': sides.key } : {};

interface Timed {
  readonly measure: Measure;
  /** CPU time per request in microseconds. */
  readonly cpu: number;
}

/** The part of a core that the compiler of a warm server takes at most. */
const WARM = 0.01;

/**
 * Repeats `run` until the runtime has compiled the code of a server. A server runs for weeks, so the benchmark measures it
 * after the first seconds, which take more (docs/performance.md "Method").
 */
export const warmUp = async (
  served: Pick<Served, 'compilerSeconds'>,
  rounds: Rounds,
  run: (longer: Rounds) => Promise<unknown>,
): Promise<void> => {
  const { most, seconds } = rounds.warmUpRuns;
  for (let left = most; left > 0; left -= 1) {
    const [before, start] = [served.compilerSeconds(), stopwatch()];
    await run({ ...rounds, seconds });
    if (served.compilerSeconds() - before < (WARM * (stopwatch() - start)) / 1000) return;
  }
};

/** Runs a plan once, after a warm-up. */
export const once = async (
  sides: Side,
  served: Served,
  request: Request,
  connections: number,
  { warmup, seconds }: Length,
): Promise<Timed> => {
  const place = `${served.port} ${request.path}`;
  const first = sides.next.get(place) ?? 0;
  const plan: Plan = {
    ...request,
    port: served.port,
    headers: { ...headersOf(sides, served), ...request.headers },
    connections,
    first,
    warmup,
    seconds,
  };
  const before = served.cpuSeconds();
  const measure = await sides.load.run(plan);
  const used = served.cpuSeconds() - before;
  sides.next.set(place, measure.next);
  return { measure, cpu: (used / (measure.next - first)) * 1e6 };
};

/** @throws Error when a measured response has another status. */
export const requireStatus = ({ statuses }: Measure, expected: number, what: string): void => {
  const others = Object.keys(statuses).filter((status) => status !== String(expected));
  if (others.length > 0) throw new Error(`${what} returned unexpected statuses: ${JSON.stringify(statuses)}`);
};

/** Measures a scenario on both sides, alternately. */
export const measure = async (sides: Sides, scenario: Scenario, seeded: Seeded, rounds: Rounds): Promise<Outcome> => {
  const request = scenario.plan(seeded);
  const ofFloor: Timed[] = [];
  const ofService: Timed[] = [];
  for (const side of ['floor', 'service'] as const) {
    await warmUp(sides[side], rounds, (longer) => once(sides, sides[side], request, scenario.connections, longer));
  }
  for (let round = 0; round < rounds.count; round += 1) {
    const turns = round % 2 === 0 ? (['floor', 'service'] as const) : (['service', 'floor'] as const);
    for (const side of turns) {
      const timed = await once(sides, sides[side], request, scenario.connections, rounds);
      requireStatus(timed.measure, scenario.expected, `${scenario.name} of the ${side}`);
      (side === 'floor' ? ofFloor : ofService).push(timed);
    }
  }
  const ratios = ofService.map(({ measure }, round) => measure.perSecond / (ofFloor[round] as Timed).measure.perSecond);
  return {
    ratio: median(ratios),
    floor: middle(ofFloor.map((timed) => timed.measure)),
    service: middle(ofService.map((timed) => timed.measure)),
    ratios,
    floorCpu: median(ofFloor.map(({ cpu }) => cpu)),
    serviceCpu: median(ofService.map(({ cpu }) => cpu)),
  };
};

/** The time of page 10,000 divided by the time of page 1, both of the service. */
export const comparePages = async (sides: Sides, seeded: Seeded, rounds: Rounds) => {
  const first: Measure[] = [];
  const deep: Measure[] = [];
  await warmUp(sides.service, rounds, (longer) => once(sides, sides.service, pages.first, 32, longer));
  for (let round = 0; round < rounds.count; round += 1) {
    first.push((await once(sides, sides.service, pages.first, 32, rounds)).measure);
    deep.push((await once(sides, sides.service, pages.deep(seeded), 32, rounds)).measure);
  }
  for (const measure of [...first, ...deep]) requireStatus(measure, 200, 'a page');
  const ratios = first.map((measure, round) => measure.perSecond / (deep[round] as Measure).perSecond);
  return { ratio: median(ratios), first: middle(first), deep: middle(deep), ratios };
};

const fill = (template: string, pools: Plan['pools'], position: number): string =>
  template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const values = pools[name];
    return values?.at(position % values.length) ?? `first.${position}`;
  });

/** The field names and types of a value, without the values, which differ for each new record. */
const shapeOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value !== 'object' || value === null) return value === null ? null : typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shapeOf(inner)]));
};

/**
 * Compares the responses of both sides before they are measured. They must be equal, or after a create have the same
 * fields with the same types.
 * @throws AssertionError with the difference.
 */
export const compareResponses = async (sides: Sides, scenario: Scenario, seeded: Seeded): Promise<void> => {
  const { method, path, body, pools, headers = {} } = scenario.plan(seeded);
  // Uses the end of the pools, which the rounds do not reach.
  const filled = (template: string): string => fill(template, pools, -1 - scenario.connections);
  const own = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, filled(value)]));
  const ask = async (served: Served): Promise<unknown> => {
    const response = await fetch(served.rootUrl + filled(path), {
      method,
      headers: {
        ...headersOf(sides, served),
        ...own,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: filled(body) }),
    });
    const reply = await response.text();
    if (response.status !== scenario.expected)
      throw new Error(`${scenario.name}: ${response.status} ${reply.slice(0, 500)}`);
    const isSame = method === 'GET' && scenario.hasOwnValues !== true;
    return isSame ? JSON.parse(reply) : shapeOf(JSON.parse(reply));
  };
  const [service, floor] = await Promise.all([ask(sides.service), ask(sides.floor)]);
  deepStrictEqual(floor, service, `floor and service respond differently to '${scenario.name}'`);
};

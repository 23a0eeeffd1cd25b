// The members of the rush, a separate process. Each line on stdin is a plan; each line on stdout is its result.
// A member arrives at a planned moment, however slow the server is: its waiting counts as latency.

import { percentile } from './load.ts';

/** A member, and what they will do. */
export interface Visit {
  readonly idToken: string;
  readonly siteId: string;
  /** The class that they open and book, or join the waiting list of. */
  readonly sessionId: string;
}

export interface RushPlan {
  readonly rootUrl: string;
  /** The API key of the app's server, which shows classes. */
  readonly key: string;
  readonly visits: readonly Visit[];
  /** Members who arrive in a second. */
  readonly perSecond: number;
}

/** Latencies in milliseconds. */
export interface Latencies {
  readonly p50: number;
  readonly p99: number;
  readonly most: number;
}

export interface RushMeasure {
  /** From the planned arrival of the first member to the last response. */
  readonly seconds: number;
  readonly timetable: Latencies;
  readonly opened: Latencies;
  readonly booked: Latencies;
  readonly all: Latencies;
  /** The number of responses by what they say, such as `confirmed`, `waitlisted` or `waitlist_full`. */
  readonly answers: Readonly<Record<string, number>>;
  /** Confirmed and waitlisted bookings by session. */
  readonly seats: Readonly<Record<string, { readonly confirmed: number; readonly waitlisted: number }>>;
}

const STEPS = ['timetable', 'opened', 'booked'] as const;
type Step = (typeof STEPS)[number];

const latenciesOf = (times: readonly number[]): Latencies => {
  const sorted = Float64Array.from(times).sort();
  return { p50: percentile(sorted, 0.5), p99: percentile(sorted, 0.99), most: sorted.at(-1) ?? 0 };
};

const run = async ({ rootUrl, key, visits, perSecond }: RushPlan): Promise<RushMeasure> => {
  const times: Record<Step, number[]> = { timetable: [], opened: [], booked: [] };
  const answers: Record<string, number> = {};
  const seats: Record<string, { confirmed: number; waitlisted: number }> = {};
  const count = (what: string): void => {
    answers[what] = (answers[what] ?? 0) + 1;
  };

  /** Sends a request that was due at `dueAt`. Resolves with its body, or undefined for an error. */
  const ask = async (step: Step, dueAt: number, path: string, init: RequestInit) => {
    const response = await fetch(rootUrl + path, init);
    const body = (await response.json()) as { status?: string; error?: { code?: string } };
    times[step].push(performance.now() - dueAt);
    if (response.ok) return body;
    count(body.error?.code ?? `${step} ${response.status}`);
    return undefined;
  };

  const visit = async ({ idToken, siteId, sessionId }: Visit, dueAt: number): Promise<void> => {
    const headers = { Authorization: `Bearer ${idToken}`, 'X-Site-ID': siteId, 'Content-Type': 'application/json' };
    if ((await ask('timetable', dueAt, '/public-api/v2/member/schedule?limit=20', { headers })) === undefined) return;
    const asApp = { headers: { 'X-Service-API-Key': key } };
    const path = `/v2/sessions/${sessionId}?expand[]=instructor&expand[]=location`;
    if ((await ask('opened', performance.now(), path, asApp)) === undefined) return;
    const body = JSON.stringify({ sessionId, joinWaitlist: true });
    const init = { method: 'POST', headers, body };
    const booking = await ask('booked', performance.now(), '/public-api/v2/member/bookings', init);
    if (booking === undefined) return;
    const status = booking.status === 'confirmed' ? 'confirmed' : 'waitlisted';
    count(status);
    seats[sessionId] ??= { confirmed: 0, waitlisted: 0 };
    seats[sessionId][status] += 1;
  };

  const start = performance.now();
  const under: Promise<void>[] = [];
  for (const [index, each] of visits.entries()) {
    const dueAt = start + (index * 1000) / perSecond;
    const early = dueAt - performance.now();
    if (early > 1) await Bun.sleep(early);
    under.push(
      visit(each, dueAt).catch((error: unknown) => count(error instanceof Error ? error.message : String(error))),
    );
  }
  await Promise.all(under);
  const { timetable, opened, booked } = times;
  return {
    seconds: (performance.now() - start) / 1000,
    timetable: latenciesOf(timetable),
    opened: latenciesOf(opened),
    booked: latenciesOf(booked),
    all: latenciesOf([...timetable, ...opened, ...booked]),
    answers,
    seats,
  };
};

for await (const line of console) {
  if (line.trim() !== '') console.log(JSON.stringify(await run(JSON.parse(line) as RushPlan)));
}

import { describe, expect, test } from 'bun:test';
import { choicesOf } from '../helpers/seeded.ts';
import { forEachSeed } from '../helpers/seeds.ts';
import { ACTIONS, type Done } from './actions.ts';
import { CALENDAR } from './calendar.ts';
import { eventMismatches } from './events.ts';
import { offeredBeyond, oversold, PROPERTIES, passedOver, skippedWithoutReason, stranded } from './invariants.ts';
import { isAnybodys, mayHaveSeat, movesByItself } from './oracle.ts';
import { type Row, type State, seated, stateOf } from './state.ts';
import { openWorld, type World } from './world.ts';

const ACTIONS_IN_RUN = 120;
const ALL = [...ACTIONS, ...CALENDAR];
const MODES = ['automatic', 'confirmation_window', 'manual'];

/** The sessions of which an act freed a seat, or all of them after the sweep, if their lines move by themselves now. */
const freedBy = (world: World, old: State, now: State, hasSwept: boolean): string[] => {
  const ended = [...now.bookings.values()].filter((row) => {
    const was = old.bookings.get(row.id);
    return row.status === 'cancelled' && was !== undefined && (seated(was) || was.holdsSeat === 1);
  });
  const freed = hasSwept ? now.sessions.keys() : ended.map(({ sessionId }) => String(sessionId));
  return [...new Set(freed)].filter((id) => movesByItself(world, now, now.sessions.get(id) as Row));
};

/** What a dry run foretold and did not come true. */
const misForetold = ({ preview }: Done, raised: readonly string[]): string[] => {
  if (preview === undefined) return [];
  const count = (type: string) => raised.filter((each) => each === type).length;
  const { sessionsCreated, sessionsUpdated, sessionsCancelled } = preview;
  const foretold = [sessionsCreated, sessionsUpdated, sessionsCancelled].join(', ');
  const came = ['session.created', 'session.updated', 'session.cancelled'].map(count).join(', ');
  return foretold === came
    ? []
    : [`a dry run foretold ${foretold} sessions made, changed and cancelled, and it was ${came}`];
};

const brokenBy = (world: World, old: State, now: State, done: Done, raised: readonly string[]): string[] => [
  ...(done.status >= 500 ? [`it answered ${done.status}`] : []),
  ...PROPERTIES.flatMap((property) => property(now)),
  ...(done.name === 'pass' ? [] : oversold(old, now, done.mayOverfill)),
  ...offeredBeyond(old, now),
  ...(done.isByDesk === true || done.name === 'pass'
    ? []
    : passedOver(
        old,
        now,
        (row) => !isAnybodys(world, now, now.sessions.get(row.sessionId) as Row) && mayHaveSeat(world, now, row),
      )),
  ...(done.isByDesk === true || done.name === 'pass'
    ? []
    : skippedWithoutReason(old, now, (row) => mayHaveSeat(world, now, row))),
  ...stranded(now, freedBy(world, old, now, done.name === 'pass'), (row) => mayHaveSeat(world, now, row)),
  ...eventMismatches(old, now, raised, done.name !== 'pass'),
  ...misForetold(done, raised),
];

/** The places in line and the seats, as a session and its bookings tell them. */
const positionMismatches = async ({ studio }: World, now: State, sessionId: string | undefined): Promise<string[]> => {
  const session = now.sessions.get(sessionId ?? '');
  if (session === undefined) return [];
  const { body } = await studio.get(`/v2/bookings?session_id=${session.id}&status=waitlisted&limit=100`);
  const places = (body.data as { waitlist: { position: number; joinedAt: string }; id: string }[])
    .map(({ waitlist, id }) => ({ ...waitlist, id }))
    .sort((left, right) => left.position - right.position);
  const isInLine = places.every(
    ({ position, joinedAt, id }, index) =>
      position === index + 1 &&
      (index === 0 || `${places[index - 1]?.joinedAt}${places[index - 1]?.id}` < joinedAt + id),
  );
  const shown = (await studio.get(`/v2/sessions/${session.id}`)).body;
  return [
    ...(isInLine ? [] : [`the places in line are ${JSON.stringify(places)}`]),
    ...(shown.waitlistCount === places.length ? [] : ['waitlistCount is not the number of those who wait']),
  ];
};

const run = async (seed: number): Promise<void> => {
  const choose = choicesOf(seed);
  const world = await openWorld(choose.of(MODES) ?? 'automatic');
  const { studio } = world;
  const history: Done[] = [];
  let old = stateOf(world);
  for (let count = 0; count < ACTIONS_IN_RUN; count += 1) {
    const done = await choose.of(ALL)?.(world, choose);
    if (done === undefined) continue;
    history.push(done);
    const now = stateOf(world);
    const broken = [
      ...brokenBy(world, old, now, done, studio.events()),
      ...(await positionMismatches(world, now, choose.of([...now.sessions.keys()]))),
    ];
    if (broken.length > 0) {
      const actions = history
        .slice(-6)
        .map(({ name, what, status }) => `  ${name} ${JSON.stringify(what)} -> ${status}`);
      throw new Error(
        `After act ${count} of seed ${seed}:\n${broken.join('\n')}\nThe last actions:\n${actions.join('\n')}`,
      );
    }
    old = now;
  }
  expect(studio.reportedErrors).toEqual([]);
  await studio.app.stop();
};

describe('whatever happens in a studio', () => {
  test(
    'its seats, lines, credits, numbers and events stay true',
    () => forEachSeed({ runs: 40, budgetMs: 10_000 }, run),
    120_000,
  );
});

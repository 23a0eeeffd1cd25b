import { before, isFree, type Row, type State, seated, taken } from './state.ts';

/** What is wrong with a state by itself; empty when nothing is. */
export type Property = (state: State) => string[];

const of = (state: State, condition: (row: Row) => boolean): Row[] => [...state.bookings.values()].filter(condition);
const sum = (rows: readonly Row[], field: string): number => rows.reduce((total, row) => total + row[field], 0);

/** Counted columns, each against a recount of the bookings. */
const sessionCounts: Property = (state) =>
  [...state.sessions.values()].flatMap((session) => {
    const here = of(state, ({ sessionId }) => sessionId === session.id);
    const count = (status: string) => here.filter((row) => row.status === status).length;
    const counts = {
      confirmedCount: count('confirmed'),
      attendedCount: count('attended'),
      // Who was on the waiting list takes no seat by not coming.
      noShowCount: here.filter((row) => row.status === 'noshow' && row.confirmedAt !== null).length,
      waitlistedCount: count('waitlisted'),
      offersHeld: sum(here, 'holdsSeat'),
    };
    return Object.entries(counts)
      .filter(([column, counted]) => session[column] !== counted)
      .map(([column, counted]) => `${column} of ${session.id} is ${session[column]} and a recount gives ${counted}`);
  });

const visitsOf = (state: State): Row[] => [
  ...of(state, ({ status }) => status === 'attended'),
  ...state.checkins.filter(({ isVisit }) => isVisit === 1),
];

/** Every visit is one fact, at its site and time, and no other fact is a visit. */
const visitFacts: Property = (state) => {
  const keyOf = (row: Row, id: string, at: string) => [id, row.clientId, row.siteId, at].join(' ');
  const visits = visitsOf(state).map((row) => keyOf(row, row.id, row.checkedInAt));
  const facts = state.facts.filter(({ kind }) => kind === 'visit').map((fact) => keyOf(fact, fact.sourceId, fact.at));
  const missing = visits.filter((key) => !facts.includes(key)).map((key) => `the visit ${key} is no fact`);
  const others = facts.filter((key) => !visits.includes(key)).map((key) => `the fact ${key} is no visit`);
  return [...missing, ...others, ...(new Set(facts).size === facts.length ? [] : ['a visit is two facts'])];
};

const clientCounts: Property = (state) =>
  [...state.clients.values()].flatMap((client) => {
    const mine = of(state, ({ clientId }) => clientId === client.id);
    const visits = visitsOf(state).filter(({ clientId }) => clientId === client.id);
    const times = visits.map(({ checkedInAt }) => checkedInAt).sort();
    const confirmed = mine.filter(({ status }) => status === 'confirmed');
    const starts = confirmed.map(({ startTime }) => startTime).sort();
    const counts = {
      bookings: mine.filter(({ status }) => status !== 'cancelled').length,
      visits: visits.length,
      noShows: mine.filter(({ status }) => status === 'noshow').length,
      lateCancels: sum(mine, 'isLateCancel'),
      firstVisitAt: times[0] ?? null,
      lastVisitAt: times.at(-1) ?? null,
      earliestBookingAt: starts[0] ?? null,
    };
    return Object.entries(counts)
      .filter(([column, counted]) => client[column] !== counted)
      .map(([column, counted]) => `${column} of a client is ${client[column]} and a recount gives ${counted}`);
  });

const oneLiveBooking: Property = (state) => {
  const live = of(state, ({ status }) => status !== 'cancelled').map(({ clientId, sessionId }) => clientId + sessionId);
  return new Set(live).size === live.length ? [] : ['a client has two live bookings of a session'];
};

const ledgers: Property = (state) =>
  [...state.packages.values()].flatMap((row) => {
    const entries = state.ledger.filter(({ packageId }) => packageId === row.id);
    const uses = state.uses.filter(({ packageId }) => packageId === row.id);
    const held = sum(
      uses.filter(({ state: use }) => use === 'held'),
      'credits',
    );
    const isOpen = row.status === 'active' || row.status === 'depleted';
    const isCounted = row.creditsTotal !== null;
    return [
      ...(isCounted && sum(entries, 'delta') !== row.creditsRemaining ? ['a ledger is not the balance'] : []),
      ...(isCounted && row.creditsRemaining < 0 ? ['a balance is negative'] : []),
      ...(entries.some(({ balance }) => balance < 0) ? ['a balance was negative'] : []),
      ...(isOpen && held !== row.creditsHeld ? [`creditsHeld is ${row.creditsHeld} and ${held} are held`] : []),
      ...(isOpen && isCounted && row.creditsHeld > row.creditsRemaining ? ['more is held than there is'] : []),
    ];
  });

/** What a booking says of its credit, against what its package knows of it. */
const credits: Property = (state) => {
  const uses = new Map(state.uses.map((use) => [use.bookingId, use]));
  return of(state, () => true).flatMap((row) => {
    const use = uses.get(row.id);
    const complaint = `a booking that is ${row.status} tells ${row.creditOutcome}, and its use is ${use?.state}`;
    if (row.creditOutcome === 'not_applicable') return [];
    const isRight =
      row.creditOutcome === 'restored'
        ? use === undefined
        : use?.state === row.creditOutcome && use?.packageId === row.packageId;
    const isSeat = row.creditOutcome !== 'held' || row.holdsSeat === 1;
    const isUsed =
      row.creditsUsed === (row.creditOutcome === 'consumed' || row.creditOutcome === 'forfeited' ? use?.credits : 0);
    return isRight && isSeat && isUsed ? [] : [complaint];
  });
};

const refunds: Property = ({ payments }) =>
  payments.flatMap((row) => (row.amountRefunded > row.amount ? ['more was refunded than paid'] : []));

const plans: Property = ({ payments, packages }) =>
  payments.flatMap((row) =>
    row.planId === (packages.get(row.packageId)?.planId ?? null) ? [] : ['a payment has another plan than its package'],
  );

const offers: Property = (state) =>
  of(state, ({ holdsSeat }) => holdsSeat === 1).flatMap(({ status, offerExpiresAt }) =>
    status === 'waitlisted' && offerExpiresAt > state.now ? [] : ['an offer holds a seat past its end'],
  );

const starts: Property = (state) =>
  of(state, ({ status, startTime }) => status === 'waitlisted' && startTime <= state.now).map(
    () => 'somebody waits for a session that has started',
  );

export const PROPERTIES: readonly Property[] = [
  sessionCounts,
  clientCounts,
  visitFacts,
  oneLiveBooking,
  ledgers,
  credits,
  refunds,
  plans,
  offers,
  starts,
];

/** No session has got fuller than its capacity, but for those where the desk may decide so. */
export const oversold = (old: State, now: State, mayOverfill: string | undefined): string[] => {
  const over = (session: Row | undefined) =>
    session === undefined || session.capacity === null ? 0 : Math.max(0, taken(session) - session.capacity);
  return [...now.sessions.values()].flatMap((session) => {
    if (mayOverfill === '*' || mayOverfill === session.id) return [];
    return over(session) > over(old.sessions.get(session.id)) ? [`${session.id} is oversold`] : [];
  });
};

/** No session whose capacity was lowered has an offer without a seat. */
export const offeredBeyond = (old: State, now: State): string[] =>
  [...now.sessions.values()].flatMap((session) => {
    const was = old.sessions.get(session.id);
    if (was === undefined || session.cancelledAt !== null || session.capacity === null) return [];
    if (was.capacity !== null && was.capacity <= session.capacity) return [];
    return session.offersHeld > 0 && taken(session) > session.capacity ? [`${session.id} offers seats it lacks`] : [];
  });

/** Who got a seat by an act, and who was offered one. */
const served = (old: State, now: State): Row[] =>
  [...now.bookings.values()].filter((row) => {
    const was = old.bookings.get(row.id);
    const isSeated = seated(row) && row.confirmedAt !== null && (was === undefined || was.confirmedAt === null);
    return isSeated || (row.offeredAt !== null && row.offeredAt !== was?.offeredAt);
  });

/**
 * Nobody who may have a seat is passed over for somebody behind them, and no seat stays free while somebody waits.
 * @param mayHaveSeat whether the rules let a booking in line have a seat now.
 */
export const passedOver = (old: State, now: State, mayHaveSeat: (row: Row) => boolean): string[] =>
  served(old, now).flatMap((winner) =>
    of(
      now,
      ({ status, sessionId, offeredAt }) =>
        status === 'waitlisted' && sessionId === winner.sessionId && offeredAt === null,
    )
      .filter(
        (row) => old.bookings.has(row.id) && (winner.joinedAt === null || before(row, winner)) && mayHaveSeat(row),
      )
      .map((row) => `${row.id} is passed over for ${winner.id}`),
  );

/** Nobody is promoted who may not have a seat, and a credit that was required is there. */
export const skippedWithoutReason = (old: State, now: State, mayHaveSeat: (row: Row) => boolean): string[] =>
  served(old, now)
    .filter((row) => old.bookings.has(row.id))
    .filter(
      (row) => (row.requiresCredit === 1 && row.packageId === null) || !mayHaveSeat({ ...row, requiresCredit: 0 }),
    )
    .map(({ id }) => `${id} has got a seat that it may not have`);

/** The sessions with a free seat for which somebody waits who may have it. */
export const stranded = (now: State, sessionIds: readonly string[], mayHaveSeat: (row: Row) => boolean): string[] =>
  sessionIds.flatMap((id) => {
    const session = now.sessions.get(id);
    if (session === undefined || !isFree(session)) return [];
    return of(now, (row) => row.sessionId === id && row.status === 'waitlisted' && row.offeredAt === null)
      .filter(mayHaveSeat)
      .map((row) => `a seat of ${id} is stranded while ${row.id} waits`);
  });

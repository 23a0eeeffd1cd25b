// The streaks and milestones of members once more, naively and over the facts alone.

import { DAY_MS } from '../../../src/kernel/durations.ts';
import type { Studio } from '../../helpers/api.ts';
import type { Row } from '../state.ts';

const TYPES = { weekly_attendance: 7, daily_activity: 1, video: 1 } as const;
type Type = keyof typeof TYPES;

/** What the streaks of one member depend on besides the facts. */
interface StreakConfig {
  /** The local date of now at the home site. */
  readonly today: string;
  /** The target of a week by its Monday. */
  readonly targetOf: (monday: string) => number;
  /** Whether the home site is closed on a local date. */
  readonly isClosed: (date: string) => boolean;
  /** Whether every package was frozen for a day in the week of a Monday. */
  readonly isPackageFrozen: (monday: string) => boolean;
}

interface Recounted {
  readonly length: number;
  readonly longestLength: number;
  readonly startedOn: string | null;
  readonly isBroken: boolean;
}

interface Derived {
  readonly streaks: Readonly<Record<Type, Recounted>>;
  readonly visits: number;
  readonly minutes: number;
}

/** What starts with a first booking or visit can be used at once. */
const usableFrom = ({ activationType, startsAt, createdAt }: Row): string =>
  activationType.startsWith('on_first_') && startsAt > createdAt ? createdAt : (startsAt ?? createdAt);

const isRenewable = ({ type }: Row): boolean => type === 'unlimited' || type === 'limited_membership';
/** The attempts to renew, and how long a package is on hold after the last one. */
const HELD_MS = 40 * DAY_MS;

const dayOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / DAY_MS;
const dateOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);
/** 5 January 1970 was a Monday: day 4. */
const periodOf = (type: Type, date: string): number =>
  Math.floor((dayOf(date) - (TYPES[type] === 7 ? 4 : 0)) / TYPES[type]);
const startOf = (type: Type, period: number): string => dateOf(period * TYPES[type] + (TYPES[type] === 7 ? 4 : 0));

const streakOf = (type: Type, facts: readonly Row[], config: StreakConfig): Recounted => {
  const amounts = new Map<number, number>();
  for (const { kind, value, homeDate } of facts) {
    const counts = {
      weekly_attendance: kind === 'visit' ? 1 : 0,
      daily_activity: 1,
      video: kind === 'watched_minutes' ? value : 0,
    };
    const period = periodOf(type, homeDate);
    amounts.set(period, (amounts.get(period) ?? 0) + counts[type]);
  }
  const target = (period: number) =>
    type === 'weekly_attendance' ? config.targetOf(startOf(type, period)) : type === 'video' ? 5 : 1;
  const isMet = (period: number) => (amounts.get(period) ?? 0) >= Math.max(target(period), 0.001) - 1e-6;
  const isFrozen = (period: number): boolean => {
    const first = dayOf(startOf(type, period));
    const dates = Array.from({ length: TYPES[type] }, (_, index) => dateOf(first + index));
    return (
      dates.every(config.isClosed) || (type === 'weekly_attendance' && config.isPackageFrozen(startOf(type, period)))
    );
  };
  const current = periodOf(type, config.today);
  let [length, longestLength] = [0, 0];
  let startedOn: string | null = null;
  let hasBroken = false;
  // Every period from the first fact to now, one after the other.
  for (let period = Math.min(current, ...amounts.keys()); period <= Math.max(current, ...amounts.keys()); period += 1) {
    if (isMet(period)) {
      if (length === 0) startedOn = startOf(type, period);
      length += 1;
      hasBroken = false;
      longestLength = Math.max(longestLength, length);
    } else if (period < current && !isFrozen(period)) {
      if (length > 0) hasBroken = true;
      length = 0;
      startedOn = null;
    }
  }
  return { length, longestLength, startedOn, isBroken: hasBroken };
};

/** The streaks and totals of one member over the facts that are not taken back. */
export const recount = (facts: readonly Row[], config: StreakConfig): Derived => {
  const minutes = facts.filter(({ kind }) => kind === 'visit' || kind === 'watched_minutes');
  return {
    streaks: {
      weekly_attendance: streakOf('weekly_attendance', facts, config),
      daily_activity: streakOf('daily_activity', facts, config),
      video: streakOf('video', facts, config),
    },
    visits: facts.filter(({ kind }) => kind === 'visit').length,
    minutes: Math.floor(minutes.reduce((sum, { value }) => sum + value, 0) + 1e-6),
  };
};

export const mondayOf = (date: string): string => startOf('weekly_attendance', periodOf('weekly_attendance', date));

interface Clocked {
  readonly db: Studio['db'];
  readonly time: { now(): number };
  /** In place of the zone of the home site, which may have been another one then. */
  readonly zone?: string;
  /** Whether packages that renew are usable for some weeks more, as those are whose last renewal has failed. */
  readonly isHeld?: boolean;
}

/** What a member's streaks depend on, as the database has it. */
const configOf = ({ db, time, zone: earlier, isHeld = false }: Clocked, clientId: string): StreakConfig => {
  const all = (sql: string, ...values: string[]) => db.query(sql).all(...values) as Row[];
  const [home] = all(
    'select sites.* from sites join clients on homeLocationId = sites.id where clients.id = ?',
    clientId,
  );
  const closures: Row[] = JSON.parse(home?.closures ?? '[]') ?? [];
  const zone: string = earlier ?? home?.timezone;
  const instant = (date: string) => Temporal.PlainDate.from(date).toZonedDateTime(zone).epochMilliseconds;
  const [stored] = all(`select activity ->> '$.targets' as targets from clients where id = ?`, clientId);
  const targets: [string, number][] = JSON.parse(stored?.targets ?? '[]');
  return {
    today: Temporal.Instant.fromEpochMilliseconds(time.now()).toZonedDateTimeISO(zone).toPlainDate().toString(),
    targetOf: (monday) => (targets.findLast(([from]) => from <= monday) ?? targets[0])?.[1] ?? 1,
    isClosed: (date) => closures.some(({ startDate, endDate }) => startDate <= date && date <= endDate),
    isPackageFrozen(monday) {
      const [from, until] = [instant(monday), instant(dateOf(dayOf(monday) + 7))];
      const hadCredits = (id: string): boolean => {
        const ledger = all('select at, balance from creditLedger where packageId = ? order by id', id);
        const before = ledger.findLast(({ at }) => Date.parse(at) < from);
        const isWithin = ({ at }: Row): boolean => Date.parse(at) >= from && Date.parse(at) < until;
        return [...(before === undefined ? [{ balance: 1 }] : [before]), ...ledger.filter(isWithin)].some(
          ({ balance }) => balance > 0,
        );
      };
      const packages = all('select * from packages where clientId = ?', clientId).filter(
        (row) =>
          hadCredits(row.id) &&
          Date.parse(usableFrom(row)) < until &&
          !(row.expiresAt !== null && Date.parse(row.expiresAt) + (isHeld && isRenewable(row) ? HELD_MS : 0) <= from) &&
          !(row.cancelledAt !== null && Date.parse(row.cancelledAt) <= from),
      );
      const isFrozen = ({ id }: Row): boolean =>
        all('select * from packageFreezes where packageId = ?', id).some(({ startsAt, endsAt }) => {
          const [start, end] = [Math.max(from, Date.parse(startsAt)), Math.min(until, Date.parse(endsAt))];
          const dayLater = Temporal.Instant.fromEpochMilliseconds(start).toZonedDateTimeISO(zone).add({ days: 1 });
          return start < end && dayLater.epochMilliseconds <= end;
        });
      return packages.length > 0 && packages.every(isFrozen);
    },
  };
};

/** The lengths that the streak of weeks of a member reached, and the instants of the visits by which it did. */
export const reachedWeeks = (studio: Clocked, clientId: string): { length: number; at: string }[] => {
  const config = configOf(studio, clientId);
  const sql =
    "select homeDate, at from facts where clientId = ? and kind = 'visit' and takenBackAt is null order by at";
  const visits = studio.db.query(sql).all(clientId) as { homeDate: string; at: string }[];
  const mondays = visits.map(({ homeDate }) => dayOf(mondayOf(homeDate)));
  const reached: { length: number; at: string }[] = [];
  let length = 0;
  for (let day = Math.min(...mondays); day <= Math.max(...mondays); day += 7) {
    const monday = dateOf(day);
    const inWeek = visits.filter(({ homeDate }) => mondayOf(homeDate) === monday);
    const { at } = inWeek[Math.max(1, Math.ceil(config.targetOf(monday))) - 1] ?? {};
    const dates = Array.from({ length: 7 }, (_, index) => dateOf(day + index));
    const isFrozen = dates.every(config.isClosed) || config.isPackageFrozen(monday);
    if (at !== undefined) {
      length += 1;
      reached.push({ length, at });
    } else if (!isFrozen) length = 0;
  }
  return reached;
};

/** The target that the first visit of a week of a member found; by default the one that is stored. */
export type FoundTarget = (clientId: string, monday: string) => number | undefined;

/** What is wrong with the streaks and milestones of every member of a studio; empty when nothing is. */
export const check = async (
  studio: Studio & Pick<Clocked, 'zone' | 'isHeld'>,
  found: FoundTarget = () => undefined,
): Promise<string[]> => {
  const wrong: string[] = [];
  const facts = studio.db.query('select * from facts where takenBackAt is null').all() as Row[];
  const clients = studio.db.query('select id from clients where erasedAt is null').all() as Row[];
  for (const { id } of clients) {
    const mine = facts.filter(({ clientId }) => clientId === id);
    const stored = configOf(studio, id);
    const config = { ...stored, targetOf: (monday: string) => found(id, monday) ?? stored.targetOf(monday) };
    const expected = recount(mine, config);
    const headers = { 'x-client-id': id };
    const streaks = (await studio.get('/v2/member/streaks', headers)).body.data ?? [];
    for (const { type, length, longestLength, startedOn, status } of streaks) {
      const shown = { length, longestLength, startedOn, isBroken: status === 'broken' };
      const counted = expected.streaks[type as Type];
      if (JSON.stringify(shown) !== JSON.stringify(counted)) {
        wrong.push(
          `the streak ${type} of ${id} is ${JSON.stringify(shown)} and a recount gives ${JSON.stringify(counted)}`,
        );
      }
    }
    const milestones = (await studio.get('/v2/member/milestones?limit=100', headers)).body.data ?? [];
    for (const { type, progress, threshold, reachedAt } of milestones) {
      if (type === 'anniversary') continue;
      const total = expected[type as 'visits' | 'minutes'];
      if (progress.current !== total)
        wrong.push(`the ${type} of ${id} are ${progress.current} and a recount gives ${total}`);
      if ((reachedAt !== null) !== total >= threshold)
        wrong.push(`${type} ${threshold} of ${id} is reached: ${reachedAt}`);
    }
  }
  return [...wrong, ...raisedTwice(studio), ...mondays(facts)];
};

/** Events of milestones that were raised more than once. */
const raisedTwice = ({ db }: Studio): string[] => {
  const twice = `select body ->> '$.data' as data, count(*) as n from events where type = 'milestone.reached'
    group by body ->> '$.data.clientId', body ->> '$.data.type', body ->> '$.data.threshold' having n > 1`;
  return (db.query(twice).all() as Row[]).map(({ data }) => `raised more than once: ${data}`);
};

/** A check of the check: the naive weeks begin on Mondays. */
const mondays = (facts: readonly Row[]): string[] =>
  facts
    .filter(({ homeDate }) => new Date(mondayOf(homeDate)).getUTCDay() !== 1)
    .map(() => 'a week begins on no Monday');

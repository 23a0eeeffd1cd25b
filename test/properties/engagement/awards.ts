// The awards of members once more, naively and over the facts alone: those by visits, by a metric, and by streaks of
// active days.

import { DAY_MS } from '../../../src/kernel/durations.ts';
import type { Studio } from '../../helpers/api.ts';
import type { Row } from '../state.ts';

/** A streak of days that reached a length: its first day and the instant at which it did. Closed days do not end it. */
const reachedIn = (facts: readonly Row[], length: number, isClosed: (date: string) => boolean) => {
  const first = new Map<string, string>();
  for (const { homeDate, at } of facts) {
    const known = first.get(homeDate);
    if (known === undefined || at < known) first.set(homeDate, at);
  }
  const after = (date: string) => new Date(Date.parse(date) + DAY_MS).toISOString().slice(0, 10);
  const dates = [...first.keys()].toSorted();
  const reached: { startedOn: string; at: string }[] = [];
  let [count, startedOn] = [0, ''];
  for (let date = dates[0] ?? ''; date !== '' && date <= (dates.at(-1) ?? ''); date = after(date)) {
    const at = first.get(date);
    if (at === undefined) {
      if (!isClosed(date)) count = 0;
      continue;
    }
    count += 1;
    if (count === 1) startedOn = date;
    if (count === length) reached.push({ startedOn, at });
  }
  return reached;
};

/** The instants at which a member has earned an award after some facts, of which they had `before`. */
const earnedAfter = (
  award: Row,
  facts: readonly Row[],
  before: readonly string[],
  { zone, isClosed }: AwardConfig,
): string[] => {
  const most = award.isRepeatable === 1 ? Number.POSITIVE_INFINITY : 1;
  const earned = [...before];
  if (award.trigger === 'visits') {
    const visits = facts.filter(({ kind }) => kind === 'visit').map(({ at }) => at as string);
    visits.sort();
    const times = Math.min(most, Math.floor(visits.length / award.threshold));
    while (earned.length < times) earned.push(visits[(earned.length + 1) * award.threshold - 1] ?? '');
    return earned;
  }
  if (award.trigger === 'metric') {
    const ofMetric = facts.filter(({ kind, value }) => kind === 'metric_entry' && value >= award.threshold);
    const reaching = ofMetric.map(({ at }) => at as string).toSorted();
    const left = [...reaching];
    for (const at of before) if (left.includes(at)) left.splice(left.indexOf(at), 1);
    while (earned.length < Math.min(most, reaching.length)) earned.push(left.shift() ?? '');
    return earned;
  }
  const reached = reachedIn(facts, award.threshold, isClosed).sort((left, right) =>
    left.startedOn < right.startedOn ? -1 : 1,
  );
  for (const { startedOn, at } of reached) {
    const start = Temporal.PlainDate.from(startedOn).toZonedDateTime(zone).epochMilliseconds;
    const isNew = earned.every((each) => Date.parse(each) < start);
    if (earned.length < most && isNew) earned.push(at);
  }
  return earned;
};

/** What the awards depend on besides the facts, which are all of them, also those that are taken back. */
interface AwardConfig {
  readonly awards: readonly Row[];
  /** The time zone of the home site. */
  readonly zone: string;
  /** Whether the home site is closed on a local date. */
  readonly isClosed: (date: string) => boolean;
}

/** The instants at which a member earned each award, by its id: every fact and every award in the order in which it came. */
const recount = (facts: readonly Row[], config: AwardConfig): ReadonlyMap<string, readonly string[]> => {
  const earned = new Map<string, readonly string[]>();
  for (const award of config.awards) {
    const moves = award.trigger === 'metric' ? 'metric_entry' : 'visit';
    const moments = [
      ...facts.filter(({ kind }) => award.trigger === 'streak' || kind === moves).map(({ createdAt }) => createdAt),
      award.createdAt,
    ];
    let had: readonly string[] = [];
    for (const moment of moments.filter((each) => each >= award.createdAt).sort()) {
      const live = facts.filter(
        ({ createdAt, takenBackAt }) => createdAt <= moment && (takenBackAt === null || takenBackAt > moment),
      );
      had = earnedAfter(award, live, had, config);
    }
    earned.set(award.id, had);
  }
  return earned;
};

/** The awards by challenges that differ from the final ranks, which follow from the points of all who took part. */
const ofChallenges = ({ db }: Studio): string[] => {
  const all = (sql: string) => db.query(sql).all() as Row[];
  const over = all('select id, closesAt from challenges where completedAt is not null');
  const enrollments = all("select * from challengeEnrollments where status <> 'withdrawn'");
  const ranked = over.flatMap(({ id, closesAt }) => {
    const taking = enrollments.filter(({ challengeId }) => challengeId === id);
    const rankOf = (own: Row) => 1 + taking.filter(({ pointsTotal }) => pointsTotal > own.pointsTotal).length;
    return taking.map((own) => ({
      clientId: own.clientId,
      challengeId: id,
      rank: rankOf(own),
      at: closesAt as string,
    }));
  });
  return all("select * from awards where trigger = 'challenge'").flatMap(({ id, name, challengeId, maxRank }) => {
    const expected = ranked
      .filter(
        (each) => (challengeId === null || each.challengeId === challengeId) && each.rank <= (maxRank ?? each.rank),
      )
      .map(({ clientId, at }) => `${clientId} ${at}`)
      .sort();
    const grants = all('select * from awardGrants where ordinal is not null').filter(({ awardId }) => awardId === id);
    const found = grants.map(({ clientId, earnedAt }) => `${clientId} ${earnedAt}`).sort();
    return JSON.stringify(found) === JSON.stringify(expected)
      ? []
      : [`${name} was earned by ${found.join(', ')}, and a recount gives ${expected.join(', ')}`];
  });
};

/** What is wrong with the awards of every member of a studio; empty when nothing is. */
export const check = (studio: Studio): string[] => {
  const all = (sql: string, ...values: string[]) => studio.db.query(sql).all(...values) as Row[];
  const awards = all(
    "select * from awards where trigger in ('visits', 'metric') or streakType = 'daily_activity' order by id",
  );
  const wrong: string[] = [];
  const homes = 'select clients.id, sites.timezone, closures from clients join sites on sites.id = homeLocationId';
  for (const { id, timezone: zone, closures } of all(homes)) {
    const closed: Row[] = JSON.parse(closures ?? '[]');
    const isClosed = (date: string) => closed.some(({ startDate, endDate }) => startDate <= date && date <= endDate);
    const facts = all('select * from facts where clientId = ? order by id', id);
    const expected = recount(facts, { awards, zone, isClosed });
    for (const award of awards) {
      const grants =
        'select * from awardGrants where clientId = ? and awardId = ? and ordinal is not null order by ordinal';
      const found = all(grants, id, award.id).map(({ earnedAt }) => earnedAt);
      const counted = expected.get(award.id);
      if (JSON.stringify(found) === JSON.stringify(counted)) continue;
      wrong.push(
        `${award.name} was earned at ${JSON.stringify(found)}, and a recount gives ${JSON.stringify(counted)}`,
      );
    }
  }
  wrong.push(...ofChallenges(studio));
  const raised = "select count(*) as n from events where type = 'award.earned'";
  const [events, grants] = [all(raised)[0]?.n, all('select count(*) as n from awardGrants')[0]?.n];
  if (events !== grants) wrong.push(`${grants} grants, and ${events} of them raised`);
  return wrong;
};

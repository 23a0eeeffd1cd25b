// The awards of members once more, naively and over the facts alone: those by visits, and by streaks of active days.

import type { Studio } from '../../helpers/api.ts';
import type { Row } from '../state.ts';

const DAY = 86_400_000;

/** A streak of days that reached a length: its first day and the instant at which it did. */
const reachedIn = (facts: readonly Row[], length: number) => {
  const first = new Map<string, string>();
  for (const { homeDate, at } of facts) {
    const known = first.get(homeDate);
    if (known === undefined || at < known) first.set(homeDate, at);
  }
  return [...first].flatMap(([date]) => {
    const before = (days: number) => new Date(Date.parse(date) - days * DAY).toISOString().slice(0, 10);
    const isStart = !first.has(before(1));
    const last = before(1 - length);
    const isWhole = Array.from({ length }, (_, days) => before(-days)).every((each) => first.has(each));
    return isStart && isWhole ? [{ startedOn: date, at: first.get(last) ?? '' }] : [];
  });
};

/** The instants at which a member has earned an award after some facts, of which they had `before`. */
const earnedAfter = (award: Row, facts: readonly Row[], before: readonly string[], zone: string): string[] => {
  const most = award.isRepeatable === 1 ? Number.POSITIVE_INFINITY : 1;
  const earned = [...before];
  if (award.trigger === 'visits') {
    const visits = facts.filter(({ kind }) => kind === 'visit').map(({ at }) => at as string);
    visits.sort();
    const times = Math.min(most, Math.floor(visits.length / award.threshold));
    while (earned.length < times) earned.push(visits[(earned.length + 1) * award.threshold - 1] ?? '');
    return earned;
  }
  const reached = reachedIn(facts, award.threshold).sort((left, right) => (left.startedOn < right.startedOn ? -1 : 1));
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
}

/** The instants at which a member earned each award, by its id: every fact and every award in the order in which it came. */
const recount = (facts: readonly Row[], { awards, zone }: AwardConfig): ReadonlyMap<string, readonly string[]> => {
  const earned = new Map<string, readonly string[]>();
  for (const award of awards) {
    const moments = [
      ...facts.filter(({ kind }) => award.trigger === 'streak' || kind === 'visit').map(({ createdAt }) => createdAt),
      award.createdAt,
    ];
    let had: readonly string[] = [];
    for (const moment of moments.filter((each) => each >= award.createdAt).sort()) {
      const live = facts.filter(
        ({ createdAt, takenBackAt }) => createdAt <= moment && (takenBackAt === null || takenBackAt > moment),
      );
      had = earnedAfter(award, live, had, zone);
    }
    earned.set(award.id, had);
  }
  return earned;
};

/** What is wrong with the awards of every member of a studio; empty when nothing is. */
export const check = (studio: Studio): string[] => {
  const all = (sql: string, ...values: string[]) => studio.db.query(sql).all(...values) as Row[];
  const awards = all("select * from awards where trigger = 'visits' or streakType = 'daily_activity' order by id");
  const wrong: string[] = [];
  const homes = 'select clients.id, sites.timezone from clients join sites on sites.id = homeLocationId';
  for (const { id, timezone } of all(homes)) {
    const facts = all('select * from facts where clientId = ? order by id', id);
    const expected = recount(facts, { awards, zone: timezone });
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
  const raised = "select count(*) as n from events where type = 'award.earned'";
  const [events, grants] = [all(raised)[0]?.n, all('select count(*) as n from awardGrants')[0]?.n];
  if (events !== grants) wrong.push(`${grants} grants, and ${events} of them raised`);
  return wrong;
};

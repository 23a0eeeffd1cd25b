// The points and ranks of challenges once more, naively and over the facts alone.

import type { Studio } from '../../helpers/api.ts';
import type { Row } from '../state.ts';

/** What the points of one member in a challenge depend on besides the facts. */
interface ChallengeConfig {
  readonly challenge: Row;
  readonly rules: Row;
  /** From when until when the member took part. */
  readonly spans: readonly (readonly [string, string | null])[];
  /** What the submissions and readings of the member in this challenge are worth, by their ids. */
  readonly worth: ReadonlyMap<string, readonly [part: string, points: number]>;
}

interface Derived {
  readonly parts: Readonly<Record<string, number>>;
  readonly total: number;
  readonly visits: number;
  readonly lastGainAt: string | null;
  /** What each fact earned. */
  readonly gains: readonly { readonly at: string; readonly points: number }[];
}

const dateOf = (at: string, zone: string): string =>
  Temporal.Instant.from(at).toZonedDateTimeISO(zone).toPlainDate().toString();

/** The facts that counted until a challenge closed or was archived, in their order. */
const countedFacts = (facts: readonly Row[], { challenge, spans, worth }: ChallengeConfig): Row[] => {
  const { closesAt, archivedAt, timezone, startDate, endDate } = challenge;
  const end: string = archivedAt !== null && archivedAt < closesAt ? archivedAt : closesAt;
  const sites: string[] = JSON.parse(challenge.siteIds ?? '[]');
  const isCounted = ({ kind, at, siteId, sourceId, createdAt, takenBackAt }: Row): boolean => {
    if (createdAt >= end || (takenBackAt !== null && takenBackAt < end)) return false;
    if (kind !== 'visit') return worth.has(sourceId);
    const day = dateOf(at, timezone);
    const isInside = startDate <= day && day <= endDate && (sites.length === 0 || sites.includes(siteId));
    return isInside && spans.some(([from, until]) => from <= at && (until === null || at <= until));
  };
  return facts.filter(isCounted).sort((left, right) => (`${left.at} ${left.id}` < `${right.at} ${right.id}` ? -1 : 1));
};

/** The points of one member in a challenge. */
const recount = (facts: readonly Row[], config: ChallengeConfig): Derived => {
  const { challenge, rules, worth } = config;
  const parts: Record<string, number> = { attendance: 0, goals: 0, assessments: 0, articles: 0 };
  const ofDay = new Map<string, { visits: number; points: number }>();
  let lastGainAt: string | null = null;
  const gains: { at: string; points: number }[] = [];
  const counted = countedFacts(facts, config);
  for (const { kind, at, sourceId } of counted) {
    const date = dateOf(at, challenge.timezone);
    const day = ofDay.get(date) ?? { visits: 0, points: 0 };
    ofDay.set(date, day);
    const [part, base] = kind === 'visit' ? ['attendance', rules.perAttendance] : (worth.get(sourceId) ?? ['goals', 0]);
    if (kind === 'visit') day.visits += 1;
    const isOver = kind === 'visit' && day.visits > rules.maxAttendancePerDay;
    const left = rules.dailyCap === null ? base : Math.max(0, rules.dailyCap - day.points);
    const points = isOver ? 0 : Math.min(base, left);
    day.points += points;
    parts[part] = (parts[part] ?? 0) + points;
    if (points > 0) lastGainAt = at;
    if (points > 0) gains.push({ at, points });
  }
  const total = Object.values(parts).reduce((sum, points) => sum + points, 0);
  return { parts, total, visits: counted.filter(({ kind }) => kind === 'visit').length, lastGainAt, gains };
};

/** What the submissions and readings of an enrolment are worth. */
const worthOf = (studio: Studio, enrollmentId: string, rules: Row): Map<string, readonly [string, number]> => {
  const all = (sql: string) => studio.db.query(sql).all(enrollmentId) as Row[];
  const goals = all(`select e.id, pointsValue, achieved from challengeGoalEntries e
    join challengeGoals g on g.id = goalId where enrollmentId = ? and submittedAt is not null`);
  const assessments = all(`select s.id, pointsValue from challengeAssessmentSubmissions s
    join challengeAssessments a on a.id = assessmentId where enrollmentId = ?`);
  const articles = all(`select r.id, pointsValue from challengeArticleReads r
    join challengeArticles a on a.id = articleId where enrollmentId = ?`);
  const worth = new Map<string, readonly [string, number]>();
  for (const { id, pointsValue, achieved } of goals) {
    worth.set(id, ['goals', achieved === 1 ? (pointsValue ?? rules.perGoal) : 0]);
  }
  for (const { id, pointsValue } of assessments) worth.set(id, ['assessments', pointsValue ?? rules.perAssessment]);
  for (const { id, pointsValue } of articles) worth.set(id, ['articles', pointsValue ?? rules.perArticle]);
  return worth;
};

/** The value of a member in a period of a leaderboard of points: all of a single period, else what was gained in it. */
const valueIn = (period: Row, enrolledAt: string, { total, lastGainAt, gains }: Derived): Row | undefined => {
  if (['challenge', 'all_time'].includes(period.periodType))
    return { value: total, achievedAt: lastGainAt ?? enrolledAt };
  const { startsAt, endsAt } = period;
  const inside = gains.filter(({ at }) => at >= startsAt && (endsAt === null || at < endsAt));
  const last = inside.at(-1);
  return last && { value: inside.reduce((sum, { points }) => sum + points, 0), achievedAt: last.at };
};

/** What is wrong with the points, the ranks and the participants of every challenge of a studio; empty when nothing is. */
export const check = async (studio: Studio): Promise<string[]> => {
  const wrong: string[] = [];
  const compare = (what: string, shown: unknown, counted: unknown): void => {
    if (Bun.deepEquals(shown, counted)) return;
    wrong.push(`${what} is ${JSON.stringify(shown)} and a recount gives ${JSON.stringify(counted)}`);
  };
  const all = (sql: string, ...values: string[]) => studio.db.query(sql).all(...values) as Row[];
  const facts = all('select * from facts');
  const archived = new Set(all("select id from clients where status = 'archived'").map(({ id }) => id));
  // The final ranks stay when somebody who took part is merged later with somebody who was there too.
  const final = `select 1 from mergedClients m join challengeEnrollments e on e.clientId = m.clientId
    where e.challengeId = challenges.id and m.createdAt >= challenges.closesAt`;
  const open = `select * from challenges where publishedAt is not null and archivedAt is null and not exists (${final})`;
  for (const challenge of all(open)) {
    const rules: Row = JSON.parse(challenge.pointsRules);
    const enrollments = all('select * from challengeEnrollments where challengeId = ?', challenge.id);
    const derived = new Map(
      enrollments.map((row) => {
        const config = { challenge, rules, spans: JSON.parse(row.spans), worth: worthOf(studio, row.id, rules) };
        return [
          row.id,
          recount(
            facts.filter(({ clientId }) => clientId === row.clientId),
            config,
          ),
        ];
      }),
    );
    const taking = enrollments.filter(({ status }) => status !== 'withdrawn');
    compare('participantCount', challenge.participantCount, taking.length);
    const periods = all(
      `select p.*, periodType from leaderboardPeriods p join leaderboards b on b.id = leaderboardId
        where challengeId = ? and rankBy = 'points' and (closesAt is null or closesAt > ?)`,
      challenge.id,
      new Date(studio.time.now()).toISOString(),
    );
    for (const period of periods) {
      const shown = all(
        `select clientId, value, achievedAt from leaderboardScores
          where periodId = ? and value is not null order by clientId`,
        period.id,
      );
      const counted = taking.flatMap(({ id, clientId, enrolledAt }) => {
        const own = derived.get(id);
        const value = own === undefined || archived.has(clientId) ? undefined : valueIn(period, enrolledAt, own);
        return value === undefined ? [] : [{ clientId, ...value }];
      });
      const sorted = counted.toSorted((left, right) => (left.clientId < right.clientId ? -1 : 1));
      compare(`the ${period.periodType} leaderboard from ${period.startsAt}`, shown, sorted);
    }
    for (const row of enrollments) {
      const counted = derived.get(row.id);
      compare('lastGainAt', row.lastGainAt, counted?.lastGainAt);
      compare('pointsTotal', row.pointsTotal, counted?.total);
      // Nobody reads for an archived client.
      if (row.status === 'withdrawn' || archived.has(row.clientId)) continue;
      const headers = { 'x-client-id': row.clientId };
      const path = `/v2/member/challenges/${challenge.id}`;
      const { body } = await studio.get(`${path}/progress`, headers);
      const above = taking.filter(({ id }) => (derived.get(id)?.total ?? 0) > (counted?.total ?? 0)).length;
      compare('the breakdown', body.pointsBreakdown, counted?.parts);
      compare('the rank', body.rank, above + 1);
      const { body: attendance } = await studio.get(`${path}/attendance`, headers);
      compare('totalAttended', attendance.totalAttended, counted?.visits);
      const { enrollment } = (await studio.get(path, headers)).body;
      const isOver = studio.time.now() >= Date.parse(challenge.closesAt);
      compare('finalRank', enrollment.finalRank, isOver ? above + 1 : null);
    }
  }
  return wrong;
};

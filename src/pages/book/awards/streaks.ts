import { type Html, html } from '../../../kernel/html.ts';
import type { MilestoneResponse, StreakResponse } from '../../../resources/streaks/shapes.ts';
import { dayOf, lastDayOf, meter } from '../challenges/words.ts';
import { CHECK } from '../icons.ts';
import type { MemberVisit } from '../visit.ts';

const LENGTHS = {
  weekly_attendance: 'challenges.weeklyStreak',
  daily_activity: 'challenges.dailyStreak',
  video: 'challenges.videoStreak',
} as const;

const THRESHOLDS = {
  visits: 'challenges.milestoneVisits',
  minutes: 'challenges.milestoneMinutes',
  anniversary: 'challenges.milestoneAnniversary',
} as const;

/** The last of the milestones that are reached of a type, and the next one. */
const SHOWN_REACHED = 2;

const streakLine = ({ context }: MemberVisit, streak: StreakResponse): Html => {
  const { t } = context;
  const { type, length, longestLength, status, periodEnd, currentPeriodCount: done, targetPerPeriod: target } = streak;
  const facts = [
    ...(longestLength > 0 ? [t('challenges.longest', { count: longestLength })] : []),
    t('challenges.streakSoFar', { type, done: Math.min(done, target), target }),
  ].join(' · ');
  const note =
    status === 'at_risk'
      ? html`<span class="status" data-tone="caution">${t('challenges.atRisk', { day: lastDayOf(context, periodEnd) })}</span>`
      : status === 'frozen'
        ? html`<span class="status">${t('challenges.frozen')}</span>`
        : undefined;
  return html`<li><div><span class="grow">${t(LENGTHS[type], { count: length })}<small>${facts}</small>${note}</span></div></li>`;
};

const milestoneLine = ({ context }: MemberVisit, { type, threshold, reachedAt, progress }: MilestoneResponse): Html => {
  const { t } = context;
  const name = t(THRESHOLDS[type], { count: threshold });
  if (reachedAt !== null) {
    return html`<li><div><span class="grow">${name}<small>${t('challenges.reachedOn', { day: dayOf(context, reachedAt) })}</small></span><span class="status" data-tone="positive">${CHECK}<span class="visually-hidden">${t('challenges.metWeek')}</span></span></div></li>`;
  }
  const text = t('challenges.thisPeriodCount', { done: progress.current, target: progress.target });
  return html`<li><div><span class="grow">${name}<small>${text}</small>${meter(progress.percent, text)}</span></div></li>`;
};

/** Undefined if the studio has no streaks. */
export const streakSections = async (visit: MemberVisit): Promise<Html | undefined> => {
  const { callApi, context } = visit;
  const { t, studio } = context;
  if (!studio.features.streaks) return undefined;
  const query = { limit: 100 };
  const [streaks, milestones] = await Promise.all([
    callApi('listStreaks', { query }),
    callApi('listMilestones', { query }),
  ]);
  // A studio that shows no videos shows no streak of watching them.
  const shown = streaks.data.filter(({ type }) => type !== 'video' || studio.features.video);
  const kinds = [...Map.groupBy(milestones.data, ({ type }) => type).values()];
  const some = kinds.flatMap((list) => {
    const reached = list
      .filter(({ reachedAt }) => reachedAt !== null)
      .toSorted((left, right) => right.threshold - left.threshold);
    return [...reached.slice(0, SHOWN_REACHED).reverse(), ...list.filter(({ reachedAt }) => reachedAt === null)];
  });
  return html`<section class="section" aria-labelledby="streaks"><h2 id="streaks">${t('challenges.streaks')}</h2><ul class="rows">${shown.map((streak) => streakLine(visit, streak))}</ul></section>
<section class="section" aria-labelledby="milestones"><h2 id="milestones">${t('challenges.milestones')}</h2><ul class="rows">${some.map((each) => milestoneLine(visit, each))}</ul></section>`;
};

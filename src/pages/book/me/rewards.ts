import { type Html, html } from '../../../kernel/html.ts';
import type { MemberAwardResponse } from '../../../resources/awards/shapes.ts';
import type { StreakResponse } from '../../../resources/streaks/shapes.ts';
import { AWARD, FLAME, NEXT } from '../icons.ts';
import { isRefusal } from '../messages.ts';
import type { MemberVisit } from '../visit.ts';

const PATH = '/book/me/awards';

/** Empty if the member may not see the list. */
const listed = async <Each>(list: Promise<{ readonly data: readonly Each[] }>): Promise<readonly Each[]> => {
  try {
    return (await list).data;
  } catch (error) {
    if (isRefusal(error)) return [];
    throw error;
  }
};

const row = (icon: Html, text: string, more: string | undefined): Html =>
  html`<li><a href="${PATH}">${icon}<span class="grow">${text}${more === undefined ? undefined : html`<small>${more}</small>`}</span>${NEXT}</a></li>`;

const streakRow = ({ context: { t } }: MemberVisit, streaks: readonly StreakResponse[]): Html | undefined => {
  const streak = streaks.find(({ type }) => type === 'weekly_attendance');
  if (streak === undefined || streak.length === 0 || streak.status === 'broken') return undefined;
  const more =
    streak.status === 'frozen' ? t('mine.streakFrozen') : t('mine.streakKeep', { count: streak.targetPerPeriod });
  return row(FLAME, t('mine.streak', { count: streak.length }), more);
};

const awardRow = ({ context: { t } }: MemberVisit, awards: readonly MemberAwardResponse[]): Html | undefined => {
  if (awards.length === 0) return undefined;
  const earned = awards.filter(({ isEarned }) => isEarned).length;
  const [next] = awards
    .filter(({ isEarned, progress }) => !isEarned && progress !== null)
    .toSorted((one, other) => (other.progress?.percent ?? 0) - (one.progress?.percent ?? 0));
  const left =
    next?.progress === undefined || next.progress === null ? 0 : next.progress.target - next.progress.current;
  const more =
    next === undefined || left <= 0 ? undefined : t('mine.nextAward', { name: next.name, left: Math.ceil(left) });
  return row(AWARD, t('mine.awards', { count: earned }), more);
};

export const rewardRows = async (visit: MemberVisit): Promise<Html | undefined> => {
  const { callApi, context } = visit;
  const { features } = context.studio;
  const [streaks, awards] = await Promise.all([
    features.streaks ? listed(callApi('listStreaks')) : [],
    features.awards ? listed(callApi('listAwards', { query: { limit: 100 } })) : [],
  ]);
  const rows = [streakRow(visit, streaks), awardRow(visit, awards)].filter((each) => each !== undefined);
  return rows.length === 0 ? undefined : html`<ul class="rows">${rows}</ul>`;
};

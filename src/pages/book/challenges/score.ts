import { type Html, html } from '../../../kernel/html.ts';
import { localDateAt } from '../../../kernel/local-time.ts';
import { CHECK } from '../icons.ts';
import type { MemberVisit } from '../visit.ts';
import type { Attendance, Challenge, Progress } from './shapes.ts';

/** The length of the ring whose radius is 54. */
const AROUND = 2 * Math.PI * 54;

interface Scored {
  readonly challenge: Challenge;
  readonly progress: Progress;
  readonly attendance: Attendance;
  /** By how many places the member is better than at the last midnight; null where no one knows. */
  readonly rankChange: number | null;
}

/** How far a member is: visits where the challenge sets so many, else days. */
const doneOf = ({ context: { t } }: MemberVisit, { challenge, progress, attendance }: Scored) => {
  if (challenge.type === 'attendance' && challenge.targetPerWeek !== null) {
    const count = attendance.weeks.reduce((sum, { target }) => sum + target, 0);
    const done = attendance.totalAttended;
    const sentence = t('challenges.ringVisits', { done, count });
    return { done, count, text: t('challenges.ofVisits', { count }), sentence, visitsLeft: Math.max(0, count - done) };
  }
  const { dayNumber: done, totalDays: count } = progress;
  const sentence = t('challenges.ringDays', { done, count });
  return { done, count, text: t('challenges.ofDays', { count }), sentence, visitsLeft: undefined };
};

const rankText = ({ context: { t } }: MemberVisit, { challenge, progress, rankChange }: Scored): string => {
  const { participantCount } = progress;
  const rank = challenge.enrollment?.finalRank ?? progress.rank;
  if (rank < 1) return t('challenges.noRank');
  const text = t('challenges.rank', { rank, count: participantCount });
  if (rankChange === null || rankChange === 0 || challenge.status !== 'active') return text;
  const key = rankChange > 0 ? 'challenges.rankUp' : 'challenges.rankDown';
  return t(key, { rank: text, count: Math.abs(rankChange) });
};

const leftText = (visit: MemberVisit, { challenge, progress }: Scored, visitsLeft: number | undefined): string => {
  const { t, formats } = visit.context;
  if (challenge.status === 'completed') return t('challenges.over');
  if (progress.dayNumber === 0) return t('challenges.beginsOn', { day: formats.longDay(challenge.startDate) });
  const days = t('challenges.daysLeft', { count: progress.totalDays - progress.dayNumber });
  if (visitsLeft === undefined || visitsLeft === 0) return days;
  return t('challenges.daysAndVisits', { days, visits: t('challenges.visits', { count: visitsLeft }) });
};

export const scoreCard = (visit: MemberVisit, scored: Scored): Html => {
  const { t } = visit.context;
  const { done, count, text, sentence, visitsLeft } = doneOf(visit, scored);
  const share = count === 0 ? 0 : Math.min(1, done / count);
  const arc =
    share === 0
      ? undefined
      : html`<circle class="ring-done" cx="64" cy="64" r="54" stroke-width="13" stroke-dasharray="${(share * AROUND).toFixed(1)} ${AROUND.toFixed(1)}"/>`;
  const ring = html`<div class="ring" role="img" aria-label="${sentence}"><svg viewBox="0 0 128 128" fill="none" aria-hidden="true"><circle class="ring-track" cx="64" cy="64" r="54" stroke-width="13"/>${arc}</svg><b>${done}</b><small>${text}</small></div>`;
  const fact = (name: string, value: string): Html => html`<div><dt>${name}</dt><dd>${value}</dd></div>`;
  const points = t('challenges.points', { count: scored.progress.pointsTotal });
  return html`<section class="card score" aria-label="${t('challenges.progress')}">${ring}<dl>${fact(t('challenges.pointsTitle'), points)}${fact(t('challenges.rankTitle'), rankText(visit, scored))}${fact(t('challenges.leftTitle'), leftText(visit, scored, visitsLeft))}</dl></section>`;
};

/** By week, the current week first. */
export const attendanceSection = (
  { context }: MemberVisit,
  { targetPerWeek }: Pick<Challenge, 'targetPerWeek'>,
  { weeks, totalAttended }: Attendance,
): Html | undefined => {
  const { t, formats, read, site } = context;
  const today = localDateAt(read.nowMs, site.timezone);
  const begun = weeks.filter(({ start }) => start <= today).reverse();
  if (begun.length === 0 || weeks.every(({ target }) => target === 0)) return undefined;
  const lines = begun.map(({ start, end, attended, target, met }) => {
    const days = t('challenges.fromTo', { from: formats.shortDay(start), to: formats.shortDay(end) });
    // Without a target of the studio nothing is reached or missed.
    const said =
      targetPerWeek === null
        ? t('challenges.visits', { count: attended })
        : t('challenges.weekVisits', { done: attended, count: target });
    const reached =
      met && targetPerWeek !== null
        ? html`<span class="status" data-tone="positive">${CHECK}${t('challenges.metWeek')}</span>`
        : undefined;
    return html`<li><div><span class="grow">${days}<small>${said}</small></span>${reached}</div></li>`;
  });
  return html`<section class="section" aria-labelledby="visits"><div class="spread"><h2 id="visits">${t('challenges.attendance')}</h2><span class="small quiet">${t('challenges.visits', { count: totalAttended })}</span></div><ul class="rows">${lines}</ul></section>`;
};

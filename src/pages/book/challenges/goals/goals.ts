import { type Html, html } from '../../../../kernel/html.ts';
import { localDateAt, mondayOf, startOfDate } from '../../../../kernel/local-time.ts';
import { CHECK } from '../../icons.ts';
import type { BookContext } from '../../layout.ts';
import type { MemberVisit } from '../../visit.ts';
import type { Challenge, Goal } from '../shapes.ts';
import { actForm, amountText, challengePath, doneMarks } from '../words.ts';

interface Goals {
  readonly challenge: Challenge;
  /** Each in its current period. */
  readonly goals: readonly Goal[];
  /** Of the periods that are over, the newest first. */
  readonly before: readonly Goal[];
}

/** A count up to so many is shown with a mark for each. */
const MOST_MARKS = 10;

export const goalPath = ({ challengeId, id }: Goal): string => `/book/challenges/${challengeId}/goals/${id}`;

export const canCommit = ({ read }: BookContext, { commitBy, submission }: Goal): boolean =>
  read.now <= commitBy && submission === null;

export const canNote = ({ read }: BookContext, { periodStart, submitBy }: Goal): boolean =>
  periodStart <= read.now && read.now <= submitBy;

/** The period that a page shows: sent after its end, it notes nothing for the next one. */
export const periodField = ({ periodIndex }: Goal): readonly [string, string] => ['period', `${periodIndex}`];

export const targetOf = ({ commitment, defaultTarget }: Goal): number | null => commitment?.target ?? defaultTarget;

/** Each day · at least 30 min · 5 points */
export const goalLine = (context: BookContext, challenge: Challenge, goal: Goal): string => {
  const { t } = context;
  const { commitment, targetType, direction, unit, period } = goal;
  const points = goal.pointsValue ?? challenge.pointsRules.perGoal;
  const target = targetOf(goal);
  const amount = targetType === 'boolean' || target === null ? undefined : amountText(context, target, unit);
  const aim = direction === 'at_least' ? 'challenges.atLeast' : 'challenges.atMost';
  const promised =
    commitment === null
      ? amount && t(aim, { amount })
      : amount === undefined
        ? t('challenges.promisedIt')
        : t('challenges.promised', { amount });
  const worth = points > 0 ? t('challenges.points', { count: points }) : undefined;
  return [t(`challenges.${period}`), promised, worth].filter((each) => each !== undefined).join(' · ');
};

/** What was noted, in words. */
export const notedText = (context: BookContext, { submission, targetType, unit }: Goal): string => {
  const { t } = context;
  const { value = null, achieved = false } = submission ?? {};
  if (targetType === 'boolean' || value === null) return t(achieved ? 'challenges.done' : 'challenges.notDone');
  return t('challenges.noted', { amount: amountText(context, value, unit) });
};

/** The days of this week on which a daily goal is done, or how much of a count. */
const marksOf = (context: BookContext, challenge: Challenge, goal: Goal, before: readonly Goal[]): Html | undefined => {
  const { t, read } = context;
  const { timezone } = challenge;
  const monday = startOfDate(mondayOf(localDateAt(read.nowMs, timezone)), timezone);
  if (goal.period === 'day') {
    const past = before.filter(({ id, periodStart }) => id === goal.id && periodStart >= monday).reverse();
    const marks = [...past, goal].map(({ submission }) => submission?.achieved === true);
    const count = marks.filter((isOn) => isOn).length;
    return doneMarks(
      [...marks, ...Array<boolean>(Math.max(0, 7 - marks.length)).fill(false)],
      t('challenges.nights', { count }),
    );
  }
  const target = targetOf(goal);
  if (goal.targetType !== 'count' || target === null || target > MOST_MARKS || goal.direction === 'at_most')
    return undefined;
  const done = Math.min(target, goal.submission?.value ?? 0);
  const text = notedText(context, goal);
  return doneMarks(
    Array.from({ length: target }, (_, index) => index < done),
    text,
  );
};

const smallButton = (text: string, variant: 'tinted' | 'quiet'): Html =>
  html`<button class="button" data-variant="${variant}" data-size="small">${text}</button>`;

/** The act of a goal: note it, or what was noted with the way to undo or change it. */
const actOf = (visit: MemberVisit, challenge: Challenge, goal: Goal): Html => {
  const { context } = visit;
  const { t } = context;
  const isOpen = canNote(context, goal) && challenge.enrollment?.status === 'enrolled';
  const form = (act: string, content: Html): Html => {
    const fields = [['goal', goal.id] as const, periodField(goal)];
    return actForm({ action: challengePath(challenge), act, key: visit.newKey(), fields, content });
  };
  if (goal.submission === null) {
    if (!isOpen) {
      const isLater = context.read.now < goal.periodStart;
      return html`<span class="status">${t(isLater ? 'challenges.goalLater' : 'challenges.goalOver')}</span>`;
    }
    return goal.targetType === 'boolean'
      ? form('done', smallButton(t('challenges.markDone'), 'tinted'))
      : html`<a class="button" data-variant="tinted" data-size="small" data-sheet="" href="${goalPath(goal)}">${t('challenges.note')}</a>`;
  }
  const { achieved } = goal.submission;
  const state = achieved
    ? html`<span class="status" data-tone="positive">${CHECK}${notedText(context, goal)}</span>`
    : html`<span class="status">${notedText(context, goal)}</span>`;
  if (!isOpen) return state;
  const again =
    goal.targetType === 'boolean'
      ? achieved
        ? form('undo', smallButton(t('shell.undo'), 'quiet'))
        : form('done', smallButton(t('challenges.markDone'), 'tinted'))
      : html`<a class="button" data-variant="quiet" data-size="small" data-sheet="" href="${goalPath(goal)}">${t('challenges.change')}</a>`;
  return html`<div class="goal-actions">${state}${again}</div>`;
};

/** What a member promises before it counts: a target, or the goal itself. */
const commitPart = (visit: MemberVisit, challenge: Challenge, goal: Goal): Html | undefined => {
  const { context } = visit;
  const { t } = context;
  if (!canCommit(context, goal) || challenge.enrollment?.status !== 'enrolled' || goal.commitment !== null) {
    return undefined;
  }
  if (goal.targetType !== 'boolean') {
    return html`<p><a class="link" data-sheet="" href="${goalPath(goal)}">${t('challenges.commitTarget')}</a></p>`;
  }
  const content = html`<button class="link">${t('challenges.commit')}</button>`;
  const fields = [['goal', goal.id] as const];
  return actForm({ action: challengePath(challenge), act: 'commit', key: visit.newKey(), fields, content });
};

/** The goals of the present periods, to commit to and to note. */
export const goalSection = (visit: MemberVisit, { challenge, goals, before }: Goals): Html | undefined => {
  const { context } = visit;
  const { t } = context;
  if (goals.length === 0) return undefined;
  const isRunning = challenge.status === 'active';
  const lines = goals.map(
    (goal) =>
      html`<li class="goal"><div><h3><a data-sheet="" href="${goalPath(goal)}">${goal.title}</a></h3><p>${goalLine(context, challenge, goal)}</p>${isRunning ? marksOf(context, challenge, goal, before) : undefined}${commitPart(visit, challenge, goal)}</div>${actOf(visit, challenge, goal)}</li>`,
  );
  const head = isRunning
    ? html`<h2 id="goals">${t('challenges.goals')}</h2><span class="small quiet">${t('challenges.untilSunday')}</span>`
    : html`<h2 id="goals">${t('challenges.goalsLater')}</h2>`;
  return html`<section class="section" aria-labelledby="goals"><div class="spread">${head}</div><ul>${lines}</ul></section>`;
};

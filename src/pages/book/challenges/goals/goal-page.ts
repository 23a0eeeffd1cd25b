import { type Html, html } from '../../../../kernel/html.ts';
import { stepTop } from '../../layout.ts';
import { markdown } from '../../library/markdown.ts';
import { type ApiRefusal, gonePage, refusalNote } from '../../messages.ts';
import type { Form, MemberVisit, PageResult } from '../../visit.ts';
import { challengeOf, type Goal, MOST } from '../shapes.ts';
import { actForm, challengePath, lastDayOf } from '../words.ts';
import { canCommit, canNote, goalLine, goalPath, notedText, periodField, targetOf } from './goals.ts';

/** What was typed, so that nothing of it is lost. */
interface Typed {
  readonly refused: ApiRefusal;
  readonly form: Form;
}

const hintOf = ({ context: { t } }: MemberVisit, { minTarget: min, maxTarget: max }: Goal): string | undefined => {
  if (min !== null && max !== null) return t('challenges.between', { min, max });
  if (min !== null) return t('challenges.from', { min });
  return max === null ? undefined : t('challenges.upTo', { max });
};

interface NumberField {
  readonly id: string;
  readonly label: string;
  readonly goal: Goal;
  readonly value: string;
  readonly hint?: string | undefined;
  readonly min?: number | null;
  readonly max?: number | null;
}

const numberField = ({ id, label, goal, value, hint, min = 0, max = null }: NumberField): Html => {
  const { unit, targetType } = goal;
  const about = hint === undefined ? undefined : html`<p class="hint" id="${id}-hint">${hint}</p>`;
  const most = max === null ? '' : html` max="${max}"`;
  const said = hint === undefined ? '' : html` aria-describedby="${id}-hint"`;
  return html`<div class="field"><label for="${id}">${unit === null ? label : `${label} (${unit})`}</label><input class="input" id="${id}" name="value" type="number" inputmode="decimal" required step="${targetType === 'count' ? '1' : 'any'}" min="${min ?? 0}"${most} value="${value}"${said}>${about}</div>`;
};

const commitForm = (visit: MemberVisit, goal: Goal, typed: Typed | undefined): Html | undefined => {
  const { t } = visit.context;
  if (!canCommit(visit.context, goal) || goal.targetType === 'boolean') return undefined;
  const value = typed?.form.get('act') === 'commit' ? typed.form.get('value') : String(targetOf(goal) ?? '');
  const { minTarget: min, maxTarget: max } = goal;
  const field = numberField({
    id: 'target',
    label: t('challenges.target'),
    goal,
    value,
    hint: hintOf(visit, goal),
    min,
    max,
  });
  const content = html`${field}<p class="small quiet">${t('challenges.commitUntil', { day: lastDayOf(visit.context, goal.commitBy) })}</p><button class="button" data-size="large" data-wide="">${t('challenges.commitTarget')}</button>`;
  return html`<section class="section">${actForm({ action: goalPath(goal), act: 'commit', key: visit.newKey(), content })}</section>`;
};

const noteForm = (visit: MemberVisit, goal: Goal, typed: Typed | undefined): Html | undefined => {
  const { context } = visit;
  const { t } = context;
  if (!canNote(context, goal)) return undefined;
  const { submission, targetType } = goal;
  const isTyped = typed !== undefined && typed.form.get('act') !== 'commit';
  const value = isTyped ? typed.form.get('value') : String(submission?.value ?? '');
  const note = isTyped ? typed.form.get('note') : (submission?.note ?? '');
  const field =
    targetType === 'boolean' ? undefined : numberField({ id: 'value', label: t('challenges.value'), goal, value });
  const words = targetType === 'boolean' ? t('challenges.markDone') : t('challenges.save');
  const content = html`${field}<div class="field"><label for="note">${t('challenges.noteText')}</label><textarea class="input" id="note" name="note" rows="2" maxlength="1000">${note}</textarea></div><p class="small quiet">${t('challenges.noteUntil', { day: lastDayOf(context, goal.submitBy) })}</p><button class="button" data-variant="primary" data-size="large" data-wide="">${words}</button>`;
  return html`<section class="section">${actForm({ action: goalPath(goal), act: targetType === 'boolean' ? 'done' : 'note', key: visit.newKey(), fields: [periodField(goal)], content })}</section>`;
};

const findGoal = async (visit: MemberVisit): Promise<Goal | undefined> => {
  const { data } = await visit.callApi('listChallengeGoals', {
    path: { id: visit.param('id') },
    query: { limit: MOST },
  });
  return data.find(({ id }) => id === visit.param('goal'));
};

export const goalPageWith = async (visit: MemberVisit, typed?: Typed): Promise<PageResult> => {
  const { context } = visit;
  const [challenge, goal] = await Promise.all([challengeOf(visit), findGoal(visit)]);
  if (goal === undefined) return gonePage(context);
  const { title, description, submission } = goal;
  const isIn = challenge.enrollment?.status === 'enrolled';
  const about =
    description === null ? undefined : html`<div class="prose">${await markdown(context, description)}</div>`;
  const noted = submission === null ? undefined : html`<p class="section">${notedText(context, goal)}</p>`;
  const forms = isIn ? html`${noteForm(visit, goal, typed)}${commitForm(visit, goal, typed)}` : undefined;
  const content = html`${stepTop(context, challengePath(challenge), challenge.title)}<main class="page narrow" id="main"><h1 class="page-title">${title}</h1><p class="quiet">${goalLine(context, challenge, goal)}</p>${about}${noted}${refusalNote(context, typed?.refused)}${forms}</main>`;
  return { context, title, content, kind: 'flow-page', tab: 'challenges', status: typed === undefined ? 200 : 422 };
};

export const goalPage = (visit: MemberVisit): Promise<PageResult> => goalPageWith(visit);

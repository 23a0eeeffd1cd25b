import { type Html, html } from '../../../kernel/html.ts';
import type { AssessmentField } from '../../../resources/challenges/assessments/record.ts';
import { CHECK, NEXT } from '../icons.ts';
import { type BookContext, stepTop } from '../layout.ts';
import { type ApiRefusal, gonePage, orRefused, refusalNote } from '../messages.ts';
import type { Form, MemberVisit, PageResult } from '../visit.ts';
import { type Assessment, type Challenge, challengeOf, MOST } from './shapes.ts';
import { actForm, amountText, challengePath, dayOf, lastDayOf, numberText } from './words.ts';

const assessmentPath = ({ challengeId, id }: Assessment): string => `/book/challenges/${challengeId}/assessments/${id}`;

type State = 'later' | 'open' | 'closed';

const stateOf = ({ read }: BookContext, { opensAt, closesAt }: Assessment): State => {
  if (read.now < opensAt) return 'later';
  return read.now <= closesAt ? 'open' : 'closed';
};

const STATES = {
  later: 'challenges.opensFrom',
  open: 'challenges.openUntil',
  closed: 'challenges.closedOn',
} as const;

const datesText = (context: BookContext, assessment: Assessment): string => {
  const state = stateOf(context, assessment);
  const { opensAt, closesAt } = assessment;
  return context.t(STATES[state], { day: state === 'later' ? dayOf(context, opensAt) : lastDayOf(context, closesAt) });
};

/** Plank: +12 s since the start */
const changesOf = (context: BookContext, { fields, submission }: Assessment): string =>
  fields
    .flatMap(({ key, label, unit }) => {
      const delta = submission?.deltaFromBaseline?.[key];
      if (typeof delta !== 'number') return [];
      const change = `${delta > 0 ? '+' : ''}${amountText(context, delta, unit)}`;
      return [context.t('challenges.delta', { label, change })];
    })
    .join(' · ');

export const assessmentSection = (
  { context }: MemberVisit,
  challenge: Challenge,
  assessments: readonly Assessment[],
): Html | undefined => {
  const { t } = context;
  if (assessments.length === 0) return undefined;
  const lines = assessments.map((assessment) => {
    const { name, submission, pointsValue } = assessment;
    const points = pointsValue ?? challenge.pointsRules.perAssessment;
    const facts = [
      datesText(context, assessment),
      ...(points > 0 ? [t('challenges.points', { count: points })] : []),
      changesOf(context, assessment),
    ];
    const text = html`<span class="grow">${name}<small>${facts.filter((each) => each !== '').join(' · ')}</small></span>`;
    const mark =
      submission === null
        ? undefined
        : html`<span class="status" data-tone="positive">${CHECK}${t('challenges.submitted')}</span>`;
    const isShown = stateOf(context, assessment) === 'open' || submission !== null;
    return isShown
      ? html`<li><a href="${assessmentPath(assessment)}" data-sheet="">${text}${mark ?? html`<span class="value">${t('challenges.fillIn')}</span>`}${NEXT}</a></li>`
      : html`<li><div>${text}</div></li>`;
  });
  return html`<section class="section" aria-labelledby="assessments"><h2 id="assessments">${t('challenges.assessments')}</h2><ul class="rows">${lines}</ul></section>`;
};

interface Typed {
  readonly refused: ApiRefusal;
  readonly form: Form;
}

type Value = number | boolean | string | undefined;

const shownValue = ({ context: { t, locale } }: MemberVisit, { unit }: AssessmentField, value: Value): string => {
  if (value === undefined) return '–';
  if (typeof value === 'boolean') return t(value ? 'challenges.yes' : 'challenges.no');
  return typeof value === 'number' ? [numberText({ locale }, value), unit ?? ''].join(' ').trim() : value;
};

const hintOf = ({ context: { t } }: MemberVisit, { type, min, max }: AssessmentField): string | undefined => {
  if (type !== 'number') return undefined;
  if (min !== null && max !== null) return t('challenges.between', { min, max });
  if (min !== null) return t('challenges.from', { min });
  return max === null ? undefined : t('challenges.upTo', { max });
};

/** What is wrong with a field, by the details of the refusal. */
const wrongText = ({ context: { t } }: MemberVisit, { key }: AssessmentField, typed: Typed | undefined) => {
  const found = typed?.refused.details.find(({ param }) => param === `values.${key}`);
  if (found === undefined) return undefined;
  return t(found.code === 'parameter_missing' ? 'challenges.mustBe' : 'challenges.wrongValue');
};

const numberInput = ({ min, max, required }: AssessmentField): Html =>
  html` type="number" inputmode="decimal" step="any"${min === null ? '' : html` min="${min}"`}${max === null ? '' : html` max="${max}"`}${required ? html` required` : ''}`;

const textInput = ({ min, max, required }: AssessmentField): Html =>
  html` type="text"${min === null ? '' : html` minlength="${min}"`} maxlength="${max ?? 1000}"${required ? html` required` : ''}`;

const fieldOf = (visit: MemberVisit, field: AssessmentField, saved: Value, typed: Typed | undefined): Html => {
  const { t } = visit.context;
  const { key, label, type, unit, required } = field;
  const id = `field-${key}`;
  const value = typed === undefined ? (saved === undefined ? '' : String(saved)) : typed.form.get(id);
  if (type === 'boolean') {
    const choice = (of: string, text: string): Html =>
      html`<label class="check"><input type="radio" name="${id}" value="${of}"${required ? html` required` : ''}${value === of ? html` checked` : ''}><span>${text}</span></label>`;
    return html`<fieldset class="field"><legend>${label}</legend>${choice('true', t('challenges.yes'))}${choice('false', t('challenges.no'))}</fieldset>`;
  }
  const wrong = wrongText(visit, field, typed);
  const hint = wrong ?? hintOf(visit, field);
  const about =
    hint === undefined
      ? undefined
      : html`<p class="hint" id="${id}-hint"${wrong === undefined ? '' : html` data-wrong=""`}>${hint}</p>`;
  const said = hint === undefined ? '' : html` aria-describedby="${id}-hint"`;
  const kind = type === 'number' ? numberInput(field) : textInput(field);
  return html`<div class="field"><label for="${id}">${unit === null ? label : `${label} (${unit})`}</label><input class="input" id="${id}" name="${id}"${kind} value="${value}"${said}${wrong === undefined ? '' : html` aria-invalid="true"`}>${about}</div>`;
};

const findAssessment = async (visit: MemberVisit): Promise<Assessment | undefined> => {
  const { data } = await visit.callApi('listChallengeAssessments', {
    path: { id: visit.param('id') },
    query: { limit: MOST },
  });
  return data.find(({ id }) => id === visit.param('assessment'));
};

const assessmentPageWith = async (visit: MemberVisit, typed?: Typed): Promise<PageResult> => {
  const { context } = visit;
  const { t } = context;
  const [challenge, assessment] = await Promise.all([challengeOf(visit), findAssessment(visit)]);
  if (assessment === undefined) return gonePage(context);
  const { name, fields, submission } = assessment;
  const isOpen = stateOf(context, assessment) === 'open' && challenge.enrollment?.status === 'enrolled';
  const values = submission?.values ?? {};
  const content = html`${fields.map((field) => fieldOf(visit, field, values[field.key], typed))}<button class="button" data-variant="primary" data-size="large" data-wide="">${t('challenges.save')}</button>`;
  const form = isOpen
    ? actForm({ action: assessmentPath(assessment), act: 'save', key: visit.newKey(), content })
    : html`<dl class="pairs">${fields.map((field) => html`<div><dt>${field.label}</dt><dd>${shownValue(visit, field, values[field.key])}</dd></div>`)}</dl>`;
  const changes = changesOf(context, assessment);
  const page = html`${stepTop(context, challengePath(challenge), challenge.title)}<main class="page narrow" id="main"><h1 class="page-title">${name}</h1><p class="quiet">${datesText(context, assessment)}</p>${changes === '' ? undefined : html`<p>${changes}</p>`}${refusalNote(context, typed?.refused)}<div class="section">${form}</div></main>`;
  const status = typed === undefined ? 200 : 422;
  return { context, title: name, content: page, kind: 'flow-page', tab: 'challenges', status };
};

export const assessmentPage = (visit: MemberVisit): Promise<PageResult> => assessmentPageWith(visit);

/** The typed value as the API takes it. Text in a field for numbers is sent as it is, so that the API refuses it. */
const sentValue = (form: Form, { key, type }: AssessmentField): readonly [string, NonNullable<Value>][] => {
  const text = form.get(`field-${key}`);
  if (text === '') return [];
  if (type === 'boolean') return [[key, text === 'true']];
  if (type === 'text') return [[key, text]];
  const number = Number(text.replace(',', '.'));
  return [[key, Number.isNaN(number) ? text : number]];
};

export const saveAssessment = (visit: MemberVisit, form: Form): Promise<PageResult> =>
  orRefused<PageResult, PageResult>(
    async () => {
      const assessment = await findAssessment(visit);
      if (assessment === undefined) return gonePage(visit.context);
      const { id, fields, submission, challengeId } = assessment;
      const values = Object.fromEntries(fields.flatMap((field) => sentValue(form, field)));
      const challenge = visit.param('id');
      if (submission === null) {
        const body = { assessmentId: id, values };
        await visit.callApi('submitChallengeAssessment', { path: { id: challenge }, body, key: form.get('key') });
      } else {
        await visit.callApi('changeChallengeAssessment', {
          path: { id: challenge, assessmentId: id },
          body: { values },
        });
      }
      return { to: challengePath({ id: challengeId }) };
    },
    (refused) => assessmentPageWith(visit, { refused, form }),
  );

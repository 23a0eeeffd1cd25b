import type { TextKey, Translate } from '../../../../texts/translate.ts';
import type { Schemas } from '../../../api/types.ts';
import type { Fields } from '../../../edit/fields.ts';
import { isWhole, numberOf, type Problems } from '../form/form.ts';
import type { Assessment } from './queries.ts';

export const STAGES = {
  baseline: 'parts.stageBaseline',
  midpoint: 'parts.stageMidpoint',
  final: 'parts.stageFinal',
} as const satisfies Record<Assessment['stage'], TextKey>;

type FieldType = Assessment['fields'][number]['type'];

export const FIELD_TYPES = {
  number: 'parts.fieldNumber',
  boolean: 'parts.fieldBoolean',
  text: 'parts.fieldText',
} as const satisfies Record<FieldType, TextKey>;

export const ASSESSMENT_NAMES: Readonly<Record<string, TextKey>> = {
  name: 'engagement.name',
  stage: 'parts.stage',
  opensAt: 'parts.assessmentOpens',
  closesAt: 'parts.assessmentCloses',
  fields: 'parts.questions',
  pointsValue: 'parts.pointsValue',
};

/** What stays once a challenge is published. */
export const ASSESSMENT_FIXED = ['stage', 'fields', 'pointsValue'];

/** A question of an assessment, as its form holds it. */
export interface Question {
  /** Its name in answers; empty for a new question. */
  readonly key: string;
  readonly label: string;
  readonly type: FieldType;
  readonly unit: string;
  readonly min: string;
  readonly max: string;
  readonly required: boolean;
  readonly lowerIsBetter: boolean;
}

export const EMPTY_QUESTION: Question = {
  key: '',
  label: '',
  type: 'number',
  unit: '',
  min: '',
  max: '',
  required: true,
  lowerIsBetter: false,
};

export const questionsOf = (text: string | undefined): readonly Question[] =>
  text === undefined || text === '' ? [] : (JSON.parse(text) as Question[]);
export const textOfQuestions = (questions: readonly Question[]): string => JSON.stringify(questions);

const text = (value: number | string | null): string => (value === null ? '' : String(value));

const questionText = ({ fields }: Assessment): string =>
  textOfQuestions(
    fields.map(({ key, label, type, unit, min, max, required, lowerIsBetter }) => ({
      key,
      label,
      type,
      unit: text(unit),
      min: text(min),
      max: text(max),
      required,
      lowerIsBetter,
    })),
  );

export const assessmentFieldsOf = (assessment: Assessment): Fields => ({
  name: assessment.name,
  stage: assessment.stage,
  opensAt: assessment.opensAt,
  closesAt: assessment.closesAt,
  fields: questionText(assessment),
  pointsValue: text(assessment.pointsValue),
});

export const EMPTY_ASSESSMENT: Fields = {
  name: '',
  stage: 'baseline',
  opensAt: '',
  closesAt: '',
  fields: textOfQuestions([EMPTY_QUESTION]),
  pointsValue: '',
};

/** A name for the answers to a question, made of its words: nobody sees it. */
const keyFor = (label: string, taken: ReadonlySet<string>): string => {
  const plain = label.normalize('NFD').replace(/[^A-Za-z0-9]+/g, '');
  const base = /^[A-Za-z]/.test(plain) ? plain.slice(0, 30) : `field${plain.slice(0, 24)}`;
  for (let count = 1; ; count += 1) {
    const key = count === 1 ? base : `${base}${count}`;
    if (!taken.has(key)) return key;
  }
};

type SentField = NonNullable<Schemas['CreateChallengeAssessmentRequest']['fields']>[number];

const sentFields = (questions: readonly Question[]): SentField[] => {
  const taken = new Set(questions.map(({ key }) => key));
  return questions.map(({ key, label, type, unit, min, max, required, lowerIsBetter }) => {
    const name = key === '' ? keyFor(label, taken) : key;
    taken.add(name);
    const isNumber = type === 'number';
    const bound = (value: string): number | null =>
      type === 'boolean' || value.trim() === '' ? null : (numberOf(value) ?? null);
    return {
      key: name,
      label: label.trim(),
      type,
      unit: isNumber && unit.trim() !== '' ? unit.trim() : null,
      min: bound(min),
      max: bound(max),
      required,
      lowerIsBetter: isNumber && lowerIsBetter,
    };
  });
};

export const assessmentBodyOf = (fields: Fields): Schemas['UpdateChallengeAssessmentRequest'] =>
  Object.fromEntries(
    Object.entries(fields).map(([path, value]) => {
      if (path === 'fields') return [path, sentFields(questionsOf(value))];
      const trimmed = value.trim();
      if (path === 'pointsValue') return [path, trimmed === '' ? null : Number(trimmed)];
      return [path, trimmed === '' ? null : trimmed];
    }),
  );

export const newAssessmentOf = (draft: Fields): Schemas['CreateChallengeAssessmentRequest'] =>
  assessmentBodyOf(
    Object.fromEntries(Object.entries(draft).filter(([, value]) => value.trim() !== '')),
  ) as Schemas['CreateChallengeAssessmentRequest'];

export const assessmentProblemsOf = (draft: Fields, t: Translate): Problems => {
  const problems: Record<string, string> = {};
  if ((draft.name ?? '').trim() === '') problems.name = t('engagement.needsTitle');
  const questions = questionsOf(draft.fields);
  if (questions.length === 0) problems.fields = t('parts.needsQuestion');
  for (const [index, { label, min, max }] of questions.entries()) {
    if (label.trim() === '') problems[`fields.${index}`] = t('parts.needsLabel');
    else if ([min, max].some((bound) => bound.trim() !== '' && numberOf(bound) === undefined))
      problems[`fields.${index}`] = t('parts.needsBounds');
  }
  const points = (draft.pointsValue ?? '').trim();
  if (points !== '' && !isWhole(points)) problems.pointsValue = t('engagement.needsWhole');
  return problems;
};

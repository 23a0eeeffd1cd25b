import type { TextKey } from '../../../texts/translate.ts';
import type { Schemas } from '../../api/types.ts';
import { decimalOf, fieldsOf } from '../../forms/record-fields.ts';
import type { DraftOf } from '../../forms/specs.ts';
import { PART_POINTS } from './goal-record.ts';

type Assessment = Schemas['ChallengeAssessment'];
type NewAssessment = Schemas['CreateChallengeAssessmentRequest'];
type Field = Assessment['fields'][number];

const STAGE_IDS = ['baseline', 'midpoint', 'final'] as const;

export const STAGES = {
  baseline: 'parts.stageBaseline',
  midpoint: 'parts.stageMidpoint',
  final: 'parts.stageFinal',
} as const satisfies Record<Assessment['stage'], TextKey>;

export const FIELD_TYPES = {
  number: 'parts.fieldNumber',
  boolean: 'parts.fieldBoolean',
  text: 'parts.fieldText',
} as const satisfies Record<Field['type'], TextKey>;

/** What stays once a challenge is published. */
export const ASSESSMENT_FIXED = ['stage', 'fields', 'pointsValue'] as const;

/** A question of an assessment, as its form holds it. */
export interface Question {
  /** Its name in answers; empty for a new question. */
  readonly key: string;
  readonly label: string;
  readonly type: Field['type'];
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

const questionOf = ({ key, label, type, unit, min, max, required, lowerIsBetter }: Field): Question => ({
  key,
  label,
  type,
  unit: unit ?? '',
  min: min === null ? '' : String(min),
  max: max === null ? '' : String(max),
  required,
  lowerIsBetter,
});

/** A name for the answers to a question, made of its words: no one sees it. */
const keyFor = (label: string, taken: ReadonlySet<string>): string => {
  const plain = label.normalize('NFD').replace(/[^A-Za-z0-9]+/g, '');
  const base = /^[A-Za-z]/.test(plain) ? plain.slice(0, 30) : `field${plain.slice(0, 24)}`;
  for (let count = 1; ; count += 1) {
    const key = count === 1 ? base : `${base}${count}`;
    if (!taken.has(key)) return key;
  }
};

const fieldsFrom = (questions: readonly Question[]): Field[] => {
  const taken = new Set(questions.map(({ key }) => key));
  return questions.map(({ key, label, type, unit, min, max, required, lowerIsBetter }) => {
    const name = key === '' ? keyFor(label, taken) : key;
    taken.add(name);
    const isNumber = type === 'number';
    const boundOf = (typed: string): number | null => (type === 'boolean' ? null : decimalOf(typed));
    return {
      key: name,
      label: label.trim(),
      type,
      unit: isNumber ? unit.trim() || null : null,
      min: boundOf(min),
      max: boundOf(max),
      required,
      lowerIsBetter: isNumber && lowerIsBetter,
    };
  });
};

const problemOf = ({ label, min, max }: Question): TextKey | undefined => {
  if (label.trim() === '') return 'parts.needsLabel';
  const isWrong = [min, max].some((bound) => bound.trim() !== '' && decimalOf(bound) === null);
  return isWrong ? 'parts.needsBounds' : undefined;
};

/** What the form has in another way than the assessment. */
interface Own {
  readonly fields: readonly Question[];
}
export type AssessmentDraft = DraftOf<Assessment, NewAssessment, Own>;

export const assessmentFields = fieldsOf<Assessment, NewAssessment, Own>()({
  name: { kind: 'text', isFirst: true, label: 'engagement.name', missing: 'engagement.needsTitle' },
  stage: {
    kind: 'choice',
    look: 'select',
    label: 'parts.stage',
    hint: 'parts.stageHint',
    answers: STAGE_IDS.map((id) => ({ id, label: STAGES[id] })),
    start: 'baseline',
  },
  opensAt: { kind: 'moment', label: 'parts.assessmentOpens', hint: 'parts.assessmentOpensHint', isLeftOut: true },
  closesAt: { kind: 'moment', label: 'parts.assessmentCloses', hint: 'parts.assessmentClosesHint', isLeftOut: true },
  pointsValue: PART_POINTS,
  fields: {
    kind: 'parts',
    isWide: true,
    label: 'parts.questions',
    start: [EMPTY_QUESTION],
    read: ({ fields }) => fields.map(questionOf),
    send: ({ fields }) => ({ fields: fieldsFrom(fields) }),
    problem: ({ fields }) => (fields.length === 0 ? 'parts.needsQuestion' : undefined),
    problems: ({ fields }) => fields.map(problemOf),
  },
});

import { Type } from '@sinclair/typebox';
import { matching } from '../../../kernel/patterns.ts';
import {
  described,
  id,
  instant,
  line,
  listOf,
  name,
  nullable,
  object,
  optional,
  type Static,
  shape,
} from '../../../kernel/schemas.ts';
import * as field from '../../../records/fields.ts';
import { type CreateOf, type PatchOf, type ResponseOf, type RowOf, record } from '../../../records/record.ts';
import { pointsValue } from '../shapes.ts';

export const STAGES = ['baseline', 'midpoint', 'final'] as const;
const FIELD_TYPES = ['number', 'boolean', 'text'] as const;

/** The largest number of a submission, as for goals and metrics. */
const MAX_VALUE = 1_000_000_000;

const value = () => Type.Number({ minimum: -MAX_VALUE, maximum: MAX_VALUE });
const bound = () => field.real(value()).nullable();

const Values = Type.Record(Type.String(), Type.Union([Type.Number(), Type.Boolean(), Type.String()]));
const Submission = object(() => ({
  id: id(),
  values: described(Values, 'The measured values, by field key.'),
  measuredAt: described(instant(), 'Time at which it was measured.'),
  deltaFromBaseline: Type.Union([Type.Record(Type.String(), Type.Number()), Type.Null()], {
    description:
      'The differences between the numbers and the baseline. `null` without a baseline, and for the baseline itself.',
  }),
}));

/** An assessment of a challenge (records.md "Challenges"). */
export const ChallengeAssessment = record('challenge_assessment', 'challengeAssessments', () => ({
  challengeId: field.id().readOnly(),
  name: field.text(name()).described('The name shown to members.'),
  stage: field.word(STAGES).described('`baseline`: what the others are compared with.'),
  opensAt: field
    .instant()
    .nullable()
    .derivedAs(instant())
    .described(
      'Time at which submissions open. Defaults to when enrollment opens for the baseline, and otherwise to the ' +
        'start of the challenge.',
    ),
  closesAt: field
    .instant()
    .nullable()
    .derivedAs(instant())
    .described('Time at which submissions close. Defaults to the end of the challenge.'),
  fields: field
    .listOf(50, {
      key: field
        .text(
          matching('^[A-Za-z][A-Za-z0-9_]{0,39}$', 'must begin with a letter and have letters, digits and underscores'),
        )
        .described('Its key in values.'),
      label: field.text(name()).described('The name shown to members.'),
      type: field.word(FIELD_TYPES).default('number').described('The type of value.'),
      unit: field.text(line(20)).nullable().described('The unit of a number, such as kg.'),
      min: bound().described('The minimum number, or the minimum length of a text.'),
      max: bound().described('The maximum number, or the maximum length of a text.'),
      required: field.flag().default(false).described('Whether a value is required.'),
      lowerIsBetter: field.flag().default(false).described('Whether a lower number is better.'),
    })
    .described('What is measured.'),
  pointsValue: pointsValue("Points for submitting it. Defaults to the challenge's `perAssessment`."),
  submission: field.derived(nullable(Submission)).described("The member's submission."),
  archivedAt: field.archivedAt(),
}));

export const ChallengeAssessmentList = listOf(ChallengeAssessment.schema);

const submitted = {
  values: Type.Record(
    Type.String({ maxLength: 40 }),
    Type.Union([value(), Type.Boolean(), Type.String({ maxLength: 1000 })]),
    { maxProperties: 100, description: 'The measured values, by field key.' },
  ),
  measuredAt: optional(described(instant(), 'Time at which it was measured. Defaults to now.')),
};
export const SubmitAssessment = shape('SubmitAssessmentRequest', () => ({ assessmentId: id(), ...submitted }));
export const ChangeAssessment = shape('ChangeAssessmentRequest', submitted);

export type AssessmentRow = RowOf<typeof ChallengeAssessment>;
export type AssessmentResponse = ResponseOf<typeof ChallengeAssessment>;
export type AssessmentField = AssessmentResponse['fields'][number];
export type CreateAssessmentBody = CreateOf<typeof ChallengeAssessment>;
export type UpdateAssessmentBody = PatchOf<typeof ChallengeAssessment>;
export type AssessmentBody = Static<typeof ChangeAssessment>;
export type Values = Static<typeof Values>;

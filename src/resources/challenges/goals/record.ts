import { Type } from '@sinclair/typebox';
import {
  count,
  described,
  id,
  instant,
  integer,
  line,
  listOf,
  name,
  notes,
  nullable,
  object,
  optional,
  shape,
} from '../../../kernel/schemas.ts';
import * as field from '../../../records/fields.ts';
import { type CreateOf, type PatchOf, type ResponseOf, type RowOf, record } from '../../../records/record.ts';
import { PERIODS } from '../calendar.ts';
import { pointsValue, position } from '../shapes.ts';

const TARGET_TYPES = ['boolean', 'count', 'quantity', 'duration'] as const;
const DIRECTIONS = ['at_least', 'at_most'] as const;

const amount = () => Type.Number({ minimum: 0, maximum: 1_000_000_000 });

const Commitment = object(() => ({
  target: Type.Union([Type.Number(), Type.Null()], {
    description: '`null` for a goal that is either achieved or not.',
  }),
  committedAt: described(instant(), 'Time at which the member committed to it.'),
}));
const GoalSubmission = object(() => ({
  value: Type.Union([Type.Number(), Type.Null()], { description: '`null` for a goal that is either achieved or not.' }),
  achieved: described(Type.Boolean(), 'Whether the goal was achieved.'),
  submittedAt: described(instant(), 'Time at which it was last submitted.'),
  note: described(nullable(Type.String()), "The member's note."),
}));

/** A goal of a challenge, in one of its periods (records.md "Challenges"). */
export const ChallengeGoal = record('challenge_goal', 'challengeGoals', () => ({
  challengeId: field.id().readOnly(),
  title: field.text(line(200)).described('The name shown to members.'),
  description: field.markdown().nullable().described('What the goal involves, in Markdown.'),
  category: field.text(name()).nullable().described('Free text, such as Nutrition.'),
  targetType: field.word(TARGET_TYPES).described('`boolean`: achieved or not. Other types have a value.'),
  unit: field.text(line(20)).nullable().described('The unit of its values, such as min.'),
  defaultTarget: field.real(amount()).nullable().described('The target for members who do not commit to one.'),
  minTarget: field.real(amount()).nullable().described('The lowest target members can commit to.'),
  maxTarget: field.real(amount()).nullable().described('The highest target members can commit to.'),
  direction: field
    .word(DIRECTIONS)
    .default('at_least')
    .described('Whether the goal is achieved by values at or above the target, or at or below it.'),
  period: field.word(PERIODS).default('challenge').described('How often it repeats.'),
  periodIndex: field.derived(count()).described('The index of the period, starting at 0.'),
  periodStart: field.derived(instant()).described('The start of the period.'),
  periodEnd: field.derived(instant()).described('The end of the period.'),
  commitBy: field
    .instant()
    .nullable()
    .derivedAs(instant())
    .described(
      'Time by which to commit. Set it for the first period; it moves with each later one. Defaults to the end of ' +
        'the period.',
    ),
  submitBy: field
    .instant()
    .nullable()
    .derivedAs(instant())
    .described(
      'Time by which to submit. Set it for the first period; it moves with each later one. Defaults to the end of ' +
        'the period.',
    ),
  pointsValue: pointsValue("Points for achieving it. Defaults to the challenge's `perGoal`."),
  position: position(),
  commitment: field.derived(nullable(Commitment)).described("The member's commitment for the period."),
  submission: field.derived(nullable(GoalSubmission)).described("The member's submission for the period."),
  archivedAt: field.archivedAt(),
}));

export const ChallengeGoalList = listOf(ChallengeGoal.schema, Type.String());

export const CommitToGoals = shape('CommitToGoalsRequest', () => ({
  goals: Type.Array(
    object({
      goalId: id(),
      target: optional(described(amount(), "The target. Defaults to the goal's default target.")),
    }),
    { minItems: 1, maxItems: 50, description: 'The goals to commit to.' },
  ),
}));

export const SubmitGoals = shape('SubmitGoalsRequest', () => ({
  goals: Type.Array(
    object({
      goalId: id(),
      value: optional(described(amount(), 'The value achieved. `null` for goals of type boolean.')),
      achieved: optional(described(Type.Boolean(), 'Whether a goal of type boolean was achieved.')),
      note: optional(described(notes(), 'An optional note.')),
      periodIndex: optional(
        described(integer(0, 366), 'The period it is for. Defaults to the latest that has started.'),
      ),
    }),
    { minItems: 1, maxItems: 50, description: 'The goals to submit.' },
  ),
}));

export type GoalRow = RowOf<typeof ChallengeGoal>;
export type GoalResponse = ResponseOf<typeof ChallengeGoal>;
export type CreateGoalBody = CreateOf<typeof ChallengeGoal>;
export type UpdateGoalBody = PatchOf<typeof ChallengeGoal>;

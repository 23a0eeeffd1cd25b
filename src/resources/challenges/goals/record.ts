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
  target: Type.Union([Type.Number(), Type.Null()], { description: 'Null for a goal that is reached or not.' }),
  committedAt: described(instant(), 'When the member committed to it.'),
}));
const GoalSubmission = object(() => ({
  value: Type.Union([Type.Number(), Type.Null()], { description: 'Null for a goal that is reached or not.' }),
  achieved: described(Type.Boolean(), 'Whether the goal is achieved.'),
  submittedAt: described(instant(), 'When it was last submitted.'),
  note: described(nullable(Type.String()), 'What the member added.'),
}));

/** A goal of a challenge, in one of its periods (records.md "Challenges"). */
export const ChallengeGoal = record('challenge_goal', 'challengeGoals', () => ({
  challengeId: field.id().readOnly(),
  title: field.text(line(200)).described('Its name, shown to members.'),
  description: field.markdown().nullable().described('What it takes, in Markdown.'),
  category: field.text(name()).nullable().described('Free text, such as Nutrition.'),
  targetType: field.word(TARGET_TYPES).described('boolean: reached or not; the others have a value.'),
  unit: field.text(line(20)).nullable().described('The unit of its values, such as min.'),
  defaultTarget: field.real(amount()).nullable().described('The target of members who do not commit to a target.'),
  minTarget: field.real(amount()).nullable().described('The lowest target that can be committed to.'),
  maxTarget: field.real(amount()).nullable().described('The highest target that can be committed to.'),
  direction: field
    .word(DIRECTIONS)
    .default('at_least')
    .described('Whether values from the target up, or down, achieve it.'),
  period: field.word(PERIODS).default('challenge').described('How often it repeats.'),
  periodIndex: field.derived(count()).described('Which of its periods this is, from 0.'),
  periodStart: field.derived(instant()).described('The start of the period.'),
  periodEnd: field.derived(instant()).described('The end of the period.'),
  commitBy: field
    .instant()
    .nullable()
    .derivedAs(instant())
    .described('Until when to commit. Sent for the first period, it moves with it; the end of the period by default.'),
  submitBy: field
    .instant()
    .nullable()
    .derivedAs(instant())
    .described('Until when to submit. Sent for the first period, it moves with it; the end of the period by default.'),
  pointsValue: pointsValue("The points for achieving it; 'perGoal' of the challenge by default."),
  position: position(),
  commitment: field.derived(nullable(Commitment)).described('What the member committed to in the period.'),
  submission: field.derived(nullable(GoalSubmission)).described('What the member submitted for the period.'),
  archivedAt: field.archivedAt(),
}));

export const ChallengeGoalList = listOf(ChallengeGoal.schema, Type.String());

export const CommitToGoals = shape('CommitToGoalsRequest', () => ({
  goals: Type.Array(
    object({
      goalId: id(),
      target: optional(described(amount(), 'What to reach; the default target unless you send it.')),
    }),
    { minItems: 1, maxItems: 50, description: 'The goals to commit to.' },
  ),
}));

export const SubmitGoals = shape('SubmitGoalsRequest', () => ({
  goals: Type.Array(
    object({
      goalId: id(),
      value: optional(described(amount(), 'What was reached; null for goals of the type boolean.')),
      achieved: optional(described(Type.Boolean(), 'Whether a goal of the type boolean was achieved.')),
      note: optional(described(notes(), 'Anything to add.')),
      periodIndex: optional(
        described(integer(0, 366), 'Which period it is for; the latest that has begun, unless you send it.'),
      ),
    }),
    { minItems: 1, maxItems: 50, description: 'The goals to submit.' },
  ),
}));

export type GoalRow = RowOf<typeof ChallengeGoal>;
export type GoalResponse = ResponseOf<typeof ChallengeGoal>;
export type CreateGoalBody = CreateOf<typeof ChallengeGoal>;
export type UpdateGoalBody = PatchOf<typeof ChallengeGoal>;

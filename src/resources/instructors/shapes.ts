import { type Static, Type } from '@sinclair/typebox';
import {
  count,
  currency,
  date,
  deletedShape,
  flag,
  integer,
  listOf,
  listOfUpTo,
  name,
  nullable,
  oneOf,
  optional,
  part,
  patchOf,
  recordFields,
  shape,
} from '../../kernel/schemas.ts';
import { personFields, personInput } from '../staff/shapes.ts';

const payRate = part({
  type: oneOf('per_class', 'hourly', 'per_head'),
  amount: integer(0, 100_000_000),
  currency: currency(),
});

/** The same person as in /staff, with the same id, seen as a teacher (records.md "Instructor"). */
export const Instructor = shape('Instructor', {
  ...recordFields('instructor'),
  ...personFields,
  specialties: Type.Array(Type.String()),
  certifications: Type.Array(
    part({ name: Type.String(), issuer: nullable(Type.String()), expiresOn: nullable(date()) }),
  ),
  sortOrder: Type.Integer(),
  isBookable: flag(),
  upcomingSessionCount: count(),
  // Only for credentials that may also see the staff: left out for all others.
  payRate: optional(nullable(payRate)),
});

const { id: teacherId, displayName, photoUrl, bio, pronouns, specialties } = Instructor.properties;

/** A teacher as members see one: what a studio tells of its teachers, and nothing of its staff. */
export const MemberInstructor = shape('MemberInstructor', {
  id: teacherId,
  object: Type.Literal('instructor'),
  displayName,
  photoUrl,
  bio,
  pronouns,
  specialties,
});

const input = {
  ...personInput,
  specialties: optional(Type.Array(name(), { maxItems: 50, uniqueItems: true })),
  certifications: optional(
    listOfUpTo(50, part({ name: name(), issuer: optional(nullable(name())), expiresOn: optional(nullable(date())) })),
  ),
  sortOrder: optional(integer(-1_000_000, 1_000_000)),
  isBookable: optional(flag()),
  payRate: optional(nullable(payRate)),
};

/** A role other than this one is given in /staff. */
export const CreateInstructor = shape('CreateInstructorRequest', {
  ...input,
  role: optional(Type.Literal('instructor')),
});

export const UpdateInstructor = patchOf('UpdateInstructorRequest', part(input));

export const InstructorList = listOf(Instructor);

export const DeletedInstructor = deletedShape('instructor', { futureSessionCount: count() });

export type InstructorWire = Static<typeof Instructor>;
export type MemberInstructorWire = Static<typeof MemberInstructor>;
export type CreateInstructorBody = Static<typeof CreateInstructor>;
export type UpdateInstructorBody = Static<typeof UpdateInstructor>;

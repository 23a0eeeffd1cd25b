import { Type } from '@sinclair/typebox';
import { count, deletedShape, described, optional, type Static, shape } from '../../kernel/schemas.ts';
import * as field from '../../records/fields.ts';
import { type PatchOf, type ResponseOf, record } from '../../records/record.ts';
import { person, teaching } from '../staff/record.ts';

/** A staff member who teaches, with the same id as in /staff (records.md "Instructor"). */
export const Instructor = record(
  'instructor',
  'staff',
  () => ({
    ...person,
    // Set through /staff only.
    role: person.role.readOnly(),
    isInstructor: person.isInstructor.readOnly(),
    permissionOverrides: person.permissionOverrides.readOnly(),
    ...teaching,
    upcomingSessionCount: field.derived(count()).described('The number of upcoming sessions the person teaches.'),
  }),
  { sites: { list: 'siteIds' } },
);

export const CreateInstructor = shape('CreateInstructorRequest', () => ({
  ...Instructor.create.properties,
  role: optional(Type.Literal('instructor')),
}));

export const DeletedInstructor = deletedShape('instructor', {
  futureSessionCount: described(count(), 'The number of upcoming sessions that need another instructor.'),
});

export const MemberInstructor = shape('MemberInstructor', () => {
  const { id, displayName, photoUrl, bio, pronouns, specialties } = Instructor.schema.properties;
  return { id, object: Type.Literal('instructor'), displayName, photoUrl, bio, pronouns, specialties };
});

export type InstructorResponse = ResponseOf<typeof Instructor>;
export type MemberInstructorResponse = Static<typeof MemberInstructor>;
export type CreateInstructorBody = Static<typeof CreateInstructor>;
export type UpdateInstructorBody = PatchOf<typeof Instructor>;

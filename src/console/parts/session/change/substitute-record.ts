import type { Schemas } from '../../../api/types.ts';
import { fieldsOf } from '../../../forms/record-fields.ts';

type Substitution = Schemas['SubstituteInstructorRequest'];

/** The fields of a substitution: who teaches in place of whom was planned. */
export const substituteFields = fieldsOf<Required<Substitution>, Substitution>()({
  instructorId: {
    kind: 'pick',
    label: 'session.instructor',
    missing: 'session.substituteChoose',
  },
  overrideConflicts: { kind: 'switch', label: 'timetable.allow' },
});

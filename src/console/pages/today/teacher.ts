import { useQuery } from '@tanstack/react-query';
import type { ResponseOf } from '../../api/types.ts';
import { instructorName } from '../../base/instructor-name.ts';
import { instructorsQuery } from '../../session/people.ts';
import { useCan } from '../../session/session.ts';
import type { DaySession } from './queries.ts';

/** The names of instructors by their ids, as far as the person may read them. */
export type InstructorNames = ReadonlyMap<string, string>;

const NO_NAMES: InstructorNames = new Map();

const namesOf = (people: ResponseOf<'listInstructors'>['data']): InstructorNames =>
  new Map(people.map((each) => [each.id, instructorName(each)]));

/** The names of all instructors, asked for once a class has a substitute. */
export const useInstructorNames = (sessions: readonly DaySession[]): InstructorNames => {
  const can = useCan();
  const isNeeded = sessions.some(({ isSubstitute }) => isSubstitute) && can('staff:read');
  const { data } = useQuery({ ...instructorsQuery, enabled: isNeeded, select: namesOf });
  return data ?? NO_NAMES;
};

/** Who teaches a class, and for whom where it is a substitute. */
export const teacherOf = (
  session: DaySession,
  names: InstructorNames,
): { readonly name: string; readonly original: string | undefined } => {
  const { instructor, isSubstitute, originalInstructorId } = session;
  const name = instructor === null || instructor === undefined ? '' : instructorName(instructor);
  return { name, original: isSubstitute ? names.get(originalInstructorId ?? '') : undefined };
};

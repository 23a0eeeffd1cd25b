import type { Schemas } from '../../api/types.ts';
import { isEmail } from '../../base/email.ts';
import { fieldsOf } from '../../forms/record-fields.ts';

type Person = Schemas['Staff'];
type Body = Required<Schemas['UpdateStaffRequest']>;

/** The fields of an invitation. */
export const INVITED = ['firstName', 'lastName', 'email', 'role', 'siteIds'] as const;

export const ROLES = ['owner', 'manager', 'front_desk', 'instructor'] as const satisfies readonly Person['role'][];

export const ROLE_WORDS = {
  owner: 'words.owner',
  manager: 'words.manager',
  front_desk: 'words.front_desk',
  instructor: 'words.instructor',
} as const;

const ROLE_HINTS = {
  owner: 'staff.hintOwner',
  manager: 'staff.hintManager',
  front_desk: 'staff.hintFrontDesk',
  instructor: 'staff.hintInstructor',
} as const;

/** The fields of a person who works for the studio. */
export const personFields = fieldsOf<Person, Body>()({
  firstName: { kind: 'text', label: 'clients.firstName', missing: 'clients.firstNameMissing', row: 'name' },
  lastName: { kind: 'text', label: 'clients.lastName', missing: 'clients.lastNameMissing', row: 'name' },
  displayName: { kind: 'text', label: 'staff.displayName' },
  email: {
    kind: 'text',
    input: 'email',
    label: 'clients.email',
    newHint: 'staff.emailHint',
    missing: 'clients.emailWrong',
    problem: ({ email }) => (isEmail(email) ? undefined : 'clients.emailWrong'),
  },
  phone: { kind: 'text', input: 'tel', label: 'clients.phone' },
  role: {
    kind: 'choice',
    look: 'radio',
    label: 'staff.role',
    answers: ROLES.map((id) => ({ id, label: ROLE_WORDS[id], hint: ROLE_HINTS[id] })),
    start: 'front_desk',
  },
  siteIds: { kind: 'sites', marksOnline: true, label: 'plans.sites', hint: 'plans.sitesHint' },
  isInstructor: { kind: 'switch', label: 'staff.teaches', hint: 'staff.teachesHint' },
  bio: {
    kind: 'text',
    isLong: true,
    maxLength: 5000,
    label: 'staff.bio',
    hint: 'staff.bioHint',
    when: ({ isInstructor }) => isInstructor,
  },
});

import { type Static, Type } from '@sinclair/typebox';
import {
  date,
  described,
  email,
  flag,
  id,
  instant,
  lastName,
  name,
  nullable,
  object,
  optional,
  shape,
  withDefault,
} from '../../kernel/schemas.ts';
import { Client } from '../clients/record.ts';
import { Household, isPayer, MOST_MEMBERS, role } from './record.ts';

const hasAgreed = () =>
  optional(
    described(
      flag(),
      'Whether the person agreed, for example at the front desk. Required as `true` for an adult, and for anyone who ' +
        'can sign in: no one becomes part of a household without being asked. To ask by email, create an invitation.',
    ),
  );

const newPerson = () => {
  const { firstName, lastName: family, email: address, phone, dateOfBirth, homeLocationId } = Client.create.properties;
  return object(() => ({ firstName, lastName: family, email: address, phone, dateOfBirth, homeLocationId }));
};

/** Who joins: a client, or a new person. */
export const AddHouseholdMember = shape('AddHouseholdMemberRequest', () => ({
  clientId: optional(described(id(), 'The client to add. Omit it to add a new person with `client`.')),
  client: optional(described(newPerson(), 'A new person, who becomes a client.')),
  role: role(),
  isPayer: optional(withDefault(isPayer(), false)),
  hasAgreed: hasAgreed(),
}));

export const CreateHousehold = shape('CreateHouseholdRequest', () => ({
  ...Household.create.properties,
  members: optional(
    described(
      Type.Array(AddHouseholdMember, { maxItems: MOST_MEMBERS }),
      'The people in it: clients, or new people who become clients.',
    ),
  ),
}));

export const UpdateHouseholdMember = shape('UpdateHouseholdMemberRequest', () => ({
  role: optional(role()),
  isPayer: optional(isPayer()),
  hasAgreed: hasAgreed(),
}));

export const InviteToHousehold = shape('InviteToHouseholdRequest', () => ({
  email: described(email(), 'The email of the adult to invite.'),
}));

const packageLine = object(() => ({ id: id(), name: described(Type.String(), 'The name.'), clientId: id() }));

/** What becomes of what a household shares when someone leaves it. */
export const LeavePreview = shape('HouseholdLeavePreview', () => ({
  object: Type.Literal('household_leave_preview'),
  householdId: id(),
  isDissolved: described(flag(), 'Whether no one would be left, so that the household is deleted.'),
  packages: described(
    Type.Array(packageLine),
    'The shared packages in the household. Afterwards, only those who stay with the owner can use them.',
  ),
  bookings: described(
    Type.Array(
      object(() => ({
        id: id(),
        clientId: id(),
        sessionId: id(),
        startTime: instant(),
        packageId: id(),
        isCanceled: described(flag(), 'Whether it would be canceled, with its credit returned. Otherwise it stays.'),
      })),
    ),
    'Upcoming bookings paid for with the package of someone who would no longer be in the household.',
  ),
  renewalsEnded: described(
    Type.Array(packageLine),
    "Packages that would no longer renew, because the card is someone else's. The current period stays.",
  ),
}));

export const leavingQuery = {
  cancel_bookings: optional(
    described(
      flag(),
      'Whether to cancel upcoming bookings paid for with the package of someone who is no longer in the household. The ' +
        'credits are returned. By default, they stay.',
    ),
  ),
};

const person = object(() => ({
  clientId: id(),
  firstName: Type.String(),
  lastName: Type.String(),
  role: role(),
  isPayer: isPayer(),
  isYou: described(flag(), 'Whether it is the member.'),
  canActFor: described(flag(), 'Whether the member can act for them with `X-Client-ID`.'),
  dateOfBirth: described(nullable(date()), 'The date of birth of a dependant. `null` for adults.'),
}));

const invitedTo = object(() => ({
  id: id(),
  householdName: described(Type.String(), 'The name of the household.'),
  invitedBy: described(nullable(Type.String()), 'The name of the adult who sent it. `null` for the studio.'),
  expiresAt: described(instant(), 'Time until which it can be accepted.'),
}));

const invited = object(() => ({
  id: id(),
  email: described(email(), 'The email as it was entered. It does not say whether the person is a client.'),
  expiresAt: described(instant(), 'Time until which it can be accepted.'),
}));

/** The household of a member as the member sees it: names and roles, and nothing else of another adult. */
export const MemberHousehold = shape('MemberHousehold', () => ({
  object: Type.Literal('member_household'),
  household: described(
    nullable(
      object(() => ({ id: id(), name: described(Type.String(), 'The name.'), role: role(), isPayer: isPayer() })),
    ),
    'The household the member is in. `null` for none.',
  ),
  members: described(Type.Array(person), 'Everyone in it, adults first. Empty without a household.'),
  canManage: described(
    flag(),
    'Whether the member can add dependants and invite adults: the studio allows it, and the member is no dependant.',
  ),
  asksBirthDate: described(flag(), "Whether the studio asks for a dependant's date of birth."),
  invited: described(Type.Array(invited), 'The adults invited to it who have not accepted yet.'),
  invitations: described(Type.Array(invitedTo), 'The households the member was invited to.'),
}));

export const AddDependant = shape('AddDependantRequest', () => ({
  firstName: name(),
  lastName: lastName(),
  dateOfBirth: optional(
    described(nullable(date()), 'The date of birth, as a local date. Required if `asksBirthDate` is true.'),
  ),
}));

export type AddMemberBody = Static<typeof AddHouseholdMember>;
export type CreateHouseholdBody = Static<typeof CreateHousehold>;
export type UpdateMemberBody = Static<typeof UpdateHouseholdMember>;
export type LeavePreviewResponse = Static<typeof LeavePreview>;
export type MemberHouseholdResponse = Static<typeof MemberHousehold>;
export type AddDependantBody = Static<typeof AddDependant>;

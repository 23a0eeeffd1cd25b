import { type Static, Type } from '@sinclair/typebox';
import { HOUSEHOLD_ROLES } from '../../events/enumerations.ts';
import {
  date,
  deletedShape,
  described,
  email,
  flag,
  id,
  instant,
  name,
  nullable,
  object,
  oneOf,
} from '../../kernel/schemas.ts';
import * as field from '../../records/fields.ts';
import { type PatchOf, type ResponseOf, type RowOf, record } from '../../records/record.ts';

/** The most people of a household. */
export const MOST_MEMBERS = 20;

export const role = () =>
  described(
    oneOf(...HOUSEHOLD_ROLES),
    '`adult`: books, pays, and signs for the dependants; `dependant`: someone for whom the adults do that, such as a child.',
  );

export const isPayer = () =>
  described(flag(), "Whether the adult's saved cards pay for the dependants. Only the adult chooses and sees them.");

const member = object(() => ({
  clientId: id(),
  name: described(nullable(Type.String()), 'The name. `null` for a client of a site that the caller cannot see.'),
  dateOfBirth: described(nullable(date()), 'The date of birth, as a local date.'),
  role: role(),
  isPayer: isPayer(),
}));

const invitation = object(() => ({
  id: id(),
  email: described(email(), 'The email the invitation was sent to.'),
  invitedByClientId: described(nullable(id()), 'The adult who invited them. `null` for the front desk.'),
  expiresAt: described(instant(), 'Time until which it can be accepted.'),
}));

/** People who book and pay for one another (rules.md "Households"). A client is in one at most. */
export const Household = record('household', 'households', () => ({
  name: field.text(name()).described('What the studio and its members call it, such as the family name.'),
  members: field.derived(Type.Array(member)).described('Adults first.'),
  invitations: field
    .derived(Type.Array(invitation))
    .described('The adults who were invited and have not accepted yet.'),
  ...field.integrationFields,
}));

export const DeletedHousehold = deletedShape('household', {});

export type HouseholdRow = RowOf<typeof Household>;
export type HouseholdResponse = ResponseOf<typeof Household>;
export type HouseholdMemberResponse = Static<typeof member>;
export type UpdateHouseholdBody = PatchOf<typeof Household>;

import { Type } from '@sinclair/typebox';
import { LINK_PURPOSES } from '../../../auth/staff/links.ts';
import { STAFF_ROLES } from '../../../events/enumerations.ts';
import {
  described,
  email,
  flag,
  id,
  instant,
  name,
  object,
  oneOf,
  optional,
  type Static,
  shape,
} from '../../../kernel/schemas.ts';
import { Person } from '../../staff/record.ts';
import { newPassword, secret } from '../shapes.ts';
import { StaffInvitation } from './record.ts';

export const CreateInvitation = shape('CreateStaffInvitationRequest', () => ({
  staffId: optional(described(id(), 'An existing staff member. Send this or `person`.')),
  person: optional(
    described(
      object(() => {
        const { firstName, lastName, email, phone, role, siteIds, permissionOverrides } = Person.create.properties;
        return { firstName, lastName, email, phone, role, siteIds, permissionOverrides };
      }),
      'A new person, who becomes a staff member right away.',
    ),
  ),
  removesSecondFactor: optional(
    described(flag(), 'Whether to also remove second factors, for people who have lost them.'),
  ),
}));

export const StaffInvitationWithLink = shape('StaffInvitationWithLink', () => ({
  ...StaffInvitation.schema.properties,
  link: described(Type.String(), 'The link to give to the person. Shown only once.'),
  isMailed: described(flag(), 'Whether the link is emailed to the person, which requires a mail server.'),
}));

export const TokenRequest = shape('InvitationTokenRequest', () => ({ token: secret('The fragment of the link.') }));

export const AcceptInvitation = shape('AcceptInvitationRequest', () => ({
  token: secret('The fragment of the link.'),
  password: newPassword(),
}));

/** What the person is shown who opens a link. */
export const OpenInvitation = shape('OpenInvitation', () => ({
  object: Type.Literal('open_invitation'),
  purpose: described(oneOf(...LINK_PURPOSES), "Whether the link is for the person's first password or for a new one."),
  firstName: name(),
  lastName: name(),
  email: email(),
  role: described(oneOf(...STAFF_ROLES), 'Determines the permissions.'),
  studioName: described(name(), 'The name of the studio.'),
  expiresAt: described(instant(), 'Time at which the link expires.'),
}));

export type CreateInvitationBody = Static<typeof CreateInvitation>;

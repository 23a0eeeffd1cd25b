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
  staffId: optional(described(id(), 'Somebody who is known. Send this or `person`.')),
  person: optional(
    described(
      object(() => {
        const { firstName, lastName, email, phone, role, siteIds, permissionOverrides } = Person.create.properties;
        return { firstName, lastName, email, phone, role, siteIds, permissionOverrides };
      }),
      'Somebody new, who becomes a staff member at once.',
    ),
  ),
  removesSecondFactor: optional(described(flag(), 'Also removes the second factors, for who has lost them.')),
}));

export const StaffInvitationWithLink = shape('StaffInvitationWithLink', () => ({
  ...StaffInvitation.schema.properties,
  link: described(Type.String(), 'The link to give to the person; shown only once.'),
  isMailed: described(flag(), 'Whether the person is sent a mail with the link: where a mail server is set up.'),
}));

export const TokenRequest = shape('InvitationTokenRequest', () => ({ token: secret('The fragment of the link.') }));

export const AcceptInvitation = shape('AcceptInvitationRequest', () => ({
  token: secret('The fragment of the link.'),
  password: newPassword(),
}));

/** What the person is shown who opens a link. */
export const OpenInvitation = shape('OpenInvitation', () => ({
  object: Type.Literal('open_invitation'),
  purpose: described(oneOf(...LINK_PURPOSES), 'Whether it is the first password of the person.'),
  firstName: name(),
  lastName: name(),
  email: email(),
  role: described(oneOf(...STAFF_ROLES), 'Gives the permissions.'),
  studioName: described(name(), 'The name of the studio.'),
  expiresAt: described(instant(), 'When the link stops working.'),
}));

export type CreateInvitationBody = Static<typeof CreateInvitation>;

import { Type } from '@sinclair/typebox';
import { matching } from '../../../kernel/patterns.ts';
import { described, email, shape } from '../../../kernel/schemas.ts';
import { language } from '../shapes.ts';

const newEmail = () => described(email(), 'The new email, in upper or lower case.');

export const MemberEmailRequest = shape('MemberEmailRequest', () => ({ email: newEmail(), language: language() }));

export const MemberEmailRequested = shape('MemberEmailRequested', () => ({
  object: Type.Literal('member_email_request'),
  email: Type.String({ description: 'The new email, as it will be stored.' }),
  isRequested: described(Type.Literal(true), 'If the email is not used by another client, a code has been sent to it.'),
}));

export const ConfirmMemberEmail = shape('ConfirmMemberEmailRequest', () => ({
  email: newEmail(),
  code: matching('^[0-9]{3} ?[0-9]{3}$', 'must be the six digits of the mail, such as 482 913', {
    description: 'The six digits in the email.',
  }),
}));

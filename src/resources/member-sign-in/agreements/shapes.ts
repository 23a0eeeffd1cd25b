import { Type } from '@sinclair/typebox';
import {
  described,
  flag,
  instant,
  name,
  nullable,
  object,
  optional,
  type Static,
  shape,
} from '../../../kernel/schemas.ts';

/** What the site wants members to agree to. */
const agreementText = object(() => ({
  version: described(Type.String(), 'Names the text. Send it with the agreement.'),
  text: described(Type.String(), 'The whole text.'),
}));

export const guardianName = () =>
  optional(described(name(), 'Who signs for a member under 18, with first and last name.'));

/** A signature under the present text. */
export const signature = () => ({
  version: described(name(), 'The version that the member has read.'),
  name: described(name(), 'The name of the member, written as a signature.'),
});

const given = object(() => ({
  version: described(Type.String(), 'The version that the member agreed to.'),
  name: described(Type.String(), 'The name, as the member wrote it.'),
  guardianName: described(nullable(Type.String()), 'Who signed for a minor.'),
  agreedAt: described(instant(), 'When it was.'),
}));

const state = () => ({
  current: described(nullable(agreementText), 'The present text of the site; null where it wants no agreement.'),
  isNeeded: described(flag(), 'Whether the member has not agreed to the present text.'),
  latest: described(nullable(given), 'What the member agreed to last; null for nothing.'),
});

export const MemberWaiver = shape('MemberWaiver', () => ({ object: Type.Literal('member_waiver'), ...state() }));

export const MemberConsents = shape('MemberConsents', () => ({
  object: Type.Literal('member_consents'),
  ...state(),
  marketing: described(
    object({
      email: described(flag(), 'Whether the member wants offers and news by mail.'),
      sms: described(flag(), 'Whether by text message.'),
      push: described(flag(), 'Whether by the app.'),
    }),
    'PATCH of the profile changes it.',
  ),
}));

export const SignWaiver = shape('SignWaiverRequest', () => ({ ...signature(), guardianName: guardianName() }));

export const GiveConsent = shape('GiveConsentRequest', () => ({
  version: described(name(), 'The version that the member has read.'),
}));

export type MemberWaiverResponse = Static<typeof MemberWaiver>;
export type MemberConsentsResponse = Static<typeof MemberConsents>;

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
  version: described(Type.String(), 'Identifies the text. Send it with the agreement.'),
  text: described(Type.String(), 'The complete text.'),
}));

export const guardianName = () =>
  optional(described(name(), 'The first and last name of the guardian who signs for a member under 18.'));

/** A signature under the present text. */
export const signature = () => ({
  version: described(name(), 'The version the member has read.'),
  name: described(name(), "The member's name, entered as a signature."),
});

const given = object(() => ({
  version: described(Type.String(), 'The version the member agreed to.'),
  name: described(Type.String(), 'The name as the member entered it.'),
  guardianName: described(nullable(Type.String()), 'The guardian who signed for a minor.'),
  agreedAt: described(instant(), 'Time at which it was signed or agreed to.'),
}));

const state = () => ({
  current: described(nullable(agreementText), "The site's current text. `null` if it requires no agreement."),
  isNeeded: described(flag(), 'Whether the member has not yet agreed to the current text.'),
  latest: described(nullable(given), "The member's latest agreement. `null` if there is none."),
});

export const MemberWaiver = shape('MemberWaiver', () => ({ object: Type.Literal('member_waiver'), ...state() }));

export const MemberConsents = shape('MemberConsents', () => ({
  object: Type.Literal('member_consents'),
  ...state(),
  marketing: described(
    object({
      email: described(flag(), 'Whether the member wants offers and news by email.'),
      sms: described(flag(), 'Whether the member wants them by text message.'),
      push: described(flag(), 'Whether the member wants them through the app.'),
    }),
    "The member's marketing consent. Change it by updating the profile.",
  ),
}));

export const SignWaiver = shape('SignWaiverRequest', () => ({ ...signature(), guardianName: guardianName() }));

export const GiveConsent = shape('GiveConsentRequest', () => ({
  version: described(name(), 'The version the member has read.'),
}));

export type MemberWaiverResponse = Static<typeof MemberWaiver>;
export type MemberConsentsResponse = Static<typeof MemberConsents>;

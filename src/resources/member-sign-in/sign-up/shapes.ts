import { Type } from '@sinclair/typebox';
import {
  date,
  described,
  flag,
  id,
  instant,
  lastName,
  name,
  nullable,
  object,
  optional,
  phone,
  type Static,
  shape,
} from '../../../kernel/schemas.ts';
import { guardianName, signature } from '../agreements/shapes.ts';
import { asCookie, language } from '../shapes.ts';

export const MemberSignUp = shape('MemberSignUpRequest', () => ({
  signUpToken: Type.String({ minLength: 1, maxLength: 200, description: 'From POST /public-api/v2/auth/token.' }),
  siteId: optional(described(id(), "The home site. Defaults to the brand's default site.")),
  firstName: name(),
  lastName: lastName(),
  phone: optional(phone()),
  dateOfBirth: optional(described(date(), 'The date of birth, as a local date, if the site asks for it.')),
  guardianName: guardianName(),
  language: language(),
  waiver: optional(described(object(signature()), 'The signature of the waiver, if the site has one.')),
  consent: optional(
    described(
      object({ version: described(name(), 'The version the person has read.') }),
      "The agreement to the site's text, if it has one.",
    ),
  ),
  marketing: optional(described(flag(), 'Whether the person wants offers and news by email. Do not preselect it.')),
  asCookie: asCookie(),
}));

export type SignUpBody = Static<typeof MemberSignUp>;

export const SignUpDecision = shape('SignUpDecision', () => ({
  object: Type.Literal('sign_up_decision'),
  clientId: id(),
  isApproved: described(flag(), 'Whether the client can sign in. A declined client is archived.'),
}));

export const SignUpState = shape('SignUpState', () => ({
  object: Type.Literal('sign_up'),
  clientId: id(),
  isWaiting: described(flag(), 'Whether the client has signed up and the studio has not decided yet.'),
  siteId: described(nullable(id()), 'The site they signed up at.'),
  signedUpAt: described(nullable(instant()), 'Time at which they signed up. `null` if no sign-up is pending.'),
}));

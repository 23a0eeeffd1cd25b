import { Type } from '@sinclair/typebox';
import {
  date,
  described,
  flag,
  id,
  instant,
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
  siteId: optional(described(id(), 'The home site; by default the default site of the brand.')),
  firstName: name(),
  lastName: name(),
  phone: optional(phone()),
  dateOfBirth: optional(described(date(), 'A local date; where the site asks for it.')),
  guardianName: guardianName(),
  language: language(),
  waiver: optional(described(object(signature()), 'The signature under the waiver, where the site has one.')),
  consent: optional(
    described(
      object({ version: described(name(), 'The version that the person has read.') }),
      'The agreement to the text of the site, where it has one.',
    ),
  ),
  marketing: optional(described(flag(), 'Whether the person wants offers and news by mail. Never tick it beforehand.')),
  asCookie: asCookie(),
}));

export type SignUpBody = Static<typeof MemberSignUp>;

export const SignUpDecision = shape('SignUpDecision', () => ({
  object: Type.Literal('sign_up_decision'),
  clientId: id(),
  isApproved: described(flag(), 'Whether the client may sign in; a client who was declined is archived.'),
}));

export const SignUpState = shape('SignUpState', () => ({
  object: Type.Literal('sign_up'),
  clientId: id(),
  isWaiting: described(flag(), 'Whether the client has signed up, and the studio has not decided yet.'),
  siteId: described(nullable(id()), 'The site at which they wait.'),
  signedUpAt: described(nullable(instant()), 'When they signed up; null for who does not wait.'),
}));

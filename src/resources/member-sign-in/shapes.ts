import { Type } from '@sinclair/typebox';
import { matching } from '../../kernel/patterns.ts';
import {
  described,
  email,
  flag,
  id,
  instant,
  nullable,
  oneOf,
  optional,
  type Static,
  shape,
} from '../../kernel/schemas.ts';
import { MEMBER_LANGUAGES } from '../../texts/made/languages.ts';
import { passkeyResponse } from '../sign-in/passkeys/shapes.ts';

const address = () => described(email(), 'The address of the member, in upper or lower case.');

/** Whether a browser keeps its session in a cookie. */
export const asCookie = () =>
  optional(
    described(
      flag(),
      'Whether this browser gets the cookie of a session in place of the tokens, which pages of this server alone may ask for.',
    ),
  );

export const language = () =>
  optional(
    described(oneOf(...MEMBER_LANGUAGES), 'The language of the mail, for somebody whose language is not known.'),
  );

const requestToken = (description: string) => optional(Type.String({ minLength: 1, maxLength: 200, description }));

export const MemberCodeRequest = shape('MemberCodeRequest', () => ({
  email: address(),
  language: language(),
  requestToken: requestToken('The one of the request before, where the mail did not come.'),
}));

export const MemberCodeRequested = shape('MemberCodeRequested', () => ({
  object: Type.Literal('member_code_request'),
  isRequested: described(Type.Literal(true), 'If the address is known, or new, a code is on its way.'),
  requestToken: described(
    Type.String(),
    'Send it with the code, and where you ask again: what others ask for and try does not count for you then.',
  ),
}));

export const MemberTokenRequest = shape('MemberTokenRequest', () => ({
  email: optional(address()),
  code: optional(
    matching('^[0-9]{3} ?[0-9]{3}$', 'must be the six digits of the mail, such as 482 913', {
      description: 'The six digits of the mail, with `email`.',
    }),
  ),
  requestToken: requestToken('The one of the response to the request for the code, with `code`.'),
  refreshToken: optional(
    Type.String({ minLength: 1, maxLength: 200, description: 'The one that came last. It works once.' }),
  ),
  passkey: optional(passkeyResponse()),
  asCookie: asCookie(),
}));

export const MemberPasskeySignIn = shape('MemberPasskeySignInRequest', () => ({
  passkey: passkeyResponse(),
  asCookie: asCookie(),
}));

export const MemberSignInResponse = shape('MemberSignIn', () => ({
  object: Type.Literal('member_sign_in'),
  status: described(
    oneOf('signed_in', 'sign_up_required', 'approval_pending'),
    'sign_up_required: the address is proved and of no client; approval_pending: the studio looks at the sign-up first.',
  ),
  clientId: described(nullable(id()), 'Who is signed in; otherwise null.'),
  deviceId: described(nullable(id()), 'The device that has begun; it can be ended.'),
  idToken: described(
    nullable(Type.String()),
    'For `Authorization: Bearer`; null with a cookie, and for who is not signed in.',
  ),
  expiresAt: described(nullable(instant()), 'When the ID token ends: one hour from now.'),
  refreshToken: described(
    nullable(Type.String()),
    'Gives the next tokens, once; it ends 90 days after its last use. Used twice, it ends the device.',
  ),
  signUpToken: described(
    nullable(Type.String()),
    'For POST /public-api/v2/auth/sign-up, within an hour; null unless a sign-up is required.',
  ),
}));

export const MemberSignedOut = shape('MemberSignedOut', () => ({
  object: Type.Literal('member_sign_out'),
  signedOut: described(Type.Literal(true), 'The device has ended.'),
}));

export type CodeRequested = Static<typeof MemberCodeRequested>;
export type SignInResult = Static<typeof MemberSignInResponse>;
export type TokenBody = Static<typeof MemberTokenRequest>;

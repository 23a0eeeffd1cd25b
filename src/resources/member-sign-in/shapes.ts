import { Type } from '@sinclair/typebox';
import { matching } from '../../kernel/patterns.ts';
import {
  count,
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

const address = () => described(email(), "The member's email, in upper or lower case.");

/** Whether a browser keeps its session in a cookie. */
export const asCookie = () =>
  optional(
    described(
      flag(),
      'Whether this browser gets a session cookie instead of tokens. Only pages of this server can request it.',
    ),
  );

export const language = () =>
  optional(described(oneOf(...MEMBER_LANGUAGES), 'The language of the email, for people whose language is not known.'));

const requestToken = (description: string) => optional(Type.String({ minLength: 1, maxLength: 200, description }));

export const MemberCodeRequest = shape('MemberCodeRequest', () => ({
  email: address(),
  language: language(),
  requestToken: requestToken('The token of the previous request, if the email did not arrive.'),
}));

export const MemberCodeRequested = shape('MemberCodeRequested', () => ({
  object: Type.Literal('member_code_request'),
  isRequested: described(Type.Literal(true), 'If the email can be used to sign in or sign up, a code has been sent.'),
  requestToken: described(
    Type.String(),
    "Send it with the code, and when you request another one, so that other people's requests and attempts do not " +
      'count against you.',
  ),
}));

export const MemberTokenRequest = shape('MemberTokenRequest', () => ({
  email: optional(address()),
  code: optional(
    matching(
      '^[0-9]{3}[ \\u00a0\\u202f\\u2010\\u2011-]?[0-9]{3}$',
      'must be the six digits of the mail, such as 482 913',
      {
        description: 'The six digits in the email, with `email`. A space or a hyphen may separate them in the middle.',
      },
    ),
  ),
  requestToken: requestToken('The token in the response to the code request, with `code`.'),
  refreshToken: optional(
    Type.String({ minLength: 1, maxLength: 200, description: 'The latest refresh token. It works once.' }),
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
    '`sign_up_required`: the email is verified and belongs to no client; `approval_pending`: the studio has to ' +
      'approve the sign-up first.',
  ),
  clientId: described(nullable(id()), 'The client who is signed in. Otherwise `null`.'),
  deviceId: described(nullable(id()), 'The device that was signed in, which can be signed out.'),
  idToken: described(
    nullable(Type.String()),
    'For `Authorization: Bearer`. `null` with a cookie, and if the member is not signed in.',
  ),
  expiresAt: described(nullable(instant()), 'Time at which the ID token expires: in one hour.'),
  refreshToken: described(
    nullable(Type.String()),
    'Returns the next tokens, once. It expires 90 days after its last use. If used twice, the device is signed out.',
  ),
  signUpToken: described(
    nullable(Type.String()),
    'For POST /public-api/v2/auth/sign-up, within an hour. `null` unless a sign-up is required.',
  ),
}));

export const MemberSignedOut = shape('MemberSignedOut', () => ({
  object: Type.Literal('member_sign_out'),
  signedOut: described(Type.Literal(true), 'Whether the device was signed out.'),
}));

export const EndedMemberDevices = shape('EndedMemberDevices', () => ({
  object: Type.Literal('member_devices_ended'),
  count: described(count(), 'The number of devices signed out.'),
}));

export type SignInResult = Static<typeof MemberSignInResponse>;
export type TokenBody = Static<typeof MemberTokenRequest>;

import { Type } from '@sinclair/typebox';
import { count, described, flag, nullable, optional, shape } from '../../../kernel/schemas.ts';
import { passkeyResponse } from '../passkeys/shapes.ts';
import { secret } from '../shapes.ts';

const code = () => Type.String({ minLength: 6, maxLength: 10, description: 'The six digits that the app shows.' });

export const SecondFactorRequest = shape('SecondFactorRequest', () => ({
  signInToken: secret('Of the response to the password.'),
  code: optional(code()),
  recoveryCode: optional(secret('One of the recovery codes; each works once.')),
  passkey: optional(passkeyResponse()),
}));

export const TotpSetup = shape('TotpSetup', () => ({
  object: Type.Literal('totp_setup'),
  secret: described(Type.String(), 'The secret in base 32, to type into an app.'),
  uri: described(Type.String(), 'The address that an app reads from a QR code.'),
}));

export const TotpCode = shape('TotpCodeRequest', () => ({ code: code() }));

/** The second factors of a person after a change. */
export const SecondFactor = shape('SecondFactor', () => ({
  object: Type.Literal('second_factor'),
  totp: described(flag(), 'Whether an app makes codes for the person.'),
  passkeys: described(count(), 'The number of passkeys.'),
  recoveryCodesLeft: described(count(), 'The recovery codes that were not used.'),
  recoveryCodes: described(
    nullable(Type.Array(Type.String())),
    'New recovery codes, shown only once; null where the earlier ones still work, or none is needed.',
  ),
}));

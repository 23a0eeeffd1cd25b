import { Type } from '@sinclair/typebox';
import { count, described, flag, nullable, optional, shape } from '../../../kernel/schemas.ts';
import { passkeyResponse } from '../passkeys/shapes.ts';
import { secret } from '../shapes.ts';

const code = () => Type.String({ minLength: 6, maxLength: 10, description: 'The six digits shown by the app.' });

export const SecondFactorRequest = shape('SecondFactorRequest', () => ({
  signInToken: secret('The token in the response to the password.'),
  code: optional(code()),
  recoveryCode: optional(secret('A recovery code. Each works once.')),
  passkey: optional(passkeyResponse()),
}));

export const TotpSetup = shape('TotpSetup', () => ({
  object: Type.Literal('totp_setup'),
  secret: described(Type.String(), 'The secret in base 32, to enter in an app.'),
  uri: described(Type.String(), 'The URI that an app reads from a QR code.'),
}));

export const TotpCode = shape('TotpCodeRequest', () => ({ code: code() }));

/** The second factors of a person after a change. */
export const SecondFactor = shape('SecondFactor', () => ({
  object: Type.Literal('second_factor'),
  totp: described(flag(), 'Whether the person has set up an authenticator app.'),
  passkeys: described(count(), 'The number of passkeys.'),
  recoveryCodesLeft: described(count(), 'The number of unused recovery codes.'),
  recoveryCodes: described(
    nullable(Type.Array(Type.String())),
    'New recovery codes, shown only once. `null` if the earlier ones still work, or none are needed.',
  ),
}));

import { Type } from '@sinclair/typebox';
import { described, name, nullable, oneOf, optional, shape } from '../../../kernel/schemas.ts';
import { StaffPasskey } from './record.ts';

const base64url = (description: string) =>
  Type.String({ maxLength: 20_000, description: `${description}, in base64url.` });
const given = { additionalProperties: true };

/** What a browser makes of the options, as `PublicKeyCredential.toJSON()` gives it. */
const credentialOf = <Response extends Parameters<typeof Type.Object>[0]>(response: Response) => ({
  id: base64url('The id of the passkey'),
  rawId: base64url('The same'),
  response: Type.Object(response, { ...given, description: 'What the authenticator answers.' }),
  authenticatorAttachment: optional(
    described(nullable(oneOf('cross-platform', 'platform')), 'Whether the authenticator is a part of the device.'),
  ),
  clientExtensionResults: Type.Object({}, { ...given, description: 'What extensions of the browser answer.' }),
  type: Type.Literal('public-key'),
});

/** A passkey that signs in. */
export const passkeyResponse = () =>
  Type.Object(
    credentialOf({
      clientDataJSON: base64url('What the browser signs for'),
      authenticatorData: base64url('What the authenticator says of itself'),
      signature: base64url('The signature of both'),
      userHandle: optional(described(nullable(base64url('The user')), 'The user, in base64url.')),
    }),
    { ...given, description: 'What `navigator.credentials.get()` gives for the options, as JSON.' },
  );

const newPasskeyResponse = () =>
  Type.Object(
    credentialOf({
      clientDataJSON: base64url('What the browser signs for'),
      attestationObject: base64url('The passkey, with its public key'),
      transports: optional(
        Type.Array(Type.String({ maxLength: 40 }), { maxItems: 20, description: 'How the browser reaches it.' }),
      ),
    }),
    { ...given, description: 'What `navigator.credentials.create()` gives for the options, as JSON.' },
  );

export const PasskeyOptions = shape('PasskeyOptions', () => ({
  object: Type.Literal('passkey_options'),
  publicKey: described(
    Type.Object({}, given),
    'For `navigator.credentials.get()` or `create()`, as JSON. Use it within five minutes.',
  ),
}));

export const PasskeyOptionsRequest = shape('PasskeyOptionsRequest', () => ({
  signInToken: optional(described(Type.String({ maxLength: 200 }), 'For a passkey as the second factor.')),
}));

export const PasskeySignIn = shape('PasskeySignInRequest', () => ({ passkey: passkeyResponse() }));

export const AddPasskey = shape('AddPasskeyRequest', () => ({
  name: described(name(), 'What the person calls it.'),
  passkey: newPasskeyResponse(),
}));

export const PasskeyAdded = shape('PasskeyAdded', () => ({
  ...StaffPasskey.schema.properties,
  recoveryCodes: described(
    nullable(Type.Array(Type.String())),
    'New recovery codes, shown only once; null where the person has some.',
  ),
}));

import { Type } from '@sinclair/typebox';
import { described, name, nullable, oneOf, optional, shape } from '../../../kernel/schemas.ts';
import { StaffPasskey } from './record.ts';

const base64url = (description: string) =>
  Type.String({ maxLength: 20_000, description: `${description}, in base64url.` });
const given = { additionalProperties: true };

/** What a browser makes of the options, as `PublicKeyCredential.toJSON()` gives it. */
const credentialOf = <Response extends Parameters<typeof Type.Object>[0]>(response: Response) => ({
  id: base64url('The ID of the passkey'),
  rawId: base64url('The same ID'),
  response: Type.Object(response, { ...given, description: "The authenticator's response." }),
  authenticatorAttachment: optional(
    described(nullable(oneOf('cross-platform', 'platform')), 'Whether the authenticator is part of the device.'),
  ),
  clientExtensionResults: Type.Object({}, { ...given, description: 'The output of browser extensions.' }),
  type: Type.Literal('public-key'),
});

export const passkeyResponse = () =>
  Type.Object(
    credentialOf({
      clientDataJSON: base64url('The client data the authenticator signed'),
      authenticatorData: base64url('The authenticator data'),
      signature: base64url('The signature of both'),
      userHandle: optional(described(nullable(base64url('The user')), 'The user handle, in base64url.')),
    }),
    { ...given, description: 'The result of `navigator.credentials.get()` for the options, as JSON.' },
  );

const newPasskeyResponse = () =>
  Type.Object(
    credentialOf({
      clientDataJSON: base64url('The client data the authenticator signed'),
      attestationObject: base64url('The passkey with its public key'),
      transports: optional(
        Type.Array(Type.String({ maxLength: 40 }), {
          maxItems: 20,
          description: 'How the browser can reach the authenticator.',
        }),
      ),
    }),
    { ...given, description: 'The result of `navigator.credentials.create()` for the options, as JSON.' },
  );

export const PasskeyOptions = shape('PasskeyOptions', () => ({
  object: Type.Literal('passkey_options'),
  publicKey: described(
    Type.Object({}, given),
    'The options for `navigator.credentials.get()` or `create()`, as JSON. Use them within five minutes.',
  ),
}));

export const PasskeyOptionsRequest = shape('PasskeyOptionsRequest', () => ({
  signInToken: optional(described(Type.String({ maxLength: 200 }), 'Required for a passkey as the second factor.')),
}));

export const PasskeySignIn = shape('PasskeySignInRequest', () => ({ passkey: passkeyResponse() }));

export const AddPasskey = shape('AddPasskeyRequest', () => ({
  name: described(name(), 'A name the person chooses for the passkey.'),
  passkey: newPasskeyResponse(),
}));

export const PasskeyAdded = shape('PasskeyAdded', () => ({
  ...StaffPasskey.schema.properties,
  recoveryCodes: described(
    nullable(Type.Array(Type.String())),
    'New recovery codes, shown only once. `null` if the person already has some.',
  ),
}));

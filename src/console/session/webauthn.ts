import { PasskeyCancelled, PasskeyRefused } from '../api/refusals/passkey-errors.ts';
import type { Schemas } from '../api/types.ts';

// Passkeys of the browser (WebAuthn). The options and what the browser makes of them go over the line as JSON.

type NewPasskey = Schemas['AddPasskeyRequest']['passkey'];
type GivenPasskey = Schemas['PasskeySignInRequest']['passkey'];

const credentials = globalThis.PublicKeyCredential as typeof PublicKeyCredential | undefined;

/** Whether this browser makes and uses passkeys here: on a secure page, where it reads the options as JSON. */
export const hasPasskeys = (): boolean =>
  globalThis.isSecureContext && typeof credentials?.parseRequestOptionsFromJSON === 'function';

const credentialOf = async (asked: () => Promise<Credential | null>): Promise<PublicKeyCredential> => {
  let credential: Credential | null;
  try {
    credential = await asked();
  } catch (error) {
    if (error instanceof DOMException && ['NotAllowedError', 'AbortError'].includes(error.name)) {
      throw new PasskeyCancelled(error.message);
    }
    throw new PasskeyRefused(String(error));
  }
  if (!(credential instanceof PublicKeyCredential)) throw new PasskeyCancelled();
  return credential;
};

/**
 * Makes a passkey.
 * @throws PasskeyCancelled, PasskeyRefused.
 */
export const makePasskey = async (options: object): Promise<NewPasskey> => {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as PublicKeyCredentialCreationOptionsJSON);
  const made = await credentialOf(() => navigator.credentials.create({ publicKey }));
  const json: unknown = made.toJSON();
  return json as NewPasskey;
};

/**
 * Uses a passkey.
 * @throws PasskeyCancelled, PasskeyRefused.
 */
export const givePasskey = async (options: object): Promise<GivenPasskey> => {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as PublicKeyCredentialRequestOptionsJSON);
  const used = await credentialOf(() => navigator.credentials.get({ publicKey }));
  const json: unknown = used.toJSON();
  return json as GivenPasskey;
};

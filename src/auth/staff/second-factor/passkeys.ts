// What the library for passkeys (WebAuthn) says of the responses of browsers. It is loaded with the first passkey.

/** The server as browsers know it: its host name, and its origin. */
export interface RelyingParty {
  readonly id: string;
  readonly origin: string;
}

export const relyingParty = (rootUrl: string): RelyingParty => {
  const { hostname, origin } = new URL(rootUrl);
  return { id: hostname, origin };
};

/** A passkey as it is stored. `counter` grows with each use where the device counts. */
export interface Credential {
  readonly credentialId: string;
  readonly publicKey: Uint8Array;
  readonly counter: number;
  readonly transports: readonly string[];
}

type Server = typeof import('@simplewebauthn/server');
type Registration = Parameters<Server['verifyRegistrationResponse']>[0]['response'];
type Authentication = Parameters<Server['verifyAuthenticationResponse']>[0]['response'];

/** A check that the library could not finish has failed: the response is of someone else, or damaged. */
const orUndefined = async <T>(check: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await check();
  } catch {
    return undefined;
  }
};

/** The new passkey of a browser; undefined where its response does not belong to this challenge and this server. */
export const verifyRegistration = async (
  response: Registration,
  challenge: string,
  { id, origin }: RelyingParty,
): Promise<Credential | undefined> => {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  const verified = await orUndefined(() =>
    verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: false,
    }),
  );
  if (verified?.verified !== true) return undefined;
  const { id: credentialId, publicKey, counter, transports = [] } = verified.registrationInfo.credential;
  return { credentialId, publicKey, counter, transports };
};

/** The counter after its use; undefined for a wrong response. `isAlone`: the device has to have seen who uses it. */
export const verifyPasskey = async (
  response: Authentication,
  challenge: string,
  { id, origin }: RelyingParty,
  passkey: Credential,
  isAlone: boolean,
): Promise<number | undefined> => {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const { credentialId, publicKey, counter, transports } = passkey;
  const verified = await orUndefined(() =>
    verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      credential: {
        id: credentialId,
        publicKey: new Uint8Array(publicKey),
        counter,
        transports: [...transports],
      },
      requireUserVerification: isAlone,
    }),
  );
  return verified?.verified === true ? verified.authenticationInfo.newCounter : undefined;
};

/** The challenge that a response says it answers; undefined for a damaged response. */
export const challengeOf = (clientDataJSON: string): string | undefined => {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'));
    return typeof challenge === 'string' ? challenge : undefined;
  } catch {
    return undefined;
  }
};

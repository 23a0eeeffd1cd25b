import type { createChallenges } from '../../../auth/staff/second-factor/challenges.ts';
import {
  type Credential,
  challengeOf,
  relyingParty,
  verifyPasskey,
  verifyRegistration,
} from '../../../auth/staff/second-factor/passkeys.ts';
import type { Read } from '../../../database/database.ts';
import { conflict, invalidParam } from '../../../kernel/problem.ts';
import type { Static } from '../../../kernel/schemas.ts';
import { unpackList } from '../../../records/json.ts';
import type { Program } from '../../program.ts';
import { brandSettings } from '../../settings/queries.ts';
import { takesPasskeys } from './address.ts';
import type { AddPasskey, passkeyResponse } from './shapes.ts';

// What passkeys are, whoever signs in with them: people who work for the studio, and members.

export type PasskeyResponse = Static<ReturnType<typeof passkeyResponse>>;

/** How long the browser asks its user, ms. */
export const TIMEOUT_MS = 60_000;
/** EdDSA, ES256 and RS256: every authenticator has one of them. */
export const ALGORITHMS = [-8, -7, -257];

/** What passkeys need of the program, and of the family of their owners. */
export interface PasskeyDeps extends Pick<Program, 'rootUrl' | 'store'> {
  readonly passkeyChallenges: ReturnType<typeof createChallenges>;
}

export interface StoredPasskey extends Omit<Credential, 'transports'> {
  readonly transports: string;
}

/** @throws Problem 409 `passkeys_unavailable`. */
const requirePasskeys = (rootUrl: string): void => {
  if (takesPasskeys(rootUrl)) return;
  throw conflict(
    'passkeys_unavailable',
    'Browsers create passkeys only on pages with https and a host name. Open this page at such an address; the operator sets ' +
      'it with STUDIOD_PUBLIC_URL.',
  );
};

/** A passkey, as browsers receive it. */
export interface Descriptor {
  readonly id: string;
  readonly type: 'public-key';
  readonly transports: readonly string[];
}

/**
 * The options to sign in. They do not reveal whether an account exists.
 * @param allowed the passkeys that count; undefined for any that signs in on its own.
 */
export const signingOptions = (deps: PasskeyDeps, allowed?: readonly Descriptor[]): object => {
  requirePasskeys(deps.rootUrl());
  return {
    challenge: deps.passkeyChallenges.begin(undefined),
    timeout: TIMEOUT_MS,
    rpId: relyingParty(deps.rootUrl()).id,
    ...(allowed === undefined ? {} : { allowCredentials: allowed }),
    userVerification: allowed === undefined ? 'required' : 'preferred',
  };
};

/** Who adds a passkey. */
interface NewOwner {
  readonly id: string;
  readonly name: string;
  readonly displayName: string;
  readonly passkeys: readonly Descriptor[];
  /** What the device has to be able to do. */
  readonly selection: object;
}

export const addingOptions = (read: Read, deps: PasskeyDeps, { id, name, displayName, ...owner }: NewOwner): object => {
  requirePasskeys(deps.rootUrl());
  return {
    rp: { id: relyingParty(deps.rootUrl()).id, name: brandSettings(read).name },
    user: { id: Buffer.from(id).toString('base64url'), name, displayName },
    challenge: deps.passkeyChallenges.begin(id),
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    timeout: TIMEOUT_MS,
    excludeCredentials: owner.passkeys,
    authenticatorSelection: owner.selection,
    attestation: 'none',
  };
};

/** The challenge of a response; undefined for one that is not open. */
const openChallenge = (deps: PasskeyDeps, clientDataJSON: string, addingId: string | undefined): string | undefined => {
  const challenge = challengeOf(clientDataJSON);
  return challenge !== undefined && deps.passkeyChallenges.isOpen(challenge, addingId) ? challenge : undefined;
};

/** What a right response gives. It works once: the second time its challenge was answered. */
const once = <Value>(deps: PasskeyDeps, challenge: string, value: Value | undefined): Value | undefined =>
  value !== undefined && deps.passkeyChallenges.answer(challenge) ? value : undefined;

const withoutNull = <Value>(value: Value | null | undefined): Value | undefined => value ?? undefined;

/** The new passkey of a browser. @throws Problem 400 `passkey_wrong`, 409 `passkeys_unavailable`. */
export const checkNewPasskey = async (
  deps: PasskeyDeps,
  ownerId: string,
  { passkey }: Static<typeof AddPasskey>,
): Promise<Credential> => {
  requirePasskeys(deps.rootUrl());
  const { response, authenticatorAttachment, ...rest } = passkey;
  const challenge = openChallenge(deps, response.clientDataJSON, ownerId);
  const attachment = withoutNull(authenticatorAttachment);
  const { transports, ...sent } = response;
  const credential =
    challenge === undefined
      ? undefined
      : await verifyRegistration(
          {
            ...rest,
            response: { ...sent, ...(transports === undefined ? {} : { transports }) },
            ...(attachment === undefined ? {} : { authenticatorAttachment: attachment }),
          },
          challenge,
          relyingParty(deps.rootUrl()),
        );
  const added = challenge === undefined ? undefined : once(deps, challenge, credential);
  if (added !== undefined) return added;
  throw invalidParam(
    'passkey',
    'This passkey does not belong to this page. Ask for new options and try again.',
    'passkey_wrong',
  );
};

/**
 * The counter of a passkey after a sign-in; undefined for a wrong response.
 * @param isAlone whether it signs in on its own, without a password.
 */
export const checkResponse = async (
  deps: PasskeyDeps,
  { response, authenticatorAttachment, ...rest }: PasskeyResponse,
  row: StoredPasskey | undefined,
  isAlone: boolean,
): Promise<number | undefined> => {
  const challenge = openChallenge(deps, response.clientDataJSON, undefined);
  if (challenge === undefined || row === undefined) return undefined;
  const { userHandle, ...sent } = response;
  const handle = withoutNull(userHandle);
  const attachment = withoutNull(authenticatorAttachment);
  const counter = await verifyPasskey(
    {
      ...rest,
      response: { ...sent, ...(handle === undefined ? {} : { userHandle: handle }) },
      ...(attachment === undefined ? {} : { authenticatorAttachment: attachment }),
    },
    challenge,
    relyingParty(deps.rootUrl()),
    { ...row, transports: unpackList<string>(row.transports) },
    isAlone,
  );
  return once(deps, challenge, counter);
};

import type { AnyElysia } from 'elysia';
import { type CryptoKey, createLocalJWKSet, exportJWK, generateKeyPair, SignJWT } from 'jose';
import type { MemberIssuer } from '../auth/members/issuer.ts';
import type { Store } from '../database/store.ts';
import { parseBody, readUntypedText } from '../http/body.ts';
import { router } from '../http/operations/mount.ts';
import { validatorFor } from '../http/validation.ts';
import { isoInstant } from '../kernel/clock.ts';
import { missingResource } from '../kernel/problem.ts';
import { id, integer, object, optional } from '../kernel/schemas.ts';
import { clientById } from '../resources/clients/queries.ts';

const PATH = '/sandbox/issuer';
const AUDIENCE = 'studiod-sandbox';
const ALGORITHM = 'ES256';
const KEY_ID = 'sandbox';
const HOUR_SECONDS = 3600;
const YEAR_SECONDS = 366 * 86_400;

/** @param rootUrl returns the public address of this server. */
export const createSandboxIssuer = async (rootUrl: () => string) => {
  const pair: { publicKey: CryptoKey; privateKey: CryptoKey } = await generateKeyPair(ALGORITHM);
  const jwks = { keys: [{ ...(await exportJWK(pair.publicKey)), kid: KEY_ID, alg: ALGORITHM, use: 'sig' }] };
  const address = () => rootUrl() + PATH;
  return {
    jwks,
    address,
    member: {
      issuer: address,
      audiences: [AUDIENCE],
      keyOf: createLocalJWKSet(jwks),
      keySet: () => jwks,
      // The clock of a sandbox moves by months, and its apps stay signed in.
      maxTokenSeconds: YEAR_SECONDS,
    } satisfies MemberIssuer,
    /** Makes an ID token for a client, valid for `expiresIn` seconds of the sandbox's clock. @throws Problem 400 `resource_missing`. */
    async createToken(store: Store, clientId: string, expiresIn = HOUR_SECONDS) {
      const read = store.view();
      const client = clientById(read, clientId);
      if (client === undefined) throw missingResource('clientId', 'client', clientId);
      const now = Math.floor(read.nowMs / 1000);
      const claims = {
        iss: address(),
        aud: AUDIENCE,
        sub: clientId,
        email: client.email,
        email_verified: true,
        given_name: client.firstName,
        family_name: client.lastName,
        iat: now,
        exp: now + expiresIn,
      };
      const header = { alg: ALGORITHM, typ: 'JWT', kid: KEY_ID };
      const idToken = await new SignJWT(claims).setProtectedHeader(header).sign(pair.privateKey);
      return { idToken, expiresAt: isoInstant((now + expiresIn) * 1000) };
    },
  };
};

/** The sandbox's own provider of ID tokens. It signs in every client; its keys are in memory only. */
export type SandboxIssuer = Awaited<ReturnType<typeof createSandboxIssuer>>;

const TokenRequest = validatorFor(object({ clientId: id(), expiresIn: optional(integer(1, YEAR_SECONDS)) }));

/** `POST /sandbox/member-token`, and the discovery document and keys by which its tokens are verified. */
export const issuerRoutes = (issuer: SandboxIssuer, store: Store): AnyElysia =>
  router('')
    .post(
      '/member-token',
      async ({ request }) => {
        const { clientId, expiresIn } = parseBody(await readUntypedText(request), TokenRequest);
        return issuer.createToken(store, clientId, expiresIn);
      },
      { parse: 'none' },
    )
    .get('/issuer/.well-known/openid-configuration', () => ({
      issuer: issuer.address(),
      jwks_uri: `${issuer.address()}/jwks.json`,
      response_types_supported: ['id_token'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: [ALGORITHM],
    }))
    .get('/issuer/jwks.json', () => issuer.jwks);

import type { AnyElysia } from 'elysia';
import { type CryptoKey, createLocalJWKSet, exportJWK, generateKeyPair, type JSONWebKeySet, SignJWT } from 'jose';
import type { MemberIssuer } from '../auth/members/issuer.ts';
import type { Store } from '../database/store.ts';
import { parseBody } from '../http/body.ts';
import { router } from '../http/operations/mount.ts';
import { checked } from '../http/validation.ts';
import { isoInstant } from '../kernel/clock.ts';
import { notFound } from '../kernel/problem.ts';
import { id, integer, optional, part } from '../kernel/schemas.ts';
import { clientById } from '../resources/clients/queries.ts';

const PATH = '/sandbox/issuer';
const AUDIENCE = 'studiod-sandbox';
const ALGORITHM = 'ES256';
const KID = 'sandbox';
const ONE_HOUR = 3600;
const ONE_YEAR = 366 * 86_400;

/** What `POST /sandbox/member-token` answers. */
interface MemberToken {
  readonly idToken: string;
  readonly expiresAt: string;
}

/** A provider of ID tokens that vouches for everybody: each sandbox has one, with keys that live in memory. */
export interface SandboxIssuer {
  readonly member: MemberIssuer;
  /** Signs a client in for `expiresIn` seconds of the sandbox's clock. @throws Problem 404 when there is none. */
  mint(store: Store, clientId: string, expiresIn?: number): Promise<MemberToken>;
  readonly jwks: JSONWebKeySet;
  address(): string;
}

/** @param rootUrl this server as others reach it, asked for at use. */
export const createSandboxIssuer = async (rootUrl: () => string): Promise<SandboxIssuer> => {
  const pair: { publicKey: CryptoKey; privateKey: CryptoKey } = await generateKeyPair(ALGORITHM);
  const jwks = { keys: [{ ...(await exportJWK(pair.publicKey)), kid: KID, alg: ALGORITHM, use: 'sig' }] };
  const address = () => rootUrl() + PATH;
  return {
    jwks,
    address,
    member: { issuer: address, audiences: [AUDIENCE], keyOf: createLocalJWKSet(jwks) },
    async mint(store, clientId, expiresIn = ONE_HOUR) {
      const read = store.view();
      const client = clientById(read, clientId);
      if (client === undefined) throw notFound('client', clientId);
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
      const header = { alg: ALGORITHM, typ: 'JWT', kid: KID };
      const idToken = await new SignJWT(claims).setProtectedHeader(header).sign(pair.privateKey);
      return { idToken, expiresAt: isoInstant((now + expiresIn) * 1000) };
    },
  };
};

const Wanted = checked(
  part({
    clientId: id(),
    expiresIn: optional(integer(1, ONE_YEAR)),
  }),
);

/** `POST /sandbox/member-token`, and the documents by which anybody can verify what it answers. */
export const issuerRoutes = (issuer: SandboxIssuer, store: Store): AnyElysia =>
  router('')
    .post(
      '/member-token',
      async ({ request }) => {
        const { clientId, expiresIn } = parseBody(await request.text(), Wanted);
        return issuer.mint(store, clientId, expiresIn);
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

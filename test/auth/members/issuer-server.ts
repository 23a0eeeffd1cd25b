import { type CryptoKey, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';
import type { MemberIssuer } from '../../../src/auth/members/issuer.ts';
import { remoteIssuer } from '../../../src/auth/members/remote-issuer.ts';
import type { Timeline } from '../../../src/kernel/timer.ts';

export const AUDIENCE = 'studio-app';

/** The issuer of a studio's members at an address. */
export const trusting =
  (issuer: string) =>
  (clock: Timeline): MemberIssuer[] => [
    remoteIssuer({ issuer, audiences: [AUDIENCE], maxTokenHours: 24, clock, report: () => {} }),
  ];

/** A key pair whose public half can be published. */
export const newKey = async (kid: string, alg = 'ES256') => {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
  return { kid, alg, privateKey, publicKey, jwk: { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' } as JWK };
};
export type Key = Awaited<ReturnType<typeof newKey>>;

/** A provider on loopback with the given keys, which counts its requests. For tokens that no honest provider signs. */
export const startIssuer = (keys: readonly JWK[]) => {
  const state = {
    keys,
    document: {} as Record<string, unknown>,
    isDown: false,
    userInfo: (_request: Request): Response | Promise<Response> => new Response('no', { status: 404 }),
  };
  const requests = { discovery: 0, keys: 0 };
  const server: Bun.Server<undefined> = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch(request): Response | Promise<Response> {
      if (state.isDown) return new Response('no', { status: 500 });
      if (request.url.endsWith('/keys')) {
        requests.keys += 1;
        return Response.json({ keys: state.keys });
      }
      if (request.url.endsWith('/userinfo')) return state.userInfo(request);
      requests.discovery += 1;
      return Response.json({ issuer, jwks_uri: `${issuer}/keys`, ...state.document });
    },
  });
  const issuer: string = `http://127.0.0.1:${server.port}`;
  return { issuer, state, requests, stop: () => server.stop(true) };
};

/** Claims of an ID token that is good at `now` (epoch ms) for ten minutes. */
export const goodClaims = (issuer: string, now: number): Record<string, unknown> => ({
  iss: issuer,
  aud: AUDIENCE,
  sub: 'ada',
  email: 'ada@example.com',
  email_verified: true,
  iat: now / 1000,
  exp: now / 1000 + 600,
});

export const sign = (
  claims: Record<string, unknown>,
  { kid, alg, privateKey }: { kid?: string | undefined; alg: string; privateKey: CryptoKey | Uint8Array },
  header: Record<string, unknown> = {},
): Promise<string> =>
  new SignJWT(claims).setProtectedHeader({ alg, ...(kid === undefined ? {} : { kid }), ...header }).sign(privateKey);

import './quiet.ts';

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import { Provider } from 'oidc-provider';
import * as client from 'openid-client';

/** Who can sign in at the provider, by account id. */
export interface Account {
  readonly email: string;
  readonly email_verified: boolean;
  readonly given_name?: string;
  readonly family_name?: string;
}

const REDIRECT = 'http://127.0.0.1/callback';

/** A private key for ID tokens with its key id. */
export const providerKey = async (kid: string, alg = 'RS256'): Promise<JWK> => {
  const { privateKey } = await generateKeyPair(alg, { extractable: true });
  return { ...(await exportJWK(privateKey)), kid, alg, use: 'sig' };
};

const listening = (server: Server): Promise<number> =>
  new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)));

interface ProviderOptions {
  /** Whether claims are in the ID token itself, as with Firebase, Auth0, Keycloak and Cognito; else only at UserInfo. */
  readonly hasIdTokenClaims?: boolean;
}

/**
 * A real OpenID Connect provider on loopback at which the app 'studio-app' is registered. Whoever is sent to its
 * sign-in page is signed in as the account that `login_hint` names, and agrees.
 */
export const startProvider = async (
  accounts: Readonly<Record<string, Account>>,
  { hasIdTokenClaims = true }: ProviderOptions = {},
) => {
  const requests: string[] = [];
  let handle: Parameters<typeof createServer>[1];
  const server = createServer((request, response) => {
    requests.push(String(request.url));
    return handle?.(request, response as never);
  });
  const port = await listening(server);
  const issuer = `http://127.0.0.1:${port}`;

  const begin = (published: readonly JWK[]): void => {
    const provider = new Provider(issuer, {
      jwks: { keys: published as never },
      clients: [
        {
          client_id: 'studio-app',
          redirect_uris: [REDIRECT],
          token_endpoint_auth_method: 'none',
          id_token_signed_response_alg: String(published[0]?.alg),
          application_type: 'native',
        },
      ],
      cookies: { keys: ['only for this test'] },
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['given_name', 'family_name'] },
      conformIdTokenClaims: !hasIdTokenClaims,
      pkce: { required: () => true },
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_context, interaction) => `/sign-in/${interaction.uid}` },
      findAccount: (_context, id) => ({ accountId: id, claims: () => ({ sub: id, ...accounts[id] }) }),
    });
    const callback = provider.callback();
    handle = async (request, response) => {
      if (!request.url?.startsWith('/sign-in/')) return callback(request, response as never);
      const { params, prompt, session } = await provider.interactionDetails(request, response as never);
      if (prompt.name === 'login') {
        const login = { accountId: String(params.login_hint) };
        return provider.interactionFinished(request, response as never, { login });
      }
      const grant = new provider.Grant({ accountId: String(session?.accountId), clientId: 'studio-app' });
      grant.addOIDCScope('openid email profile');
      return provider.interactionFinished(request, response as never, { consent: { grantId: await grant.save() } });
    };
  };
  let keys = [await providerKey('first')];
  begin(keys);

  /** Goes through the sign-in page like a browser, cookies and all, until it is sent back to the app. */
  const browse = async (from: URL): Promise<URL> => {
    const cookies = new Map<string, string>();
    let url = from;
    for (let step = 0; step < 10; step += 1) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const response = await fetch(url, { redirect: 'manual', headers: { cookie } });
      for (const set of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
        cookies.set(name, value);
      }
      const location = response.headers.get('location');
      if (location === null) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
      url = new URL(location, url);
      if (url.href.startsWith(REDIRECT)) return url;
    }
    throw new Error('the sign-in never came to an end');
  };

  return {
    issuer,
    /** The paths that were requested since the last call. */
    requests: (): string[] => requests.splice(0),
    /** Begins to sign with another key; only `keys` are published. */
    /** Signs with another key. Those before it stay published. */
    rotate(key: JWK) {
      keys = [key, ...keys];
      begin(keys);
    },
    /** Signs an account in by authorization code with PKCE, as a studio's own app would; answers its tokens. */
    signIn: async (account: string) => {
      const options = { execute: [client.allowInsecureRequests] };
      const app = await client.discovery(new URL(issuer), 'studio-app', undefined, client.None(), options);
      const verifier = client.randomPKCECodeVerifier();
      const begun = client.buildAuthorizationUrl(app, {
        redirect_uri: REDIRECT,
        scope: 'openid email profile',
        login_hint: account,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      });
      const tokens = await client.authorizationCodeGrant(app, await browse(begun), { pkceCodeVerifier: verifier });
      return { idToken: tokens.id_token ?? '', accessToken: tokens.access_token };
    },
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
};

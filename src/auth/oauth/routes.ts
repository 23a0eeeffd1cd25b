import { type AnyElysia, Elysia } from 'elysia';
import type { OpenPaths } from '../../kernel/open-paths.ts';
import { SCOPES } from '../../kernel/scopes.ts';
import { idTokenMetadata } from '../members/own/issuer.ts';
import type { SigningKeys } from './signing-keys.ts';
import type { TokenEndpoint } from './token-endpoint.ts';
import { TokenError, tooManyRequests } from './token-request.ts';

export interface OAuthRouteDeps {
  readonly token: TokenEndpoint;
  readonly keys: SigningKeys;
  readonly rootUrl: () => string;
  /** Whether studiod signs members in, and is an issuer of ID tokens. */
  readonly isMemberIssuer: boolean;
  /** Called for each failed client authentication; sets rate headers. Returns seconds to wait, else 0. */
  readonly onFailure: (request: Request, headers: Record<string, string | number>) => number;
}

/** Paths that need no credential, since they give one or describe how to get one. */
export const OAUTH: OpenPaths = {
  paths: [
    '/oauth/token',
    '/.well-known/oauth-authorization-server',
    '/.well-known/openid-configuration',
    '/.well-known/jwks.json',
  ],
  readableEverywhere: [
    '/.well-known/oauth-authorization-server',
    '/.well-known/openid-configuration',
    '/.well-known/jwks.json',
  ],
};

/** How a program gets a token (RFC 8414). There is no authorization endpoint, so no response type either. */
const tokenMetadata = (root: string) => ({
  issuer: root,
  token_endpoint: `${root}/oauth/token`,
  jwks_uri: `${root}/.well-known/jwks.json`,
  response_types_supported: [],
  grant_types_supported: ['client_credentials'],
  token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
  scopes_supported: SCOPES,
  service_documentation: `${root}/docs`,
});

/**
 * The document of the issuer: what it says of tokens and, where it signs members in, of their ID tokens. Both paths answer it, since a
 * client reads the one that it knows (RFC 8414, 5).
 */
const issuerDocument = (root: string, isMemberIssuer: boolean) => {
  const tokens = tokenMetadata(root);
  if (!isMemberIssuer) return tokens;
  const { scopes_supported: scopes, ...members } = idTokenMetadata(root);
  return { ...tokens, ...members, scopes_supported: [...scopes, ...tokens.scopes_supported] };
};

/** `POST /oauth/token` and the discovery documents of clients and verifiers (RFC 6749, 8414, 9068). */
export const oauthRoutes = ({ token, keys, rootUrl, isMemberIssuer, onFailure }: OAuthRouteDeps): AnyElysia =>
  new Elysia({ normalize: false })
    .post(
      '/oauth/token',
      async ({ request, set }) => {
        set.headers['cache-control'] = 'no-store';
        set.headers.pragma = 'no-cache';
        try {
          return await token(request);
        } catch (error) {
          if (!(error instanceof TokenError)) throw error;
          const wait = error.status === 401 ? onFailure(request, set.headers) : 0;
          const { status, headers, code, message } = wait > 0 ? tooManyRequests(wait) : error;
          set.status = status;
          Object.assign(set.headers, headers);
          return { error: code, error_description: message };
        }
      },
      { parse: 'none' },
    )
    .get('/.well-known/oauth-authorization-server', () => issuerDocument(rootUrl(), isMemberIssuer))
    .get('/.well-known/openid-configuration', () => issuerDocument(rootUrl(), isMemberIssuer))
    .get('/.well-known/jwks.json', async ({ set }) => {
      set.headers['cache-control'] = 'public, max-age=300';
      return keys.jwks();
    });

import { createSandboxIssuer } from '../../src/sandbox/issuer.ts';
import { MAIN_SITE, openStudio, type Studio } from './api.ts';

const BASE = '/public-api/v2/member';
const ONE_YEAR = 366 * 86_400;

/** A studio whose members can sign in, with rate limits that are high enough for all tests. */
export const openStudioForMembers = async (options: Parameters<typeof openStudio>[0] = {}) => {
  const issuer = await createSandboxIssuer(() => 'http://localhost');
  const studio = await openStudio({ memberIssuers: () => [issuer.member], ...options });
  await studio.given(studio.patch('/v2/settings', { brand: { memberTier: 'pro' } }));

  /** Signs a client in at a site. Paths are relative to the member API. */
  const signIn = async (clientId: string, siteId = MAIN_SITE) => {
    const { idToken } = await issuer.createToken(studio.store, clientId, ONE_YEAR);
    const headers = { 'x-service-api-key': '', authorization: `Bearer ${idToken}`, 'x-site-id': siteId };
    const send = (method: string, path: string, body?: unknown, more: Record<string, string> = {}) =>
      studio.send(method, BASE + path, body, { ...headers, ...more });
    return {
      id: clientId,
      send,
      headers,
      get: (path: string) => send('GET', path),
      post: (path: string, body?: unknown, more?: Record<string, string>) => send('POST', path, body, more),
    };
  };
  return { ...studio, signIn };
};

export type MemberStudio = Awaited<ReturnType<typeof openStudioForMembers>>;
export type Member = Awaited<ReturnType<MemberStudio['signIn']>>;

/** Changes the booking settings, and skips the event. */
export const setBooking = async (studio: Studio, booking: object): Promise<void> => {
  await studio.given(studio.patch('/v2/settings', { booking }));
};

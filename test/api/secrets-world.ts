import { storePassword } from '../../src/auth/staff/sign-in-rows.ts';
import { MAIN_SITE, openStudio, type Studio } from '../helpers/api.ts';
import { signedIn } from '../helpers/people.ts';

/** Who tries to decide who gets a secret. `family`: a key with the scope of the operation alone, for all sites. */
export const CALLERS = [
  ...(['owner', 'manager', 'west', 'desk', 'instructor'] as const),
  ...(['star', 'manage', 'family', 'site', 'oauth'] as const),
];
export type CallerName = (typeof CALLERS)[number];

const tokenOf = async (studio: Studio): Promise<Record<string, string>> => {
  const client = (await studio.post('/manage/oauth-clients', { name: 'App', scopes: ['*'], tier: 'unlimited' })).body;
  const response = await studio.app.fetch(
    new Request('http://localhost/oauth/token', {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${client.clientId}:${client.clientSecret}`)}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    }),
  );
  return {
    'x-service-api-key': '',
    authorization: `Bearer ${((await response.json()) as { access_token: string }).access_token}`,
  };
};

/** A studio with everybody who may try, and what they try it on. */
export const openSecretsWorld = async () => {
  const studio = await openStudio();
  const west = (await studio.given(studio.post('/v2/sites', { name: 'West' }))).id;
  const people = {
    owner: await signedIn(studio),
    manager: await signedIn(studio, { role: 'manager' }),
    west: await signedIn(studio, { role: 'manager', siteIds: [west] }),
    desk: await signedIn(studio, { role: 'front_desk' }),
    instructor: await signedIn(studio, { role: 'instructor' }),
  };
  const headers: Readonly<Record<Exclude<CallerName, 'family'>, Record<string, string>>> = {
    owner: people.owner.headers,
    manager: people.manager.headers,
    west: people.west.headers,
    desk: people.desk.headers,
    instructor: people.instructor.headers,
    star: await studio.withKey({}),
    manage: await studio.withKey({ scopes: ['manage'] }),
    site: await studio.withKey({ siteIds: [MAIN_SITE] }),
    oauth: await tokenOf(studio),
  };
  const keys = new Map<string, Record<string, string>>();
  /** The headers of a caller; `scopes` are those of the key `family`. */
  const headersOf = async (caller: CallerName, scopes: readonly string[]): Promise<Record<string, string>> => {
    if (caller !== 'family') return headers[caller];
    const known = keys.get(scopes.join()) ?? (await studio.withKey({ scopes }));
    keys.set(scopes.join(), known);
    return known;
  };
  let made = 0;
  const fresh = () => {
    made += 1;
    return { firstName: 'New', lastName: `Person${made}`, email: `new${made}@example.com`, externalId: `new-${made}` };
  };
  return {
    studio,
    west,
    headersOf,
    fresh,
    /** A person who has chosen a password. */
    async person(fields: object): Promise<string> {
      const { id } = await studio.given(studio.post('/v2/staff', { ...fresh(), ...fields }));
      await studio.given(studio.store.write((tx) => storePassword(tx, id, 'a hash')));
      return id;
    },
    signedIn: (fields: object) => signedIn(studio, { ...fields }),
    /** A person whom nobody has let in. */
    recorded: async (fields: object): Promise<string> =>
      (await studio.given(studio.post('/v2/staff', { ...fresh(), ...fields }))).id,
    /** A client; one who has signed in has a link. */
    async client(hasSignedIn: boolean, fields: object = {}): Promise<string> {
      const { firstName, lastName, email } = fresh();
      const id = (await studio.given(studio.post('/manage/clients', { firstName, lastName, email, ...fields }))).id;
      const link = { clientId: id, issuer: 'https://id.example', subject: `of ${id}` };
      if (hasSignedIn) await studio.given(studio.post('/manage/member-links', link));
      return id;
    },
  };
};

export type SecretsWorld = Awaited<ReturnType<typeof openSecretsWorld>>;

import type { Read, Tx } from '../../database/database.ts';
import type { Store } from '../../database/store.ts';
import type { Caller, NoClientReason } from '../../kernel/caller.ts';
import type { Tier } from '../../kernel/tier.ts';
import { BoundedMap } from '../bounded-map.ts';
import { isActiveSite, linkedClient } from '../lookups.ts';
import type { IdToken, Person } from './id-tokens.ts';

/** How a person who signs in for the first time becomes a member. The family of member links supplies it. */
export interface MemberLinking {
  /** Whether `link` would find or make a client. */
  canLink(read: Read, person: Person, siteId: string): boolean;
  /** Why a person who is linked to no client has none. */
  noClientReason(read: Read, person: Person): NoClientReason;
  /** Links the person to their client, who is made where settings allow that. Doing it again changes nothing. */
  link(tx: Tx, person: Person, siteId: string): void;
}

interface AuthenticatorDeps {
  readonly store: Store;
  readonly verify: (token: string) => Promise<IdToken>;
  readonly linking: MemberLinking;
  readonly memberTier: (read: Read) => Tier;
}

/** Finds the member of an ID token. */
export interface MemberAuthenticator {
  /** Whether `cached` would return a linked member. */
  isCached(token: string): boolean;
  /** The member of a token that is in the cache; without a `clientId` where the person is linked to no client. */
  cached(token: string): Caller | undefined;
  /**
   * Verifies a token, and links its person to a client at the first use.
   * @throws Problem 401 `token_invalid` or `token_expired`, 503 when the provider or the database is unavailable.
   */
  verify(token: string, siteId: string | null): Promise<Caller>;
}

/** How many verified tokens are cached, about ten megabytes. */
const MAX_TOKENS = 10_000;

const NO_SCOPES: ReadonlySet<string> = new Set();

/** Caches verified tokens until they expire. Their clients are looked up each time, so that changes hold at once. */
export const createMemberAuthenticator = (deps: AuthenticatorDeps): MemberAuthenticator => {
  const { store, linking, memberTier } = deps;
  const tokens = new BoundedMap<IdToken>(MAX_TOKENS);

  const personOf = (token: string): Person | undefined => {
    const found = tokens.get(token);
    if (found === undefined || store.clock.now() < found.expiresAt) return found?.person;
    tokens.delete(token);
    return undefined;
  };

  const clientOf = (read: Read, { issuer, subject }: Person) => {
    const link = linkedClient(read, issuer, subject);
    return link?.status === 'archived' ? undefined : link;
  };

  const noClientReason = (read: Read, person: Person): NoClientReason =>
    linkedClient(read, person.issuer, person.subject) === undefined
      ? linking.noClientReason(read, person)
      : 'client_archived';

  const callerOf = (read: Read, person: Person): Caller => {
    const client = clientOf(read, person);
    return {
      credentialId: client?.linkId ?? `${person.issuer} ${person.subject}`,
      kind: 'member',
      scopes: NO_SCOPES,
      siteIds: null,
      tier: memberTier(read),
      ...(client === undefined ? { noClientReason: noClientReason(read, person) } : { clientId: client.clientId }),
    };
  };

  const linkClient = async (person: Person, siteId: string): Promise<void> => {
    const read = store.view();
    if (linkedClient(read, person.issuer, person.subject) !== undefined) return;
    if (!isActiveSite(read, siteId) || !linking.canLink(read, person, siteId)) return;
    await store.write((tx) => linking.link(tx, person, siteId));
  };

  const verifiedPerson = async (token: string): Promise<Person> => {
    const idToken = await deps.verify(token);
    tokens.set(token, idToken);
    return idToken.person;
  };

  return {
    isCached(token) {
      const person = personOf(token);
      return person !== undefined && clientOf(store.view(), person) !== undefined;
    },
    cached(token) {
      const person = personOf(token);
      return person === undefined ? undefined : callerOf(store.view(), person);
    },
    async verify(token, siteId) {
      const person = personOf(token) ?? (await verifiedPerson(token));
      if (siteId !== null) await linkClient(person, siteId);
      return callerOf(store.view(), person);
    },
  };
};

import type { Read, Tx } from '../../database/database.ts';
import type { Store } from '../../database/store.ts';
import type { Caller } from '../../kernel/caller.ts';
import { forbidden, invalidParam } from '../../kernel/problem.ts';
import type { Tier } from '../../kernel/tier.ts';
import { isActiveSite, linkedClient } from '../lookups.ts';
import { TokenCache } from '../token-cache.ts';
import type { IdToken, Person } from './id-tokens.ts';

/** How somebody who signs in for the first time becomes a member. The family of member links fills it. */
export interface MemberLinking {
  /** Whether `link` would find or make a client. */
  isPossible(read: Read, person: Person, siteId: string): boolean;
  /** Links the person to its client, which is made where settings allow that. Twice is the same as once. */
  link(tx: Tx, person: Person, siteId: string): void;
}

interface SignInDeps {
  readonly store: Store;
  readonly verify: (token: string) => Promise<IdToken>;
  readonly linking: MemberLinking;
  readonly memberTier: (read: Read) => Tier;
}

/** Tells which member an ID token is of. */
export interface SignIn {
  /** Whether `caller` can tell at once. */
  isKnown(token: string): boolean;
  /**
   * Verifies a token, links its person at the first use of it, and tells who that is.
   * @throws Problem 401 `token_invalid` or `token_expired`, 503 when the provider or the database is away.
   */
  learn(token: string, siteId: string | null): Promise<Caller>;
  /** The member; without a `clientId` where nobody knows the person. Undefined for a token that is not known. */
  caller(token: string): Caller | undefined;
}

const NO_SCOPES: ReadonlySet<string> = new Set();

/** Verified tokens are remembered; whose client they are is looked up each time, so that a change holds at once. */
export const createSignIn = ({ store, verify, linking, memberTier }: SignInDeps): SignIn => {
  const people = new TokenCache<Person>();

  const clientOf = (read: Read, { issuer, subject }: Person) => {
    const link = linkedClient(read, issuer, subject);
    return link === undefined || link.status === 'archived' ? undefined : link;
  };

  const callerOf = (read: Read, person: Person): Caller => {
    const client = clientOf(read, person);
    return {
      credentialId: client?.linkId ?? `${person.issuer} ${person.subject}`,
      kind: 'member',
      scopes: NO_SCOPES,
      siteIds: null,
      tier: memberTier(read),
      ...(client === undefined ? {} : { clientId: client.clientId }),
    };
  };

  const linkClient = async (person: Person, siteId: string): Promise<void> => {
    const read = store.view();
    if (linkedClient(read, person.issuer, person.subject) !== undefined) return;
    if (!isActiveSite(read, siteId) || !linking.isPossible(read, person, siteId)) return;
    await store.write((tx) => linking.link(tx, person, siteId));
  };

  return {
    isKnown(token) {
      const read = store.view();
      const person = people.get(token, read.nowMs);
      return person !== undefined && clientOf(read, person) !== undefined;
    },
    async learn(token, siteId) {
      let person = people.get(token, store.clock.now());
      if (person === undefined) {
        const { person: verified, expiresAt } = await verify(token);
        people.set(token, verified, expiresAt);
        person = verified;
      }
      if (siteId !== null) await linkClient(person, siteId);
      return callerOf(store.view(), person);
    },
    caller(token) {
      const read = store.view();
      const person = people.get(token, read.nowMs);
      return person === undefined ? undefined : callerOf(read, person);
    },
  };
};

const siteRequired = (siteId: string | null) =>
  invalidParam(
    'X-Site-ID',
    siteId === null
      ? 'Send the id of the site in the header X-Site-ID.'
      : `There is no active site with the id '${siteId}'. Send the id of an active site in the header X-Site-ID.`,
    'site_required',
  );

const memberNotFound = () =>
  forbidden(
    'The token is valid, but no client of this studio belongs to it. Ask the studio to enter the email address that ' +
      'the sign-in provider has verified, or to link the two by POST /manage/member-links.',
    'member_not_found',
  );

/**
 * The member at the site that the request names.
 * @throws Problem 400 `site_required`; 403 `member_not_found` where the person is no client, or one who was archived.
 */
export const memberAtSite = (read: Read, caller: Caller, siteId: string | null): Caller => {
  if (siteId === null || !isActiveSite(read, siteId)) throw siteRequired(siteId);
  if (caller.clientId === undefined) throw memberNotFound();
  return { ...caller, siteId };
};

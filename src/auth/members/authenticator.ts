import type { Read, Tx } from '../../database/database.ts';
import type { Store } from '../../database/store.ts';
import { BoundedMap } from '../../kernel/bounded-map.ts';
import type { NoClientReason, SignedIn } from '../../kernel/caller.ts';
import { withOrigin } from '../../kernel/origin.ts';
import type { Tier } from '../../kernel/tier.ts';
import { sessionEnded, tokenExpired } from '../errors.ts';
import { isActiveSite, linkedClient } from '../lookups.ts';
import type { IdToken, Person } from './id-tokens.ts';
import { completeIdToken, isIncomplete } from './user-info.ts';

/** Who links a person to their client, for the event log. The client may be new. */
const SIGN_IN = { actor: 'sign-in', requestId: null };

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
  /** Whether studiod itself is an issuer. */
  readonly isOwn: (issuer: string) => boolean;
}

interface SignIn {
  readonly siteId: string | null;
  /** The provider's access token, for claims that are not in the ID token. */
  readonly accessToken: string | null;
}

export interface VerifiedMember {
  readonly caller: SignedIn;
  readonly idToken: IdToken;
}

/** A token is verified again after this time, ms: the provider may have withdrawn its key. */
const VERDICT_AGE = 600_000;
/** How many verified tokens are cached, about ten megabytes. */
const MAX_TOKENS = 10_000;
/** How many access tokens that did not help are remembered. */
const MAX_FAILURES = 1_000;
/** After this time the provider is asked again with an access token that did not help, ms. */
const FAILURE_AGE = 5_000;

const NO_SCOPES: ReadonlySet<string> = new Set();

/** Caches verified tokens for ten minutes, or until their keys change or they expire. Their clients are looked up each time, so that changes take effect immediately. */
export const createMemberAuthenticator = (deps: AuthenticatorDeps) => {
  const { store, linking, memberTier, isOwn } = deps;
  const tokens = new BoundedMap<IdToken>(MAX_TOKENS);

  /** The requests for claims in progress, by ID token: never more than one for each. */
  const completing = new Map<string, Promise<Person>>();
  const failures = new BoundedMap<{ readonly accessToken: string; readonly error: unknown; readonly at: number }>(
    MAX_FAILURES,
  );

  /** Whether the session continues for which a token was issued. */
  const isLive = (read: Read, { provider, person }: IdToken): boolean =>
    provider.isLive?.(read, person.sessionId) ?? true;

  const cached = (token: string): IdToken | undefined => {
    const found = tokens.get(token);
    if (found === undefined) return undefined;
    const now = store.clock.now();
    const age = now - found.verifiedAt;
    const isCurrent = age >= 0 && age < VERDICT_AGE && found.keySet === found.provider.keySet();
    if (isCurrent && now < found.expiresAt && isLive(store.readShared(), found)) return found;
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

  const signedIn = (read: Read, person: Person): SignedIn => {
    const client = clientOf(read, person);
    return {
      ...(isOwn(person.issuer) && person.sessionId !== undefined ? { deviceId: person.sessionId } : {}),
      credentialId: client?.linkId ?? `${person.issuer} ${person.subject}`,
      kind: 'signed-in',
      scopes: NO_SCOPES,
      siteIds: null,
      tier: memberTier(read),
      client: client === undefined ? { reason: noClientReason(read, person) } : { id: client.clientId },
    };
  };

  const verified = async (token: string): Promise<IdToken> => {
    const idToken = await deps.verify(token);
    if (!isLive(store.readShared(), idToken)) throw sessionEnded();
    tokens.set(token, idToken);
    return idToken;
  };

  const complete = async (token: string, idToken: IdToken, accessToken: string): Promise<Person> => {
    const failure = failures.get(token);
    const age = store.clock.now() - (failure?.at ?? 0);
    if (failure?.accessToken === accessToken && age >= 0 && age < FAILURE_AGE) throw failure.error;
    try {
      const completed = await completeIdToken(idToken, accessToken);
      tokens.set(token, completed);
      failures.delete(token);
      return completed.person;
    } catch (error) {
      failures.set(token, { accessToken, error, at: store.clock.now() });
      throw error;
    }
  };

  const completePerson = (token: string, idToken: IdToken, accessToken: string | null): Person | Promise<Person> => {
    if (accessToken === null || !isIncomplete(idToken)) return idToken.person;
    const current =
      completing.get(token) ?? complete(token, idToken, accessToken).finally(() => completing.delete(token));
    completing.set(token, current);
    return current;
  };

  /** The person of a token, who is linked to a client where that is possible. */
  const signIn = async (token: string, idToken: IdToken, { siteId, accessToken }: SignIn): Promise<Person> => {
    const { issuer, subject } = idToken.person;
    const isLinked = linkedClient(store.readShared(), issuer, subject) !== undefined;
    if (isLinked || siteId === null || !isActiveSite(store.readShared(), siteId)) return idToken.person;
    const person = await completePerson(token, idToken, accessToken);
    if (linking.canLink(store.readShared(), person, siteId)) {
      await withOrigin(SIGN_IN, () => store.write((tx) => linking.link(tx, person, siteId)));
    }
    return person;
  };

  return {
    isCached(token: string): boolean {
      const person = cached(token)?.person;
      return person !== undefined && clientOf(store.readShared(), person) !== undefined;
    },
    /** The member of a token that is in the cache; with the reason where the person is linked to no client. */
    cached(token: string): VerifiedMember | undefined {
      const idToken = cached(token);
      return idToken === undefined ? undefined : { caller: signedIn(store.readShared(), idToken.person), idToken };
    },
    /**
     * Verifies a token, and links its person to a client at the first use.
     * @throws Problem 401 `token_invalid` or `token_expired`, 503 when the provider or the database is unavailable.
     */
    async verify(token: string, sent: SignIn): Promise<VerifiedMember> {
      const given = cached(token) ?? (await verified(token));
      const idToken = { ...given, person: await signIn(token, given, sent) };
      return { caller: signedIn(store.readShared(), idToken.person), idToken };
    },
    /**
     * The member of a verified token, looked up in `read`.
     * @throws Problem 401 `token_expired` or `session_ended`.
     */
    authenticateIn(read: Read, idToken: IdToken): SignedIn {
      if (read.nowMs >= idToken.expiresAt) throw tokenExpired();
      if (!isLive(read, idToken)) throw sessionEnded();
      return signedIn(read, idToken.person);
    },
  };
};

export type MemberAuthenticator = ReturnType<typeof createMemberAuthenticator>;

import type { MemberLinking } from '../../auth/members/authenticator.ts';
import type { Person } from '../../auth/members/id-tokens.ts';
import { normalizeIssuer } from '../../auth/members/issuer.ts';
import { isSignUpPending } from '../../auth/members/own/sign-ups.ts';
import type { Read, Tx } from '../../database/database.ts';
import { normalizeStrings } from '../../http/body.ts';
import { validatorFor } from '../../http/validation.ts';
import type { Caller } from '../../kernel/caller.ts';
import { isSeen } from '../../kernel/plain-text.ts';
import type { Detail } from '../../kernel/problem.ts';
import { createClient } from '../clients/clients.ts';
import { holderOfEmail } from '../clients/queries.ts';
import { Client, type ClientRow } from '../clients/record.ts';
import { CreateClient, type CreateClientBody } from '../clients/shapes.ts';
import { membershipSettings } from '../settings/queries.ts';
import { insertMemberLink } from './member-links.ts';
import { linkOfSubject } from './queries.ts';

const NEW_CLIENT = validatorFor(CreateClient);

/** The caller who makes the client of a person who signs up, without any scopes. */
export const SELF_SIGN_UP: Caller = {
  credentialId: 'self sign-up',
  kind: 'business',
  scopes: new Set(),
  siteIds: null,
  tier: 'basic',
};

const MAX_NAME_LENGTH = 100;

/** A claim as a body would have it: trimmed and in NFC; undefined where a body may not have it, or nothing of it is seen. */
const cleaned = (claim: string | undefined): string | undefined => {
  const problems: Detail[] = [];
  const text = normalizeStrings(claim, problems);
  return problems.length === 0 && typeof text === 'string' && isSeen(text) ? text : undefined;
};

/** A name on one line, cut between characters where it is too long. */
const cut = (name: string): string => Array.from(name).slice(0, MAX_NAME_LENGTH).join('').trim();

/** The first of the candidates that a client can have as a name; undefined when there is none. */
const nameFrom = (...candidates: readonly (string | undefined)[]): string | undefined => {
  const name = candidates.map((each) => cleaned(each?.replace(/\s+/gu, ' '))).find((each) => each !== undefined);
  return name && cut(name);
};

/** The new client of a person; undefined where the ID token lacks an email, or a value that a client may not have. */
const clientFrom = (person: Person, siteId: string): CreateClientBody | undefined => {
  const { firstName, lastName, name } = person;
  const email = cleaned(person.email);
  if (email === undefined) return undefined;
  const [first, ...rest] = (name ?? '').trim().split(/\s+/u);
  const body = {
    firstName: nameFrom(firstName, first, email.slice(0, email.indexOf('@'))) ?? '-',
    lastName: nameFrom(lastName, rest.join(' ')) ?? '',
    email,
    homeLocationId: siteId,
    leadSource: 'self sign-up',
  };
  return NEW_CLIENT.isValid(body) ? body : undefined;
};

const clientOf = (read: Read, person: Person): ClientRow | undefined => {
  const email = cleaned(person.email);
  const id = email === undefined ? undefined : holderOfEmail(read, email);
  return id === undefined ? undefined : Client.rows.find(read, id);
};

/**
 * Conventions.md "Credentials": the verified email decides; where settings allow it, a new person becomes a client.
 * @param isOwn whether studiod is the issuer: its subjects are ids of clients, whatever their emails are now.
 */
export const linkingOf = (isOwn: (issuer: string) => boolean): MemberLinking => {
  const found = (read: Read, person: Person): ClientRow | undefined =>
    isOwn(person.issuer) ? Client.rows.find(read, person.subject) : clientOf(read, person);

  const canLink = (read: Read, person: Person, siteId: string): boolean => {
    const client = found(read, person);
    if (client !== undefined) return client.status !== 'archived' && !isSignUpPending(read, client.id);
    if (isOwn(person.issuer) || person.email === undefined) return false;
    return membershipSettings(read, siteId).selfSignUp && clientFrom(person, siteId) !== undefined;
  };

  return {
    canLink,
    noClientReason(read, person) {
      if (person.email === undefined) return 'email_not_verified';
      const client = found(read, person);
      if (client?.status === 'archived') return 'client_archived';
      const isPending = client !== undefined && isSignUpPending(read, client.id);
      return isPending ? 'approval_pending' : 'no_client_with_email';
    },
    link(tx, person, siteId) {
      const { issuer, subject } = person;
      if (linkOfSubject(tx, issuer, subject) !== undefined || !canLink(tx, person, siteId)) return;
      const body = clientFrom(person, siteId);
      const clientId = found(tx, person)?.id ?? (body && createClient(tx, SELF_SIGN_UP, body).id);
      if (clientId !== undefined) insertMemberLink(tx, { clientId, issuer, subject });
    },
  };
};

/** Links a client to studiod as the issuer, if they are not. */
export const linkOwn = (tx: Tx, rootUrl: string, clientId: string): void => {
  const issuer = normalizeIssuer(rootUrl);
  if (linkOfSubject(tx, issuer, clientId) === undefined) insertMemberLink(tx, { clientId, issuer, subject: clientId });
};

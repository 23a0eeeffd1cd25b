import type { MemberLinking } from '../../auth/members/authenticator.ts';
import type { Person } from '../../auth/members/id-tokens.ts';
import type { Read } from '../../database/database.ts';
import { normalizeStrings } from '../../http/body.ts';
import { validatorFor } from '../../http/validation.ts';
import type { Caller } from '../../kernel/caller.ts';
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
const SELF_SIGN_UP: Caller = {
  credentialId: 'self sign-up',
  kind: 'business',
  scopes: new Set(),
  siteIds: null,
  tier: 'basic',
};

const MAX_NAME_LENGTH = 100;

/** A claim as a body would have it: trimmed and in NFC; undefined where a body may not have it, or it is empty. */
const cleaned = (claim: string | undefined): string | undefined => {
  const problems: Detail[] = [];
  const text = normalizeStrings(claim, problems);
  return problems.length === 0 && typeof text === 'string' && text !== '' ? text : undefined;
};

/** A name on one line, cut between characters where it is too long. */
const cut = (name: string): string => Array.from(name).slice(0, MAX_NAME_LENGTH).join('').trim();

/** The first of the candidates that a client can have as a name; `-` when there is none. */
const nameFrom = (...candidates: readonly (string | undefined)[]): string =>
  cut(candidates.map((each) => cleaned(each?.replace(/\s+/gu, ' '))).find((each) => each !== undefined) ?? '-');

/** The new client of a person; undefined where the ID token lacks an email, or a value that a client may not have. */
const clientFrom = (person: Person, siteId: string): CreateClientBody | undefined => {
  const { firstName, lastName, name } = person;
  const email = cleaned(person.email);
  if (email === undefined) return undefined;
  const [first, ...rest] = (name ?? '').trim().split(/\s+/u);
  const body = {
    firstName: nameFrom(firstName, first, email.slice(0, email.indexOf('@'))),
    lastName: nameFrom(lastName, rest.join(' ')),
    email,
    homeLocationId: siteId,
    leadSource: 'self sign-up',
  };
  return NEW_CLIENT.isValid(body) ? body : undefined;
};

/** The client with the verified email of a person. */
const clientOf = (read: Read, person: Person): ClientRow | undefined => {
  const email = cleaned(person.email);
  const id = email === undefined ? undefined : holderOfEmail(read, email);
  return id === undefined ? undefined : Client.rows.find(read, id);
};

/** Conventions.md "Credentials": the verified email decides; where settings allow it, a new person becomes a client. */
export const linking: MemberLinking = {
  canLink(read, person, siteId) {
    if (person.email === undefined) return false;
    const client = clientOf(read, person);
    if (client !== undefined) return client.status !== 'archived';
    return membershipSettings(read, siteId).selfSignUp && clientFrom(person, siteId) !== undefined;
  },
  noClientReason(read, person) {
    if (person.email === undefined) return 'email_not_verified';
    return clientOf(read, person)?.status === 'archived' ? 'client_archived' : 'no_client_with_email';
  },
  link(tx, person, siteId) {
    const { issuer, subject } = person;
    if (linkOfSubject(tx, issuer, subject) !== undefined || !linking.canLink(tx, person, siteId)) return;
    const body = clientFrom(person, siteId);
    const clientId = clientOf(tx, person)?.id ?? (body && createClient(tx, SELF_SIGN_UP, body).id);
    if (clientId !== undefined) insertMemberLink(tx, { clientId, issuer, subject });
  },
};

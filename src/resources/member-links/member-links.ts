import type { Person } from '../../auth/members/id-tokens.ts';
import { plainIssuer } from '../../auth/members/issuer.ts';
import type { MemberLinking } from '../../auth/members/sign-in.ts';
import type { Read, Tx } from '../../database/database.ts';
import type { MemberLinkRow } from '../../database/tables/member-links.ts';
import { checked } from '../../http/validation.ts';
import { type Caller, reachesSite } from '../../kernel/caller.ts';
import { invalidParam, missingResource, notFound } from '../../kernel/problem.ts';
import { createClient } from '../clients/clients.ts';
import { clientById } from '../clients/queries.ts';
import { CreateClient, type CreateClientBody } from '../clients/shapes.ts';
import { membershipSettings } from '../settings/queries.ts';
import { clientOfEmail, deleteLink, linkOf, linkRows } from './queries.ts';
import type { CreateMemberLinkBody } from './shapes.ts';

const reachesClient = (read: Read, caller: Caller, clientId: string): boolean => {
  const client = clientById(read, clientId);
  return client !== undefined && reachesSite(caller, client.homeLocationId);
};

/** @throws Problem 404 when there is no such link or the caller may not see its client. */
export const findLink = (read: Read, caller: Caller, id: string): MemberLinkRow => {
  const row = linkRows.find(read, id);
  if (row === undefined || !reachesClient(read, caller, row.clientId)) throw notFound('member link', id);
  return row;
};

const insertLink = (tx: Tx, clientId: string, issuer: string, subject: string): MemberLinkRow => {
  const row: MemberLinkRow = { id: tx.id(), clientId, issuer, subject, createdAt: tx.now, updatedAt: tx.now };
  linkRows.insert(tx, row);
  return row;
};

/**
 * Says which client a subject of an issuer is; what is said already stays as it is.
 * @throws Problem 400 when there is no such client, or the subject is another one.
 */
export const linkMember = (tx: Tx, caller: Caller, body: CreateMemberLinkBody): MemberLinkRow => {
  if (!reachesClient(tx, caller, body.clientId)) throw missingResource('clientId', 'client', body.clientId);
  const issuer = plainIssuer(body.issuer);
  const known = linkOf(tx, issuer, body.subject);
  if (known === undefined) return insertLink(tx, body.clientId, issuer, body.subject);
  if (known.clientId === body.clientId) return known;
  throw invalidParam(
    'subject',
    `This subject is linked to another client by the link '${known.id}'. Delete that link first.`,
  );
};

/** Ends a link; at the next sign-in the verified email decides anew. */
export const unlinkMember = (tx: Tx, row: MemberLinkRow): void => deleteLink(tx, row.id);

const NEW_CLIENT = checked(CreateClient);

/** Whoever signs up has no rights of a credential, and makes one client: the own one. */
const NEWCOMER: Caller = {
  credentialId: 'self sign-up',
  kind: 'member',
  scopes: new Set(),
  siteIds: null,
  tier: 'basic',
};

const LONGEST_NAME = 100;

const nameFrom = (...candidates: readonly (string | undefined)[]): string => {
  const found = candidates.map((each) => each?.replace(/\s+/gu, ' ').trim()).find((each) => each);
  return (found ?? '-').slice(0, LONGEST_NAME).trim();
};

/** The client that a person becomes; undefined where the provider tells too little, or tells what no client can be. */
const newcomer = ({ email, firstName, lastName, name }: Person, siteId: string): CreateClientBody | undefined => {
  if (email === undefined) return undefined;
  const [first, ...rest] = (name ?? '').trim().split(/\s+/u);
  const body = {
    firstName: nameFrom(firstName, first, email.slice(0, email.indexOf('@'))),
    lastName: nameFrom(lastName, rest.join(' ')),
    email,
    homeLocationId: siteId,
    leadSource: 'self sign-up',
  };
  return NEW_CLIENT.fits(body) ? body : undefined;
};

const mayJoin = (read: Read, person: Person, siteId: string): boolean =>
  membershipSettings(read, siteId).selfSignUp && newcomer(person, siteId) !== undefined;

/** Conventions.md "Credentials": the verified email decides, and where settings allow it a newcomer becomes a client. */
export const linking: MemberLinking = {
  isPossible(read, person, siteId) {
    if (person.email === undefined) return false;
    const client = clientOfEmail(read, person.email);
    return client === undefined ? mayJoin(read, person, siteId) : client.status !== 'archived';
  },
  link(tx, person, siteId) {
    if (linkOf(tx, person.issuer, person.subject) !== undefined || !linking.isPossible(tx, person, siteId)) return;
    const known = clientOfEmail(tx, person.email ?? '');
    const body = newcomer(person, siteId);
    const clientId = known?.id ?? (body && createClient(tx, NEWCOMER, body).id);
    if (clientId !== undefined) insertLink(tx, clientId, person.issuer, person.subject);
  },
};

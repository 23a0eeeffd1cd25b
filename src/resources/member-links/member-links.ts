import { normalizeIssuer } from '../../auth/members/issuer.ts';
import { type CreateMemberLinkBody, MemberLink, type MemberLinkRow } from '../../auth/members/record.ts';
import type { Tx } from '../../database/database.ts';
import type { Caller } from '../../kernel/caller.ts';
import { invalidParam, missingResource } from '../../kernel/problem.ts';
import { requireNotErased } from '../../records/erased.ts';
import { linkOfSubject, reachesClient } from './queries.ts';

/** Stores a link; `issuer` has no slash at its end. */
export const insertMemberLink = (tx: Tx, body: CreateMemberLinkBody): MemberLinkRow => {
  const row = MemberLink.make(tx, body, {});
  MemberLink.rows.insert(tx, row);
  return row;
};

/**
 * Links a subject of an issuer to a client. An existing link to the same client stays as it is.
 * @throws Problem 400 when there is no such client, or the subject is linked to another one, by a link that is named to
 *   who may see it; 409 `client_erased`.
 */
export const linkMember = (tx: Tx, caller: Caller, body: CreateMemberLinkBody): MemberLinkRow => {
  if (!reachesClient(tx, caller, body.clientId)) throw missingResource('clientId', 'client', body.clientId);
  requireNotErased(tx, body.clientId, 'Link another client.');
  const issuer = normalizeIssuer(body.issuer);
  const current = linkOfSubject(tx, issuer, body.subject);
  if (current === undefined) return insertMemberLink(tx, { ...body, issuer });
  if (current.clientId === body.clientId) return current;
  const advice = reachesClient(tx, caller, current.clientId)
    ? ` by the link '${current.id}'. Delete that link first.`
    : '. Send another subject.';
  throw invalidParam('subject', `This subject is linked to another client${advice}`);
};

/** Deletes a link. At the next request of the member the verified email decides again. */
export const unlinkMember = (tx: Tx, row: MemberLinkRow): void => {
  tx.db.query('delete from "memberLinks" where "id" = ?').run(row.id);
};

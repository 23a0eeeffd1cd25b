import { normalizeIssuer } from '../../auth/members/issuer.ts';
import { type CreateMemberLinkBody, MemberLink, type MemberLinkRow } from '../../auth/members/record.ts';
import type { Tx } from '../../database/database.ts';
import { type Caller, requireScope } from '../../kernel/caller.ts';
import { invalidParam, missingResource } from '../../kernel/problem.ts';
import { requireNotErased } from '../../records/erased.ts';
import { linkOfSubject, reachesClient } from './queries.ts';

const LET_IN = 'update "clients" set "hasSignedIn" = 1 where "id" = ? and "hasSignedIn" = 0';

/** Whoever makes a link lets someone in as the client. @throws Problem 403 `permission_denied` without `members:act`. */
export const requireLinking = (caller: Caller): void => requireScope(caller, 'members:act');

/** Stores a link; `issuer` has no slash at its end. From then on someone may sign in as the client. */
export const insertMemberLink = (
  tx: Tx,
  body: CreateMemberLinkBody,
  given: Partial<MemberLinkRow> = {},
): MemberLinkRow => {
  const row = { ...MemberLink.make(tx, body, {}), ...given };
  MemberLink.rows.insert(tx, row);
  tx.db.query(LET_IN).run(row.clientId);
  return row;
};

/**
 * Links a subject of an issuer to a client. An existing link to the same client stays as it is.
 * @throws Problem 400 when there is no such client, or the subject is linked to another one, by a link that is named to
 *   who may see it; 403 without `members:act`; 409 `client_erased`.
 */
export const linkMember = (tx: Tx, caller: Caller, body: CreateMemberLinkBody): MemberLinkRow => {
  requireLinking(caller);
  if (!reachesClient(tx, caller, body.clientId)) throw missingResource('clientId', 'client', body.clientId);
  requireNotErased(tx, body.clientId, 'Link another client.');
  const issuer = normalizeIssuer(body.issuer);
  const current = linkOfSubject(tx, issuer, body.subject);
  if (current === undefined) return insertMemberLink(tx, { ...body, issuer });
  if (current.clientId === body.clientId) return current;
  const advice = reachesClient(tx, caller, current.clientId)
    ? ` with the link '${current.id}'. Delete that link first.`
    : '. Send another subject.';
  throw invalidParam('subject', `This subject is linked to another client${advice}`, { reason: 'already_used' });
};

/** Deletes a link. At the next request of the member the verified email decides again. */
export const unlinkMember = (tx: Tx, row: MemberLinkRow): void => {
  tx.db.query('delete from "memberLinks" where "id" = ?').run(row.id);
};

import { normalizeIssuer } from '../../../../auth/members/issuer.ts';
import { MemberLink } from '../../../../auth/members/record.ts';
import type { Tx } from '../../../../database/database.ts';
import type { Caller } from '../../../../kernel/caller.ts';
import { invalidParam } from '../../../../kernel/problem.ts';
import { object, optional, type Static } from '../../../../kernel/schemas.ts';
import { requireNotErased } from '../../../../records/erased.ts';
import { insertMemberLink, requireLinking } from '../../../member-links/member-links.ts';
import { findMemberLink, linkOfSubject, reachesClient } from '../../../member-links/queries.ts';
import { clientReference, identityFields } from '../../shapes.ts';
import { atCreation, utc } from '../dates.ts';
import { importFamily } from '../family.ts';
import { finderOf, idOf, required } from '../identity.ts';
import { clientOf } from '../references.ts';

const { issuer, subject } = MemberLink.create.properties;

const ImportMemberLink = object(() => ({
  ...identityFields,
  ...clientReference,
  issuer: optional(issuer),
  subject: optional(subject),
}));

type Row = Static<typeof ImportMemberLink>;

const find = finderOf(MemberLink.rows.find, undefined, [
  'subject',
  (read, { issuer, subject }: Row, caller) => {
    if (issuer === undefined || subject === undefined) return undefined;
    const found = linkOfSubject(read, normalizeIssuer(issuer), subject);
    return found !== undefined && reachesClient(read, caller, found.clientId) ? found : undefined;
  },
]);

const create = (tx: Tx, caller: Caller, row: Row): string => {
  requireLinking(caller);
  const { id: clientId } = clientOf(tx, caller, row);
  requireNotErased(tx, clientId, 'Leave the row out.');
  const at = atCreation(tx, row.createdAt);
  const { subject, ...sent } = required({ issuer: row.issuer, subject: row.subject }, 'Send it.');
  const issuer = normalizeIssuer(sent.issuer);
  if (linkOfSubject(tx, issuer, subject) !== undefined) {
    throw invalidParam('subject', 'This subject is linked to another client. Leave the row out, or correct it.', {
      reason: 'not_accepted',
    });
  }
  const own = { id: idOf(tx, row.id), updatedAt: utc(row.updatedAt) ?? at.now };
  return insertMemberLink(at, { issuer, subject, clientId }, own).id;
};

/** Member links are identified by id, or by issuer and subject. */
export const importMemberLinks = importFamily(ImportMemberLink, {
  rights: { create: ['createMemberLink'], update: ['createMemberLink'] },
  find,
  create,
  reach: (tx, caller, { id }) => findMemberLink(tx, caller, id),
  shown: (_tx, record) => MemberLink.view(record),
});

import type { MemberLinkRow } from '../../database/tables/member-links.ts';
import type { MemberLinkWire } from './shapes.ts';

export const memberLinkView = (row: MemberLinkRow): MemberLinkWire => ({
  id: row.id,
  object: 'member_link',
  clientId: row.clientId,
  issuer: row.issuer,
  subject: row.subject,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
});

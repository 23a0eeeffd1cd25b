import { Type } from '@sinclair/typebox';
import { deletedShape, line, url } from '../../kernel/schemas.ts';
import * as field from '../../records/fields.ts';
import { type CreateOf, type RowOf, record } from '../../records/record.ts';

const issuer = Type.String({ description: "The provider's URL, without a trailing slash." });
const subject = Type.String({ description: "The provider's ID for the person: `sub` in the ID token." });

/** The client of a person who signs in by a provider (management.md). */
export const MemberLink = record('member_link', 'memberLinks', () => ({
  clientId: field.id(),
  issuer: field.text(url()).shownAs(issuer),
  subject: field.text(line(255)).shownAs(subject),
}));

export const DeletedMemberLink = deletedShape('member_link', {});

export type MemberLinkRow = RowOf<typeof MemberLink>;
export type CreateMemberLinkBody = CreateOf<typeof MemberLink>;

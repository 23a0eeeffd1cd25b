import { type Static, Type } from '@sinclair/typebox';
import { deletedShape, id, line, listOf, recordFields, shape, url } from '../../kernel/schemas.ts';

/** Which client a person is who signs in (manage.md). */
export const MemberLink = shape('MemberLink', {
  ...recordFields('member_link'),
  clientId: id(),
  issuer: Type.String({ description: 'The address of the provider, without a slash at its end.' }),
  subject: Type.String({ description: "The provider's id of the person: `sub` in the ID token." }),
});

export const CreateMemberLink = shape('CreateMemberLinkRequest', { clientId: id(), issuer: url(), subject: line(255) });

export const MemberLinkList = listOf(MemberLink);

export const DeletedMemberLink = deletedShape('member_link', {});

export type MemberLinkWire = Static<typeof MemberLink>;
export type CreateMemberLinkBody = Static<typeof CreateMemberLink>;

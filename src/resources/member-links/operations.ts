import { DeletedMemberLink, MemberLink } from '../../auth/members/record.ts';
import { businessOperations } from '../../http/operations/declare.ts';
import { like } from '../../http/operations/example.ts';
import { id, optional } from '../../kernel/schemas.ts';
import { MEMBER, MEMBER_LINKS } from '../demo-ids.ts';
import { linkMember, unlinkMember } from './member-links.ts';
import { findMemberLink, memberLinkPage } from './queries.ts';

const onMemberLink = { find: findMemberLink };

/** The clients of persons who sign in by a provider (management.md). */
export const memberLinkOperations = businessOperations(
  {
    tag: 'Member links',
    about: 'The links between sign-in identities and clients.',
    audited: true,
    reads: 'getMemberLink',
  },
  'manage',
  ({ list, read, write }) => [
    list(
      'GET /manage/member-links',
      'listMemberLinks',
      {
        summary: 'List member links',
        description: 'Links a subject of a sign-in provider to a client.',
        filters: { client_id: optional(id()) },
        response: MemberLink.list,
        staff: 'integrations:manage',
      },
      (read, { query, caller, page }) => ({
        page: memberLinkPage(read, page, { clientId: query.client_id }, caller.siteIds),
        view: MemberLink.view,
      }),
    ),
    write(
      'POST /manage/member-links',
      'createMemberLink',
      {
        summary: 'Link a subject of a provider to a client',
        description:
          'For members whose email at the provider differs from their email at the studio. Others are linked at their first sign-in.',
        body: MemberLink.create,
        status: 201,
        response: MemberLink.schema,
        staff: 'integrations:manage',
        sites: 'named',
        example: { body: { clientId: MEMBER, issuer: 'https://login.demo-studio.example', subject: 'user-1' } },
      },
      (tx, { caller, body }) => MemberLink.view(linkMember(tx, caller, body)),
    ),
    read(
      'GET /manage/member-links/:id',
      'getMemberLink',
      {
        summary: 'Retrieve a member link',
        description: 'A subject of a provider and its client.',
        on: onMemberLink,
        response: MemberLink.schema,
        staff: 'integrations:manage',
        example: like(MEMBER_LINKS.second, 'createMemberLink'),
      },
      (_read, { record }) => MemberLink.view(record),
    ),
    write(
      'DELETE /manage/member-links/:id',
      'deleteMemberLink',
      {
        summary: 'Delete a member link',
        description:
          'The link comes back with the next request of the member, also with the token that they have, while a client has the ' +
          'email that the provider has verified. To keep a member out, archive the client, or give the client another email ' +
          'first and then delete the link.',
        on: onMemberLink,
        response: DeletedMemberLink,
        staff: 'integrations:manage',
        example: like(MEMBER_LINKS.second, 'createMemberLink'),
      },
      (tx, { id, record }) => {
        unlinkMember(tx, record);
        return { id, object: 'member_link', deleted: true };
      },
    ),
  ],
);

import { DeletedMemberLink, MemberLink } from '../../auth/members/record.ts';
import { like } from '../../http/operations/example.ts';
import { recordOperations } from '../../http/operations/record-operations.ts';
import { id, optional } from '../../kernel/schemas.ts';
import { MEMBER, MEMBER_LINKS } from '../demo-ids.ts';
import { linkMember, unlinkMember } from './member-links.ts';
import { findMemberLink, memberLinkPage } from './queries.ts';

/** The clients of persons who sign in by a provider (management.md). */
export const memberLinkOperations = recordOperations(
  { tag: 'Member links', about: 'The links between sign-in identities and clients.' },
  'manage',
  {
    record: { ...MemberLink, find: findMemberLink },
    path: '/manage/member-links',
    names: ['member link', 'member links'],
    staff: 'integrations:manage',
    example: like(MEMBER_LINKS.second, 'createMemberLink'),
  },
  ({ list, create, retrieve, remove }) => [
    list(
      'Links a subject of a sign-in provider to a client.',
      (read, { query, caller, page }) => memberLinkPage(read, page, { clientId: query.client_id }, caller.siteIds),
      { filters: { client_id: optional(id()) } },
    ),
    create(
      'For members whose email at the provider differs from their email at the studio. Others are linked at their first sign-in. It takes the scope `members:act`, as acting for the member does.',
      linkMember,
      {
        summary: 'Link a subject of a provider to a client',
        example: { body: { clientId: MEMBER, issuer: 'https://login.demo-studio.example', subject: 'user-1' } },
      },
    ),
    retrieve('A subject of a provider and its client.'),
    remove(
      'The link comes back with the next request of the member, also with the token that they have, while a client has the ' +
        'email that the provider has verified. To keep a member out, archive the client, or give the client another email ' +
        'first and then delete the link.',
      (tx, _caller, row) => {
        unlinkMember(tx, row);
        return { id: row.id, object: 'member_link', deleted: true };
      },
      { summary: 'Delete a member link', response: DeletedMemberLink },
    ),
  ],
);

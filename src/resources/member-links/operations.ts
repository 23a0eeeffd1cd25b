import { DeletedMemberLink, MemberLink } from '../../auth/members/record.ts';
import { like } from '../../http/operations/example.ts';
import { recordOperations } from '../../http/operations/record-operations.ts';
import { id, optional } from '../../kernel/schemas.ts';
import { MEMBER, MEMBER_LINKS } from '../demo-ids.ts';
import { linkMember, unlinkMember } from './member-links.ts';
import { findMemberLink, memberLinkPage } from './queries.ts';

/** The clients of persons who sign in by a provider (management.md). */
export const memberLinkOperations = recordOperations(
  { tag: 'Member links', about: 'Links between sign-in identities and clients.' },
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
      'A member link connects a subject of a sign-in provider to a client.',
      (read, { query, caller, page }) => memberLinkPage(read, page, { clientId: query.client_id }, caller.siteIds),
      { filters: { client_id: optional(id()) } },
    ),
    create(
      'For members whose email at the provider differs from their email at the studio. Other members are linked at ' +
        'their first sign-in. Requires the scope `members:act`, as does acting for the member.',
      linkMember,
      {
        summary: "Link a provider's subject to a client",
        example: { body: { clientId: MEMBER, issuer: 'https://login.demo-studio.example', subject: 'user-1' } },
      },
    ),
    retrieve("A provider's subject and its client."),
    remove(
      "The link is created again by the member's next request, even with their existing token, as long as a client " +
        "has the email verified by the provider. To keep a member out, archive the client, or change the client's " +
        'email first and then delete the link.',
      (tx, _caller, row) => {
        unlinkMember(tx, row);
        return { id: row.id, object: 'member_link', deleted: true };
      },
      { summary: 'Delete a member link', response: DeletedMemberLink },
    ),
  ],
);

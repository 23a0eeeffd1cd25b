import { businessOperations } from '../../http/operations/declare.ts';
import { id, optional } from '../../kernel/schemas.ts';
import { findLink, linkMember, unlinkMember } from './member-links.ts';
import { linkPage } from './queries.ts';
import { CreateMemberLink, DeletedMemberLink, MemberLink, MemberLinkList } from './shapes.ts';
import { memberLinkView } from './view.ts';

const onLink = { find: findLink };

/** Which client a person is who signs in (manage.md). */
export const memberLinkOperations = businessOperations('Member links', 'manage', ({ list, read, write }) => [
  list(
    'GET /manage/member-links',
    'listMemberLinks',
    {
      summary: 'List who signs in as which client',
      filters: { client_id: optional(id()) },
      answer: MemberLinkList,
      staff: 'integrations:manage',
    },
    (read, { query, caller: { siteIds }, page }) => ({
      page: linkPage(read, page, {
        clientId: query.client_id,
        reachable: siteIds === null ? undefined : JSON.stringify(siteIds),
      }),
      view: memberLinkView,
    }),
  ),
  write(
    'POST /manage/member-links',
    'createMemberLink',
    {
      summary: 'Link a subject of a provider to a client',
      body: CreateMemberLink,
      status: 201,
      answer: MemberLink,
      staff: 'integrations:manage',
      sites: 'named',
    },
    (tx, { caller, body }) => memberLinkView(linkMember(tx, caller, body)),
  ),
  read(
    'GET /manage/member-links/:id',
    'getMemberLink',
    { summary: 'Retrieve a member link', on: onLink, answer: MemberLink, staff: 'integrations:manage' },
    (_read, { record }) => memberLinkView(record),
  ),
  write(
    'DELETE /manage/member-links/:id',
    'deleteMemberLink',
    { summary: 'End a member link', on: onLink, answer: DeletedMemberLink, staff: 'integrations:manage' },
    (tx, { id, record }) => {
      unlinkMember(tx, record);
      return { id, object: 'member_link', deleted: true };
    },
  ),
]);

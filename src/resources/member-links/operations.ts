import type { AnyElysia } from 'elysia';
import type { Read } from '../../database/database.ts';
import { operations, type RouteDeps, router } from '../../http/operations.ts';
import { listAnswer, pageRequest } from '../../http/paging.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Static } from '../../kernel/schemas.ts';
import { findLink, linkMember, unlinkMember } from './member-links.ts';
import { linkPage } from './queries.ts';
import { CreateMemberLink, DeletedMemberLink, MemberLink, MemberLinkList, MemberLinkQuery } from './shapes.ts';
import { memberLinkView } from './view.ts';

const listLinks = (read: Read, query: Static<typeof MemberLinkQuery>, { siteIds }: Caller) => {
  const page = linkPage(read, pageRequest(query), {
    clientId: query.client_id,
    reachable: siteIds === null ? undefined : JSON.stringify(siteIds),
  });
  return listAnswer('/manage/member-links', page, memberLinkView);
};

export const memberLinkRoutes = (deps: RouteDeps): AnyElysia => {
  const { reads, writes } = operations(deps, 'Member links');
  const isExtension = true;
  return router('/member-links')
    .get(
      '/',
      ...reads(
        {
          id: 'listMemberLinks',
          summary: 'List who signs in as which client',
          query: MemberLinkQuery,
          answer: MemberLinkList,
          refusals: [400],
          isExtension,
        },
        (read, { query, caller }) => listLinks(read, query, caller),
      ),
    )
    .post(
      '/',
      ...writes(
        {
          id: 'createMemberLink',
          summary: 'Link a subject of a provider to a client',
          body: CreateMemberLink,
          status: 201,
          answer: MemberLink,
          refusals: [400],
          isExtension,
        },
        (tx, { caller, body }) => memberLinkView(linkMember(tx, caller, body)),
      ),
    )
    .get(
      '/:id',
      ...reads(
        { id: 'getMemberLink', summary: 'Retrieve a member link', answer: MemberLink, refusals: [404], isExtension },
        (read, { caller, id }) => memberLinkView(findLink(read, caller, id)),
      ),
    )
    .delete(
      '/:id',
      ...writes(
        {
          id: 'deleteMemberLink',
          summary: 'End a member link',
          answer: DeletedMemberLink,
          refusals: [404],
          isExtension,
        },
        (tx, { caller, id }) => {
          unlinkMember(tx, findLink(tx, caller, id));
          return { id, object: 'member_link', deleted: true };
        },
      ),
    );
};

import type { Read } from '../../database/database.ts';
import { memberOperations } from '../../http/operations/declare.ts';
import { at, from, like } from '../../http/operations/example.ts';
import { recordOperations } from '../../http/operations/record-operations.ts';
import { flag, id, line, name, oneOf, optional } from '../../kernel/schemas.ts';
import { pageOfAll } from '../../records/pages.ts';
import { AWARDS, GRANTS, MEMBER } from '../demo-ids.ts';
import { archiveAward, createAward, updateAward } from './awards.ts';
import { dismissBanner, grantByHand, revokeGrant } from './grants.ts';
import { bannerView, findMemberAward, memberAward } from './member.ts';
import { awardPage, findGrant, grantPage, type HeldAward, heldAwards } from './queries.ts';
import { AWARD_TRIGGERS, Award, AwardGrant, type AwardRow } from './record.ts';
import { AwardBanner, DeletedAwardGrant, MemberAward, MemberAwardList } from './shapes.ts';

const earned = { path: { awardId: AWARDS.firstSteps } };
const created = like(AWARDS.helpingHand, 'createAward');

const onMemberAward = { find: findMemberAward };
const readGrant = (read: Read, awardId: string, id: string) => AwardGrant.view(findGrant(read, awardId, id));
const brand = { staff: 'awards:manage', sites: 'brand' } as const;

/** The awards of a member, and the banner of an app. */
export const memberAwardOperations = memberOperations(({ list, read, write }) => [
  list(
    'GET /v2/member/awards',
    'listAwards',
    {
      summary: 'List awards',
      description:
        'All awards that the member can earn or has earned, the newest first. Hidden awards are listed once they are earned.',
      filters: { category: optional(name()), earned: optional(flag()) },
      response: MemberAwardList,
      example: { query: { category: 'Visits' } },
    },
    (read, { caller: { clientId }, query: { category, earned }, page }) => ({
      page: awardPage(read, page, {
        category,
        visibleTo: clientId,
        heldBy: earned === true ? clientId : undefined,
        notHeldBy: earned === false ? clientId : undefined,
      }),
      view: (row: AwardRow) => memberAward(read, row, clientId),
    }),
  ),
  list(
    'GET /v2/member/awards/earned',
    'listEarnedAwards',
    {
      summary: 'List earned awards',
      description:
        'The awards of the member, the last earned first. Awards that the studio has archived stay in the list.',
      response: MemberAwardList,
    },
    (read, { caller: { clientId }, page }) => ({
      page: pageOfAll(heldAwards(read, clientId), page),
      view: ({ id }: HeldAward) => memberAward(read, findMemberAward(read, { clientId }, id), clientId),
    }),
  ),
  read(
    'GET /v2/member/awards/banner',
    'getAwardBanner',
    {
      summary: 'Retrieve the award to congratulate on',
      description: 'The last award that the member has earned in 30 days and not dismissed, or null.',
      response: AwardBanner,
    },
    (read, { caller }) => bannerView(read, caller.clientId),
  ),
  write(
    'PUT /v2/member/awards/banner/:awardId/dismiss',
    'dismissAwardBanner',
    {
      summary: 'Dismiss the banner of an award',
      description:
        'The response is the award that the banner shows next. Dismissing it again changes nothing. 404 for an award that the member has not earned.',
      on: onMemberAward,
      response: AwardBanner,
      example: earned,
    },
    (tx, { caller: { clientId }, id }) => {
      dismissBanner(tx, clientId, id);
      return bannerView(tx, clientId);
    },
  ),
  read(
    'GET /v2/member/awards/:awardId',
    'getAward',
    {
      summary: 'Retrieve an award',
      description: 'The award, and how far the member is on the way to it.',
      on: onMemberAward,
      response: MemberAward,
      example: earned,
    },
    (read, { caller, record }) => memberAward(read, record, caller.clientId),
  ),
]);

/** The awards of the brand, and who has them. */
export const awardOperations = recordOperations(
  {
    tag: 'Awards',
    about: 'What members earn by what they do, and what staff grant them.',
    reads: 'getManagedAward',
  },
  'manage',
  {
    record: Award,
    sites: 'brand',
    path: '/manage/awards',
    names: ['award', 'awards'],
    staff: 'awards:manage',
    example: created,
  },
  (usual, { list, write }) => [
    usual.list('The newest awards come first.', (read, { filters, page }) => awardPage(read, page, filters), {
      id: 'listManagedAwards',
      filters: {
        trigger: optional(oneOf(...AWARD_TRIGGERS)),
        category: optional(name()),
        external_id: optional(line(255)),
        include_archived: optional(flag()),
      },
      example: { query: { trigger: 'visits' } },
    }),
    usual.create(
      'Members who already meet the condition receive it within minutes, each with the time at which they met it.',
      createAward,
      { example: { body: { name: 'Kindness', category: 'People', trigger: 'manual', isRepeatable: true } } },
    ),
    usual.retrieve('Archived awards can be retrieved too.', { example: at(AWARDS.tenClasses) }),
    usual.update('Who has earned it keeps it. Who has earned it by the new rule gets it shortly after.', updateAward, {
      example: { body: { tier: 'gold', badgeUrl: 'https://img.demo-studio.example/kindness.png' } },
    }),
    usual.remove('Nobody earns it any more. Members who have it keep it.', archiveAward),
    list(
      'GET /manage/awards/:id/grants',
      'listAwardGrants',
      {
        summary: 'List the grants of an award',
        description:
          "Which clients have the award, the newest grant first. A credential of some sites sees only their clients. 'expand[]=client' adds the clients.",
        on: Award,
        filters: { client_id: optional(id()) },
        expands: 'award_grant',
        response: AwardGrant.list,
        ...brand,
        example: created,
      },
      (read, { id, query, caller, page }) => ({
        page: grantPage(read, page, { awardId: id, clientId: query.client_id, live: 1 }, caller.siteIds),
        view: AwardGrant.view,
      }),
    ),
    write(
      'POST /manage/awards/:id/grants',
      'grantAward',
      {
        summary: 'Grant an award',
        description:
          'Gives the award to a client. 409 award_already_earned if the client has it and it does not repeat; 409 award_archived for an archived award.',
        on: Award,
        body: AwardGrant.create,
        status: 201,
        response: AwardGrant.schema,
        reads: readGrant,
        ...brand,
        example: { ...created, body: { clientId: MEMBER } },
      },
      (tx, { caller, record, body }) => AwardGrant.view(grantByHand(tx, caller, record, body.clientId)),
    ),
    write(
      'DELETE /manage/awards/:id/grants/:grantId',
      'revokeAwardGrant',
      {
        summary: 'Take a grant away',
        description: 'The client loses the award, and what the client did for it does not earn it again.',
        on: Award,
        response: DeletedAwardGrant,
        reads: readGrant,
        ...brand,
        example: {
          path: {
            id: from(AWARDS.helpingHand, 'grantAward', '/awardId'),
            grantId: from(GRANTS.helpingHand, 'grantAward'),
          },
        },
      },
      (tx, { id, caller, params }) => {
        const grantId = params.grantId ?? '';
        revokeGrant(tx, caller, id, grantId);
        return { id: grantId, object: 'award_grant', deleted: true };
      },
    ),
  ],
);

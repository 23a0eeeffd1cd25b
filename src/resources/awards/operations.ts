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
        'Returns all awards the member can earn or has earned, newest first. Hidden awards are included once earned.',
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
      summary: "List the member's earned awards",
      description: "Returns the member's awards, latest earned first. Awards the studio has archived stay in the list.",
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
      summary: 'Retrieve the award to congratulate the member on',
      description: 'The latest award that the member earned in the last 30 days and has not dismissed, or `null`.',
      response: AwardBanner,
    },
    (read, { caller }) => bannerView(read, caller.clientId),
  ),
  write(
    'PUT /v2/member/awards/banner/:awardId/dismiss',
    'dismissAwardBanner',
    {
      summary: "Dismiss an award's banner",
      description:
        'Returns the award that the banner shows next. Dismissing it again changes nothing. An award the member ' +
        'has not earned returns 404.',
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
      description: "Returns the award and the member's progress toward it.",
      on: onMemberAward,
      response: MemberAward,
      example: earned,
    },
    (read, { caller, record }) => memberAward(read, record, caller.clientId),
  ),
]);

export const awardOperations = recordOperations(
  {
    tag: 'Awards',
    about: 'Awards that members earn through activity or that staff grant.',
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
    usual.list('Returns the newest awards first.', (read, { filters, page }) => awardPage(read, page, filters), {
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
      'Members who already meet the condition receive the award within minutes, each dated when they met it.',
      createAward,
      { example: { body: { name: 'Kindness', category: 'People', trigger: 'manual', isRepeatable: true } } },
    ),
    usual.retrieve('Archived awards can be retrieved, too.', { example: at(AWARDS.tenClasses) }),
    usual.update(
      'Members who have earned it keep it. Members who qualify under the new rule receive it shortly after.',
      updateAward,
      {
        example: { body: { tier: 'gold', badgeUrl: 'https://img.demo-studio.example/kindness.png' } },
      },
    ),
    usual.remove('The award can no longer be earned. Members who have it keep it.', archiveAward),
    list(
      'GET /manage/awards/:id/grants',
      'listAwardGrants',
      {
        summary: "List an award's grants",
        description:
          'Returns the clients who have the award, newest grant first. A credential limited to some sites only ' +
          'sees their clients. `expand[]=client` includes the clients.',
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
          'Grants the award to a client. Fails with 409 `award_already_earned` if the client already has it and it ' +
          'does not repeat, and with 409 `award_archived` if the award is archived.',
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
        summary: 'Revoke a grant',
        description: 'The client loses the award, and their past activity does not earn it again.',
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

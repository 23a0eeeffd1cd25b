import { memberOnlyOperations } from '../../../http/operations/declare.ts';
import { answerOf } from '../../../http/operations/example.ts';
import { object } from '../../../kernel/schemas.ts';
import type { Reactions } from '../../reactions.ts';
import { acceptInvitation } from '../people/invitations.ts';
import { leavePreview } from '../people/leaving.ts';
import { AddDependant, InviteToHousehold, LeavePreview, leavingQuery, MemberHousehold } from '../shapes.ts';
import { addDependant, endInvitation, inviteAdult, leaveOwn, leaver, memberHousehold } from './member-household.ts';

const ROOT = '/public-api/v2/member/household';

const usual = { response: MemberHousehold, isExtension: true, hasEtag: false } as const;

/** The household of a member (rules.md "Households"). For a dependant, `X-Client-ID` is sent with other operations. */
export const memberHouseholdOperations = ({ reactions }: { readonly reactions: Reactions }) =>
  memberOnlyOperations(({ read, write }) => [
    read(
      `GET ${ROOT}`,
      'getMemberHousehold',
      {
        summary: "Retrieve the member's household",
        description:
          'The people in it, and for whom the member can act: to book, pay, or sign for a dependant, send their ID in ' +
          '`X-Client-ID` with the other operations. Of another adult, only the name and role are shown.',
        response: MemberHousehold,
        isExtension: true,
      },
      (view, { caller }) => memberHousehold(view, caller),
    ),
    write(
      `POST ${ROOT}/members`,
      'addMemberDependant',
      {
        reads: 'getMemberHousehold',
        summary: 'Add a dependant',
        description:
          'Creates a new client without an email, for whom the adults of the household act. The first dependant also ' +
          'creates the household, with the member as the adult who pays. Someone who is already a client is added by ' +
          'the studio. Requires the setting `membership.households` to be `members`.',
        body: AddDependant,
        status: 201,
        ...usual,
        isInteractive: true,
        answers: { 201: answerOf('getMemberHousehold') },
      },
      (tx, { caller, body }) => {
        addDependant(tx, caller, body);
        return memberHousehold(tx, caller);
      },
    ),
    write(
      `POST ${ROOT}/invitations`,
      'inviteMemberAdult',
      {
        reads: 'getMemberHousehold',
        summary: 'Invite an adult',
        description:
          'The person gets an email if they are a client, and accepts after signing in, within 14 days. The response ' +
          'is the same whether or not they are. Requires the setting `membership.households` to be `members`.',
        body: InviteToHousehold,
        status: 201,
        ...usual,
        isInteractive: true,
        answers: { 201: answerOf('getMemberHousehold') },
      },
      (tx, { caller, body }) => {
        inviteAdult(tx, caller, body.email);
        return memberHousehold(tx, caller);
      },
    ),
    write(
      `POST ${ROOT}/invitations/:id/accept`,
      'acceptHouseholdInvitation',
      {
        reads: 'getMemberHousehold',
        summary: 'Accept an invitation to a household',
        description:
          "For the member with the invited email. The adults see each other's names and roles, nothing else.",
        ...usual,
        isInteractive: true,
        answers: { 200: answerOf('getMemberHousehold') },
      },
      (tx, { caller, id }) => {
        acceptInvitation(tx, caller.clientId, id);
        return memberHousehold(tx, caller);
      },
    ),
    write(
      `DELETE ${ROOT}/invitations/:id`,
      'endHouseholdInvitation',
      {
        reads: 'getMemberHousehold',
        summary: 'Decline or withdraw an invitation to a household',
        description: 'Declines an invitation to the member, or withdraws one sent from their household.',
        ...usual,
        isInteractive: true,
        answers: { 200: answerOf('getMemberHousehold') },
      },
      (tx, { caller, id }) => {
        endInvitation(tx, caller, id);
        return memberHousehold(tx, caller);
      },
    ),
    write(
      `POST ${ROOT}/leave`,
      'leaveMemberHousehold',
      {
        reads: 'getMemberHousehold',
        summary: 'Leave the household',
        description:
          "Shared packages of the others can no longer be used, and the member's cards no longer pay for dependants. " +
          'With `dry_run`, the response says what that concerns. Fails with 409 if dependants would stay without an adult.',
        query: object(() => leavingQuery),
        ...usual,
        dryRun: {
          response: LeavePreview,
          preview: (tx, { caller, query }, act) =>
            leavePreview(tx, { leaving: [leaver(tx, caller)], cancelBookings: query.cancel_bookings === true }, act),
        },
        isInteractive: true,
        answers: { 200: answerOf('getMemberHousehold') },
      },
      (tx, { caller, query }) => {
        leaveOwn(tx, caller, query.cancel_bookings === true, reactions);
        return memberHousehold(tx, caller);
      },
    ),
  ]);

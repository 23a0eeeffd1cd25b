import { at } from '../../http/operations/example.ts';
import { recordOperations } from '../../http/operations/record-operations.ts';
import { notFound } from '../../kernel/problem.ts';
import { deletedShape, described, flag, id, line, object, optional } from '../../kernel/schemas.ts';
import { HOUSEHOLDS, MEMBER } from '../demo-ids.ts';
import type { Reactions } from '../reactions.ts';
import {
  addMember,
  createHousehold,
  seenMember,
  siteOfHousehold,
  updateHousehold,
  updateMember,
} from './households.ts';
import { requireMayHandOver } from './people/handing-over.ts';
import { invite, withdrawInvitation } from './people/invitations.ts';
import { dissolve, leave, leavePreview, requireAdultStays } from './people/leaving.ts';
import { requireEveryone } from './people/reach.ts';
import { findHousehold, householdPage, openInvitations, peopleOf } from './queries.ts';
import { DeletedHousehold, Household } from './record.ts';
import {
  AddHouseholdMember,
  CreateHousehold,
  InviteToHousehold,
  LeavePreview,
  leavingQuery,
  UpdateHouseholdMember,
} from './shapes.ts';
import { householdView, householdViews } from './view.ts';

const ROOT = '/manage/households';

/** As `requireMayHandOver` says. */
const NEEDS_ACTING =
  'Letting an adult act for a dependant who has signed in before also requires the scope `members:act`.';

const RemovedMember = deletedShape('household_member', {
  householdId: id(),
  isDissolved: described(flag(), 'Whether no one was left, so that the household was deleted.'),
});

const onHousehold = {
  on: { find: findHousehold, siteOf: () => null },
  staff: 'clients:write',
  isExtension: true,
} as const;

const onChild = { path: { id: HOUSEHOLDS.silva, clientId: HOUSEHOLDS.child } };

/** Households as the studio makes them (rules.md "Households"). */
export const householdOperations = ({ reactions }: { readonly reactions: Reactions }) =>
  recordOperations(
    {
      tag: 'Households',
      about: 'Families and couples: adults who book, pay, and sign for dependants, and the packages they share.',
    },
    'clients',
    {
      record: { ...Household, create: CreateHousehold, find: findHousehold },
      views: householdViews,
      path: ROOT,
      names: ['household', 'households'],
      staff: { read: 'clients:read', write: 'clients:write' },
      example: at(HOUSEHOLDS.silva),
    },
    ({ list, create, retrieve, update }, { write }) => [
      list(
        'Returns the newest first. A client is in one household at most: `client_id` finds it.',
        (read, { filters, caller, page }) => householdPage(read, page, filters, caller.siteIds),
        { filters: { client_id: optional(id()), external_id: optional(line(255)) }, isExtension: true },
      ),
      create(
        `With its people: clients, or new people who become clients. Someone in another household must leave it first. ${NEEDS_ACTING}`,
        (tx, caller, body) => createHousehold(tx, caller, body),
        {
          isExtension: true,
          example: {
            body: {
              name: 'Park',
              members: [{ clientId: MEMBER, role: 'adult', isPayer: true, hasAgreed: true }],
            },
          },
        },
      ),
      retrieve('The household, with its people and open invitations.', { isExtension: true }),
      update('Changes the name. Its people have operations of their own.', updateHousehold, {
        isExtension: true,
        example: { body: { name: 'Silva family' } },
      }),
      write(
        `DELETE ${ROOT}/:id`,
        'deleteHousehold',
        {
          ...onHousehold,
          summary: 'Dissolve a household',
          description:
            'Its people stay clients, each on their own. Shared packages stay with their owners, and what renews with the ' +
            'card of someone else no longer renews. With `dry_run`, the response says what that concerns.',
          query: object(() => leavingQuery),
          response: DeletedHousehold,
          example: at(HOUSEHOLDS.silva),
          dryRun: {
            response: LeavePreview,
            preview: (tx, { record, query }, act) =>
              leavePreview(
                tx,
                { leaving: peopleOf(tx, record.id), cancelBookings: query.cancel_bookings === true },
                act,
              ),
          },
        },
        (tx, { caller, record, query }) => {
          requireEveryone(tx, caller, record.id);
          dissolve(tx, caller, record.id, query.cancel_bookings === true, reactions);
          return { id: record.id, object: 'household', deleted: true };
        },
      ),
      write(
        `POST ${ROOT}/:id/members`,
        'addHouseholdMember',
        {
          ...onHousehold,
          summary: 'Add someone to a household',
          description: `A client, or a new person who becomes a client. Someone in another household must leave it first. ${NEEDS_ACTING}`,
          body: AddHouseholdMember,
          status: 201,
          response: Household.schema,
          example: {
            ...at(HOUSEHOLDS.silva),
            body: { client: { firstName: 'Theo', lastName: 'Silva', dateOfBirth: '2020-02-11' }, role: 'dependant' },
          },
        },
        (tx, { caller, record, body }) => {
          addMember(tx, caller, record, body);
          return householdView(tx, caller, record);
        },
      ),
      write(
        `PATCH ${ROOT}/:id/members/:clientId`,
        'updateHouseholdMember',
        {
          ...onHousehold,
          summary: 'Change what someone is in a household',
          description:
            'Such as making a dependant an adult who has turned 18, or choosing who pays. What renews with a card that ' +
            `no longer pays for its client no longer renews. ${NEEDS_ACTING}`,
          body: UpdateHouseholdMember,
          response: Household.schema,
          example: { ...onChild, body: { role: 'adult', hasAgreed: true } },
        },
        (tx, { caller, record, params, body }) => {
          updateMember(tx, caller, record, params.clientId ?? '', body);
          return householdView(tx, caller, record);
        },
      ),
      write(
        `DELETE ${ROOT}/:id/members/:clientId`,
        'removeHouseholdMember',
        {
          ...onHousehold,
          summary: 'Take someone out of a household',
          description:
            'They stay a client. With `dry_run`, the response says what becomes of shared packages, bookings, and ' +
            'renewals. Fails with 409 if dependants would stay without an adult. The last one to leave deletes the household.',
          query: object(() => leavingQuery),
          response: RemovedMember,
          example: onChild,
          dryRun: {
            response: LeavePreview,
            preview: (tx, { caller, record, params, query }, act) =>
              leavePreview(
                tx,
                {
                  leaving: [seenMember(tx, caller, record, params.clientId ?? '')],
                  cancelBookings: query.cancel_bookings === true,
                },
                act,
              ),
          },
        },
        (tx, { caller, record, params, query }) => {
          const person = seenMember(tx, caller, record, params.clientId ?? '');
          requireEveryone(tx, caller, record.id);
          requireAdultStays(tx, person);
          const cancelBookings = query.cancel_bookings === true;
          leave(tx, caller, { leaving: [person], cancelBookings, reason: 'left' }, reactions);
          const isDissolved = Household.rows.find(tx, record.id) === undefined;
          return { id: person.id, object: 'household_member', deleted: true, householdId: record.id, isDissolved };
        },
      ),
      write(
        `POST ${ROOT}/:id/invitations`,
        'inviteToHousehold',
        {
          ...onHousehold,
          summary: 'Invite an adult to a household by email',
          description: `The person gets an email if they are a client, and accepts after signing in, within 14 days. ${NEEDS_ACTING}`,
          body: InviteToHousehold,
          status: 201,
          response: Household.schema,
          example: { ...at(HOUSEHOLDS.silva), body: { email: 'sam.reed@members.example' } },
        },
        (tx, { caller, record, body }) => {
          requireEveryone(tx, caller, record.id);
          requireMayHandOver(tx, caller, record.id, { role: 'adult' }, undefined, 'email');
          const siteId = siteOfHousehold(tx, record.id);
          invite(tx, { householdId: record.id, siteId, email: body.email, invitedByClientId: null });
          return householdView(tx, caller, record);
        },
      ),
      write(
        `DELETE ${ROOT}/:id/invitations/:invitationId`,
        'withdrawHouseholdInvitation',
        {
          ...onHousehold,
          summary: 'Withdraw an invitation to a household',
          description: 'The person can no longer accept it.',
          response: Household.schema,
          example: { path: { id: HOUSEHOLDS.silva, invitationId: HOUSEHOLDS.invitation } },
        },
        (tx, { caller, record, params }) => {
          requireEveryone(tx, caller, record.id);
          const { invitationId = '' } = params;
          const found = openInvitations(tx, [record.id]).find((each) => each.id === invitationId);
          if (found === undefined) throw notFound('invitation', invitationId);
          withdrawInvitation(tx, found);
          return householdView(tx, caller, record);
        },
      ),
    ],
  );

import type { Read } from '../../database/database.ts';
import { memberOnlyOperations } from '../../http/operations/declare.ts';
import { invalidParam } from '../../kernel/problem.ts';
import { isNewConsent, updateClient } from '../clients/clients.ts';
import type { ClientRecord } from '../clients/queries.ts';
import type { Reactions } from '../reactions.ts';
import { membershipSettings } from '../settings/queries.ts';
import { ownClient, profileOf } from './profile.ts';
import { MemberProfile, UpdateMemberProfile } from './shapes.ts';

/** @throws Problem 400 for another name where the studio keeps names. */
const requireMayRename = (
  read: Read,
  client: ClientRecord,
  {
    firstName = client.firstName,
    lastName = client.lastName,
  }: { readonly firstName?: string; readonly lastName?: string },
): void => {
  if (firstName === client.firstName && lastName === client.lastName) return;
  if (!membershipSettings(read, client.homeLocationId).lockNames) return;
  const param = firstName === client.firstName ? 'lastName' : 'firstName';
  throw invalidParam(param, 'Only the studio can change names here. Have the member ask at the front desk.', {
    reason: 'not_accepted',
  });
};

export const memberProfileOperations = ({ reactions }: { readonly reactions: Pick<Reactions, 'clientChanged'> }) =>
  memberOnlyOperations(({ read, write }) => [
    read(
      'GET /public-api/v2/member/profile',
      'getMemberProfile',
      {
        summary: "Retrieve the member's own profile",
        description: 'Returns the client of the ID token, with active packages and the home site.',
        response: MemberProfile,
      },
      (read, { caller: { clientId } }) => profileOf(read, ownClient(read, clientId)),
    ),
    write(
      'PATCH /public-api/v2/member/profile',
      'updateMemberProfile',
      {
        reads: 'getMemberProfile',
        summary: "Update the member's own profile",
        description:
          'Name, contact details, photo, language, marketing consent, and leaderboard visibility; only the studio can ' +
          'change anything else, and the name if `membership.lockNames` is set. The email has operations of its own. ' +
          'A changed consent is stored with its time and the source `member_app`.',
        body: UpdateMemberProfile,
        response: MemberProfile,
        isExtension: true,
        example: { body: { phone: '+1 212 555 0104', marketingConsent: { email: true } } },
      },
      (tx, { caller, body }) => {
        const { marketingConsent, ...fields } = body;
        const client = ownClient(tx, caller.clientId);
        requireMayRename(tx, client, fields);
        const consent =
          marketingConsent !== undefined && isNewConsent(client, marketingConsent)
            ? { marketingConsent: { ...marketingConsent, source: 'member_app' } }
            : {};
        return profileOf(tx, updateClient(tx, caller, client, { ...fields, ...consent }, reactions));
      },
    ),
  ]);

import { memberOnlyOperations } from '../../http/operations/declare.ts';
import { isNewConsent, updateClient } from '../clients/clients.ts';
import type { Reactions } from '../reactions.ts';
import { ownClient, profileOf } from './own.ts';
import { MemberProfile, UpdateMemberProfile } from './shapes.ts';

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
          'Contact details, photo, language, marketing consent, and leaderboard visibility; only the studio can ' +
          'change anything else. A changed consent is stored with its time and the source `member_app`.',
        body: UpdateMemberProfile,
        response: MemberProfile,
        isExtension: true,
        example: { body: { phone: '+1 212 555 0104', marketingConsent: { email: true } } },
      },
      (tx, { caller, body }) => {
        const { marketingConsent, ...fields } = body;
        const client = ownClient(tx, caller.clientId);
        const consent =
          marketingConsent !== undefined && isNewConsent(client, marketingConsent)
            ? { marketingConsent: { ...marketingConsent, source: 'member_app' } }
            : {};
        return profileOf(tx, updateClient(tx, caller, client, { ...fields, ...consent }, reactions));
      },
    ),
  ]);

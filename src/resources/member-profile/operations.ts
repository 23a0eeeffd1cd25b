import type { Read } from '../../database/database.ts';
import { memberOnlyOperations } from '../../http/operations/declare.ts';
import { notFound } from '../../kernel/problem.ts';
import { isNewConsent, updateClient } from '../clients/clients.ts';
import { type ClientRecord, clientById } from '../clients/queries.ts';
import { activePackagesOf } from '../packages/view.ts';
import { unitPreferencesView } from '../preferences/view.ts';
import type { Reactions } from '../reactions.ts';
import { Site } from '../sites/record.ts';
import { MemberProfile, type MemberProfileResponse, UpdateMemberProfile } from './shapes.ts';
import { memberProfileView } from './view.ts';

const ownClient = (read: Read, clientId: string): ClientRecord => {
  const client = clientById(read, clientId);
  if (client === undefined) throw notFound('client', clientId);
  return client;
};

const profileOf = (read: Read, client: ClientRecord): MemberProfileResponse => {
  const home = Site.rows.find(read, client.homeLocationId);
  if (home === undefined) throw notFound('site', client.homeLocationId);
  return memberProfileView(client, home, activePackagesOf(read, client.id), unitPreferencesView(read, client.id));
};

/** The profile of a member. */
export const memberProfileOperations = ({ reactions }: { readonly reactions: Pick<Reactions, 'clientChanged'> }) =>
  memberOnlyOperations(({ read, write }) => [
    read(
      'GET /public-api/v2/member/profile',
      'getMemberProfile',
      {
        summary: "The member's own profile",
        description: 'The client of the ID token, with active packages and the home site.',
        response: MemberProfile,
      },
      (read, { caller: { clientId } }) => profileOf(read, ownClient(read, clientId)),
    ),
    write(
      'PATCH /public-api/v2/member/profile',
      'updateMemberProfile',
      {
        reads: 'getMemberProfile',
        summary: "Change the member's own profile",
        description:
          'Contacts, picture, language, marketing consent and leaderboard visibility; the studio changes everything else. A consent that changes is stored with its time and the source member_app.',
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

import { memberOperations } from '../../http/operations/declare.ts';
import { notFound } from '../../kernel/problem.ts';
import { clientById } from '../clients/queries.ts';
import { activePackagesOf } from '../packages/view.ts';
import { Site } from '../sites/record.ts';
import { MemberProfile } from './shapes.ts';
import { memberProfileView } from './view.ts';

/** The profile of a member. */
export const memberProfileOperations = memberOperations(({ read }) => [
  read(
    'GET /public-api/v2/member/profile',
    'getMemberProfile',
    {
      summary: "The member's own profile",
      description: 'The client of the ID token, with active packages and the home site.',
      answer: MemberProfile,
    },
    (read, { caller: { clientId } }) => {
      const client = clientById(read, clientId);
      const home = client && Site.rows.find(read, client.homeLocationId);
      if (client === undefined || home === undefined) throw notFound('client', clientId);
      return memberProfileView(client, home, activePackagesOf(read, clientId));
    },
  ),
]);

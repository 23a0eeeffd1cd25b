import type { Examples } from '../../../http/openapi/examples.ts';
import { AWARDS, CLIENTS, GRANTS } from '../ids.ts';
import { at, from, like } from './ids.ts';

const earned = { path: { awardId: AWARDS.firstSteps } };
const created = like(AWARDS.helpingHand, 'createAward');

/** What members earn, and what the studio grants. */
export const awardExamples: Examples = {
  listAwards: { query: { category: 'Visits' } },
  listEarnedAwards: {},
  getAward: earned,
  getAwardBanner: {},
  dismissAwardBanner: earned,
  listManagedAwards: { query: { trigger: 'visits' } },
  createAward: { body: { name: 'Kindness', category: 'People', trigger: 'manual', isRepeatable: true } },
  getManagedAward: at(AWARDS.tenClasses),
  updateAward: { ...created, body: { tier: 'gold', badgeUrl: 'https://img.demo-studio.example/kindness.png' } },
  grantAward: { ...created, body: { clientId: CLIENTS[0]?.id } },
  listAwardGrants: created,
  revokeAwardGrant: {
    path: { id: from(AWARDS.helpingHand, 'grantAward', '/awardId'), grantId: from(GRANTS.helpingHand, 'grantAward') },
  },
  deleteAward: created,
};

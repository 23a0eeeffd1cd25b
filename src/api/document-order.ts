import type { Operation } from '../http/operations/operation.ts';

/** The order as first published: the Business API, then these paths. Later families follow and are not added here. */
const ORDER = [
  'member/profile',
  'member/schedule',
  'member/bookings',
  'member/check-in',
  'member/streaks',
  'member/milestones',
  'member/awards',
  'member/payments/methods',
  'member/payments',
  'member/metrics',
  'member/notifications',
  'member/preferences',
  'member/experience',
  'experience',
  'awards',
  'member/content',
  'member/video',
  'member/challenges',
  'member/leaderboards',
  'clients',
  'content',
  'challenges',
  'leaderboards',
  'plans',
  'packages',
  'payments',
  'sessions',
  'bookings',
  'events',
  'audit-log',
  'api-keys',
  'oauth-clients',
  'member-links',
  'content/media',
  'exports',
  'imports',
];

const rankOf = ({ audience, path }: Operation): number => {
  if (path.startsWith('/v2/') && (audience === 'business' || audience === 'public')) return -1;
  const below = `${path.replace(/^\/(?:public-api\/v2|v2|manage)\//, '')}/`;
  const found = ORDER.filter((beginning) => below.startsWith(`${beginning}/`));
  // `content/media` is more than `content`.
  const longest = found.reduce((best, each) => (each.length > best.length ? each : best), '');
  return longest === '' ? ORDER.length : ORDER.indexOf(longest);
};

export const inDocumentOrder = (operations: readonly Operation[]): readonly Operation[] => {
  const ranks = new Map(operations.map((operation) => [operation, rankOf(operation)]));
  return operations.toSorted((left, right) => (ranks.get(left) ?? 0) - (ranks.get(right) ?? 0));
};

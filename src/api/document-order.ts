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

const RANKS = new Map(ORDER.map((beginning, rank) => [beginning, rank]));

const rankOf = ({ audience, path }: Operation): number => {
  if (path.startsWith('/v2/') && (audience === 'business' || audience === 'public')) return -1;
  const segments = path.replace(/^\/(?:public-api\/v2|v2|manage)\//, '').split('/');
  // `content/media` is more than `content`.
  for (let length = segments.length; length > 0; length -= 1) {
    const rank = RANKS.get(segments.slice(0, length).join('/'));
    if (rank !== undefined) return rank;
  }
  return ORDER.length;
};

export const inDocumentOrder = (operations: readonly Operation[]): readonly Operation[] => {
  const ranks = new Map(operations.map((operation) => [operation, rankOf(operation)]));
  return operations.toSorted((left, right) => (ranks.get(left) ?? 0) - (ranks.get(right) ?? 0));
};

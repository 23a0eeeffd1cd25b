import { Type } from '@sinclair/typebox';
import { described, flag, integer, nullable, object, optional, type Static, shape } from '../../kernel/schemas.ts';

/** A count ends here, so that counting takes some milliseconds at most. */
export const MOST_COUNTED = 10_000;
/** How many rows of a table are named. */
export const MOST_NAMED = 50;

const count = (records: string) => described(integer(0, MOST_COUNTED), `How many ${records}.`);

const removed = object({
  clients: count('clients'),
  staff: count('staff members'),
  sites: count('sites'),
  plans: count('plans'),
  schedules: count('schedules'),
  sessions: count('sessions'),
  bookings: count('bookings'),
  packages: count('packages'),
  payments: count('payments'),
  contentEntries: count('entries of the library'),
  challenges: count('challenges'),
});

const kept = Type.Array(
  object({
    records: described(Type.String(), 'Which, such as clients, discountCodes or leaderboards.'),
    count: count('stay'),
    first: described(
      Type.Array(object({ id: Type.String(), name: nullable(Type.String()) }), { maxItems: MOST_NAMED }),
      `Up to ${MOST_NAMED} of them, with their names where they have one: first the newest that people have made, then demo data.`,
    ),
  }),
);
const KEPT =
  'What stays: all that people have made or changed since, and the demo data that it needs, such as the class of a booking. Empty with `includesOwnData`.';

export const DemoDataRemovalPreview = shape('DemoDataRemovalPreview', () => ({
  object: Type.Literal('demo_data_removal_preview'),
  hasDemoData: described(flag(), 'Whether the studio has demo data. Without them nothing would be removed.'),
  removed: described(removed, `What would go. No count is above ${MOST_COUNTED}.`),
  kept: described(kept, KEPT),
}));

export const DemoDataRemoval = shape('DemoDataRemoval', () => ({
  object: Type.Literal('demo_data_removal'),
  isFinished: described(
    flag(),
    'False while some data are left: the rest goes in the next seconds, and GET /manage/me says when all are gone.',
  ),
  kept: described(kept, KEPT),
}));

export const RemoveDemoData = shape('RemoveDemoData', () => ({
  includesOwnData: optional(
    described(flag(), 'Whether to remove what people have made and changed since, too. Without it that stays.'),
  ),
}));

export type DemoDataRemovalCounts = Omit<Static<typeof DemoDataRemovalPreview>, 'object'>;
export type KeptRecords = DemoDataRemovalCounts['kept'][number];

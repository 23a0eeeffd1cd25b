import { Type } from '@sinclair/typebox';
import { described, flag, integer, nullable, object, optional, type Static, shape } from '../../kernel/schemas.ts';

/** A count ends here, so that counting takes some milliseconds at most. */
export const MOST_COUNTED = 10_000;
/** How many rows of a table are named. */
export const MOST_NAMED = 50;

const count = (records: string) => described(integer(0, MOST_COUNTED), `The number of ${records}.`);

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
  contentEntries: count('library entries'),
  challenges: count('challenges'),
});

const kept = Type.Array(
  object({
    records: described(Type.String(), 'The kind of records, such as clients, `discountCodes`, or leaderboards.'),
    count: count('records kept'),
    first: described(
      Type.Array(object({ id: Type.String(), name: nullable(Type.String()) }), { maxItems: MOST_NAMED }),
      `Up to ${MOST_NAMED} of them, with their names if they have one: first the newest that people created, then demo data.`,
    ),
  }),
);
const KEPT =
  'What is kept: everything people have created or changed since, and the demo data it depends on, such as the ' +
  'class of a booking. Empty with `includesOwnData`.';

export const DemoDataRemovalPreview = shape('DemoDataRemovalPreview', () => ({
  object: Type.Literal('demo_data_removal_preview'),
  hasDemoData: described(flag(), 'Whether the studio has demo data. If not, nothing would be removed.'),
  removed: described(removed, `What would be removed. Counts stop at ${MOST_COUNTED}.`),
  kept: described(kept, KEPT),
}));

export const DemoDataRemoval = shape('DemoDataRemoval', () => ({
  object: Type.Literal('demo_data_removal'),
  isFinished: described(
    flag(),
    '`false` while data is left: the rest is removed within seconds, and GET /manage/me says when all of it is gone.',
  ),
  kept: described(kept, KEPT),
}));

export const RemoveDemoData = shape('RemoveDemoData', () => ({
  includesOwnData: optional(
    described(flag(), 'Whether to also remove what people have created and changed since. If not, it is kept.'),
  ),
}));

export type DemoDataRemovalCounts = Omit<Static<typeof DemoDataRemovalPreview>, 'object'>;
export type KeptRecords = DemoDataRemovalCounts['kept'][number];

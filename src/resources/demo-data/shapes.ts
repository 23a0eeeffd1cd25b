import { Type } from '@sinclair/typebox';
import { described, flag, integer, object, optional, type Static, shape } from '../../kernel/schemas.ts';

/** A count ends here, so that counting takes some milliseconds at most. */
export const MOST_COUNTED = 10_000;

const count = (records: string) => described(integer(0, MOST_COUNTED), `How many ${records}.`);

export const DemoDataRemovalPreview = shape('DemoDataRemovalPreview', () => ({
  object: Type.Literal('demo_data_removal_preview'),
  hasDemoData: described(flag(), 'Whether the studio has demo data. Without them nothing would be removed.'),
  removed: described(
    object({
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
    }),
    `What would go. No count is above ${MOST_COUNTED}.`,
  ),
  own: described(
    object({
      clients: count('clients'),
      bookings: count('bookings'),
      payments: count('payments'),
      plans: count('plans'),
      schedules: count('schedules'),
      contentEntries: count('entries of the library'),
    }),
    `What people have added since, and would go too. No count is above ${MOST_COUNTED}.`,
  ),
}));

export const DemoDataRemoval = shape('DemoDataRemoval', () => ({
  object: Type.Literal('demo_data_removal'),
  isFinished: described(
    flag(),
    'False while some data are left: the rest goes in the next seconds, and GET /manage/me says when all are gone.',
  ),
}));

export const RemoveDemoData = shape('RemoveDemoData', () => ({
  includesOwnData: optional(
    described(flag(), 'Whether to remove what people have added to the demo data since, too. Without it that is 409.'),
  ),
}));

export type DemoDataRemovalCounts = Omit<Static<typeof DemoDataRemovalPreview>, 'object'>;

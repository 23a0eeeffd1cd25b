// What a member gets of themselves: what their own operations answer, and what only staff list of them otherwise.

import type { Read } from '../../../database/database.ts';
import type { OwnReading, ReadOwn } from '../../../http/operations/handlers/own-readings.ts';
import type { MemberCaller } from '../../../kernel/caller.ts';
import { Problem } from '../../../kernel/problem.ts';
import { checkinPage } from '../../checkins/queries.ts';
import { ownCheckinViews } from '../../checkins/view.ts';
import { messagePage } from '../../messages/listing.ts';
import { Message } from '../../messages/record.ts';
import { classesOfBookings } from '../../packages/member/queries.ts';

/** How many records are read and written at a time, which takes a few milliseconds. */
const PAGE = 50;

export interface Source {
  readonly read: () => Read;
  readonly readOwn: ReadOwn;
  readonly member: MemberCaller;
}

type Pages = Generator<readonly object[]>;
type PageAt = (read: Read, after: string | undefined) => OwnReading;

/** All pages of something, each read when it is asked for. */
function* pagesOf({ read }: Source, pageAt: PageAt): Pages {
  let after: string | undefined;
  do {
    const { records, next } = pageAt(read(), after);
    if (records.length > 0) yield records;
    after = next;
  } while (after !== undefined);
}

interface SectionQuery {
  readonly id?: string;
  readonly query?: object;
}

/** All that one of the member's operations answers; nothing where it does not apply, such as for a switched-off feature. */
const own = (source: Source, operation: string, asked: SectionQuery = {}): Pages =>
  pagesOf(source, (read, after) => {
    try {
      return source.readOwn(read, source.member, operation, { ...asked, after, limit: PAGE });
    } catch (error) {
      if (error instanceof Problem) return { records: [], next: undefined };
      throw error;
    }
  });

/** The same, each record with what other operations answer about it. */
function* withParts(
  source: Source,
  operation: string,
  key: string,
  parts: Readonly<Record<string, string>>,
  query: object = {},
): Pages {
  for (const records of own(source, operation, { query })) {
    for (const record of records) {
      const whole: Record<string, unknown> = { ...record };
      const id = String(Reflect.get(record, key));
      for (const [name, part] of Object.entries(parts)) {
        const all: object[] = [];
        for (const page of own(source, part, { id })) {
          all.push(...page);
          // A step ends with each page that is read.
          yield [];
        }
        whole[name] = all;
      }
      yield [whole];
    }
  }
}

/** Bookings, each with the name and the time of its class. */
function* bookings(source: Source): Pages {
  for (const records of own(source, 'listMemberBookings')) {
    const idOf = (record: object) => String(Reflect.get(record, 'id'));
    const classes = classesOfBookings(source.read(), records.map(idOf));
    yield records.map((record) => {
      const { bookingId: _, ...session } = classes.get(idOf(record)) ?? { bookingId: '' };
      return { ...record, session };
    });
  }
}

const checkins = (source: Source): Pages =>
  pagesOf(source, (read, startingAfter) => {
    const { clientId } = source.member;
    const page = checkinPage(read, { limit: PAGE, startingAfter, isOwnCursor: true }, { clientId }, null);
    const view = ownCheckinViews(read, page.rows);
    return { records: page.rows.map(view), next: page.hasNext ? page.rows.at(-1)?.id : undefined };
  });

/** Which emails the member got. What they said is with the member. */
const messages = (source: Source): Pages =>
  pagesOf(source, (read, startingAfter) => {
    const { clientId } = source.member;
    const page = messagePage(read, { limit: PAGE, startingAfter, isOwnCursor: true }, { clientId }, null);
    const view = (row: Parameters<typeof Message.view>[0]) => {
      const { id, kind, status, dueAt, sentAt, toEmail, subject } = Message.view(row);
      return { id, object: 'message', kind, status, dueAt, sentAt, toEmail, subject };
    };
    return { records: page.rows.map(view), next: page.hasNext ? page.rows.at(-1)?.id : undefined };
  });

/** The parts of the file that are one record. */
export const RECORDS = {
  profile: 'getMemberProfile',
  waiver: 'getMemberWaiver',
  consents: 'getMemberConsents',
  household: 'getMemberHousehold',
  mails: 'getNotificationPreferences',
  erasure: 'getMemberErasure',
} as const;

/** The parts of the file that are lists. */
export const LISTS = {
  packages: (source) => withParts(source, 'listMemberPackages', 'id', { ledger: 'listMemberPackageLedger' }),
  bookings,
  checkins,
  payments: (source) => own(source, 'listMemberPayments'),
  paymentMethods: (source) => own(source, 'listPaymentMethods'),
  messages,
  metrics: (source) =>
    withParts(source, 'listMetrics', 'contentEntryId', { history: 'getMetricHistory' }, { recorded: true }),
  personalBests: (source) => own(source, 'listPersonalBests'),
  challenges: (source) =>
    withParts(
      source,
      'listChallenges',
      'id',
      { goals: 'listChallengeGoals', pastGoals: 'listPastChallengeGoals', assessments: 'listChallengeAssessments' },
      { enrolled: true },
    ),
  pastChallenges: (source) => own(source, 'listPastChallenges'),
  awards: (source) => own(source, 'listEarnedAwards'),
  streaks: (source) => own(source, 'listStreaks'),
  milestones: (source) => own(source, 'listMilestones'),
  content: (source) => own(source, 'listMyContent'),
  videos: (source) => own(source, 'listVideoHistory'),
  devices: (source) => own(source, 'listMemberDevices'),
  passkeys: (source) => own(source, 'listMemberPasskeys'),
} as const satisfies Readonly<Record<string, (source: Source) => Pages>>;

/** One of the records; null where it does not apply. */
export const recordOf = (source: Source, operation: string): object | null =>
  [...own(source, operation)].flat()[0] ?? null;

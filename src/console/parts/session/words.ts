import { DAY_MS } from '../../../kernel/durations.ts';
import type { TextKey, Translate } from '../../../texts/translate.ts';
import { nowMs } from '../../base/time/now.ts';
import type { Formats } from '../../formats/use-formats.ts';
import type { Tone } from '../../ui/notices/status.tsx';
import type { Entry, Roster } from './queries.ts';

/** A short text below a name, with its tone. */
export interface Remark {
  readonly text: string;
  readonly tone?: Tone | undefined;
}

/** How a booking was made. */
export const CHANNELS = {
  staff: 'session.channelStaff',
  member_app: 'session.channelMember',
  kiosk: 'session.channelKiosk',
  api: 'session.channelApi',
  import: 'session.channelImport',
} as const;

/** The name of a client; a client whom the person may not know has none. */
export const nameOf = (entry: Entry | undefined, t: Translate): string =>
  entry?.client?.fullName ?? t('session.unknownClient');

const SKIPPED: Readonly<Record<string, TextKey>> = {
  no_eligible_package: 'session.skippedNoPackage',
  overlapping_booking: 'session.skippedOverlap',
  inside_cutoff: 'session.skippedCutoff',
  offer_lapsed: 'session.skippedLapsed',
  offer_withdrawn: 'session.skippedWithdrawn',
};

/** Why someone who waits was passed over. */
const skippedRemark = (entry: Entry, t: Translate): Remark | undefined => {
  const reason = entry.waitlist?.lastSkipReason ?? null;
  if (entry.status !== 'waitlisted' || reason === null) return undefined;
  return { text: t(SKIPPED[reason] ?? 'session.skippedOther') };
};

const penaltyRemark = (entry: Entry, t: Translate, { money }: Formats): Remark | undefined => {
  const { penalty } = entry;
  if (penalty === null) return undefined;
  const amount = money(penalty.amount, penalty.currency);
  const keys = {
    pending: 'session.penaltyPending',
    charged: 'session.penaltyCharged',
    waived: 'session.penaltyWaived',
    failed: 'session.penaltyFailed',
  } as const;
  const isOpen = penalty.status === 'pending' || penalty.status === 'failed';
  return { text: t(keys[penalty.status], { amount }), tone: isOpen ? 'caution' : undefined };
};

type Flag = NonNullable<Entry['client']>['flags'][number];
type FlagWord = (client: NonNullable<Entry['client']>, t: Translate, formats: Formats) => Remark;

const owes: FlagWord = ({ balance }, t, { money }) => ({
  text:
    balance === null
      ? t('session.flagOwesUnknown')
      : t('session.flagOwes', { amount: money(Math.abs(balance.amount), balance.currency) }),
  tone: 'critical',
});

const FLAGS: Readonly<Record<Flag, FlagWord>> = {
  suspended: (_, t) => ({ text: t('words.suspendedFlag'), tone: 'critical' }),
  owes,
  waiver: ({ flags }, t) => ({
    text: t(flags.includes('first_visit') ? 'session.flagWaiver' : 'session.flagWaiverMissing'),
    tone: 'caution',
  }),
  last_credit: (_, t) => ({ text: t('session.flagLastCredit'), tone: 'caution' }),
  first_visit: (_, t) => ({ text: t('session.flagFirstVisit'), tone: 'info' }),
  birthday: (_, t) => ({ text: t('session.flagBirthday'), tone: 'info' }),
};
const FLAG_ORDER = ['suspended', 'owes', 'waiver', 'last_credit', 'first_visit', 'birthday'] as const;
const FEW_VISITS = 5;

/** What the desk should know of someone at a glance: the most urgent remark alone. */
export const remarkOf = (entry: Entry, t: Translate, formats: Formats): Remark | undefined => {
  const { client } = entry;
  const penalty = penaltyRemark(entry, t, formats);
  if (entry.status === 'cancelled') return penalty;
  if (client === null) return undefined;
  if (client.alerts?.red) return { text: client.alerts.red, tone: 'critical' };
  if (penalty !== undefined) return penalty;
  const skipped = skippedRemark(entry, t);
  if (skipped !== undefined) return skipped;
  if (client.alerts?.yellow) return { text: client.alerts.yellow, tone: 'caution' };
  const flag = FLAG_ORDER.find((each) => client.flags.includes(each));
  if (flag !== undefined) return FLAGS[flag](client, t, formats);
  const isNew = client.visits > 0 && client.visits < FEW_VISITS;
  return isNew
    ? { text: t('session.visitNumber', { count: client.visits + (entry.status === 'attended' ? 0 : 1) }), tone: 'info' }
    : undefined;
};

const WEEK_MS = 7 * DAY_MS;

/** The day of an instant: today, a weekday of the last week, else its date. */
const dayWord = (instant: string, t: Translate, { day, localDate, weekday }: Formats): string => {
  const now = nowMs();
  if (localDate(instant) === localDate(now)) return t('words.today');
  return now - Date.parse(instant) < WEEK_MS ? weekday(instant) : day(instant);
};

/** When and where someone booked: `Wed, app`. */
export const bookedText = ({ bookedAt, channel, addedAfterwards }: Entry, t: Translate, formats: Formats): string => {
  const booked = t(CHANNELS[channel], { when: dayWord(bookedAt, t, formats) });
  return addedAfterwards ? t('session.addedAfterwards', { booked }) : booked;
};

/** How the seats of a roster are taken. */
export const seatsOf = ({ session }: Roster) => {
  const { attendedCount: here, noShowCount: missing, heldCount: held, bookedCount, capacity, waitlistCount } = session;
  return { here, missing, held, capacity, expected: Math.max(0, bookedCount - here - missing), waiting: waitlistCount };
};

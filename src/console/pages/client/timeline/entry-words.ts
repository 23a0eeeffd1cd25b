import type { LucideIcon } from 'lucide-react';
import type { TextKey } from '../../../../texts/translate.ts';
import { notSentBecause } from '../../../base/not-sent.ts';
import { useText } from '../../../base/texts.tsx';
import { nowMs } from '../../../base/time/now.ts';
import { useFormats } from '../../../formats/use-formats.ts';
import type { Tone } from '../../../ui/notices/status.tsx';
import { useFieldWords } from '../edit/field-words.ts';
import { LOOKS } from './looks.ts';
import { useMoneyWords } from './money-words.ts';
import type { Entry } from './queries.ts';

/** Fields that follow from others, and tell no one anything. */
const HIDDEN = ['fullName', 'updatedAt', 'archivedAt', 'accountBalance', 'accountBalances', 'stats'];

/** What was changed of a client, in words. */
const useChangeWords = (): ((entry: Entry) => EntryWords) => {
  const t = useText();
  const { nameOf } = useFieldWords();
  return ({ kind, change }) => {
    if (kind === 'client_created') return { ...LOOKS.client_created, title: t('timeline.created'), parts: [] };
    if (kind === 'client_merged') return { ...LOOKS.client_merged, title: t('timeline.merged'), parts: [] };
    const parts = [change?.staffName];
    switch (change?.type) {
      case 'client.archived':
        return { ...LOOKS.archived, title: t('timeline.archived'), parts };
      case 'client.restored':
        return { ...LOOKS.restored, title: t('timeline.restored'), parts };
      case 'client.status_changed':
        return { ...LOOKS.client_changed, title: t('timeline.statusChanged'), parts };
      default: {
        const names = (change?.fields ?? []).filter((field) => !HIDDEN.includes(field)).map(nameOf);
        const title =
          names.length === 0
            ? t('timeline.changedOnly')
            : t('timeline.changed', { names: [...new Set(names)].join(', ') });
        return { ...LOOKS.client_changed, title, parts };
      }
    }
  };
};

/** How an entry of a timeline looks and reads. */
export interface EntryWords {
  readonly icon: LucideIcon;
  readonly tone?: Tone | undefined;
  readonly title: string;
  /** What is below the title, each as a sentence; empty parts are left out. */
  readonly parts: readonly (string | null | undefined | false)[];
}

/** Where a booking was made; an integration says nothing to the desk. */
const CHANNELS: Readonly<Partial<Record<string, TextKey>>> = {
  member_app: 'timeline.online',
  staff: 'timeline.atTheDesk',
  kiosk: 'timeline.atTheKiosk',
  import: 'timeline.imported',
};

const SOURCES_OF_VISITS = {
  api: 'timeline.byAnotherSystem',
  kiosk: 'timeline.atTheKiosk',
  staff: 'timeline.atTheDesk',
  member_app: 'timeline.inTheApp',
  access_control: 'timeline.atTheDoor',
} as const;

const CANCELLED_BY: Readonly<Partial<Record<string, TextKey>>> = {
  client: 'timeline.byTheClient',
  staff: 'timeline.byStaff',
  system: 'timeline.byTheSystem',
};

const CREDITS: Readonly<Partial<Record<string, TextKey>>> = {
  restored: 'timeline.creditBack',
  forfeited: 'timeline.creditKept',
};

/** What happened in words: the title first, then what follows. @param name of the client. */
export const useEntryWords = (name: string, zone: string): ((entry: Entry) => EntryWords) => {
  const t = useText();
  const { day, dayTime } = useFormats(zone);
  const moneyWords = useMoneyWords();
  const changeWords = useChangeWords();

  const bookingWords = ({ kind, booking, session }: Entry): EntryWords => {
    const values = { class: session?.name ?? t('client.generalVisit'), day: session ? day(session.startTime) : '' };
    const where = session === null ? '' : [session.roomName, session.instructorName].filter(Boolean).join(', ');
    const look = LOOKS[kind];
    if (booking === null) return { ...look, title: values.class, parts: [] };
    const { channel, creditsUsed: count, packageName: pack, creditOutcome, cancelledBy, freeCancelUntil } = booking;
    const channelWord = CHANNELS[channel];
    const paid =
      pack === null
        ? ''
        : count > 0
          ? t('timeline.creditsOf', { count, name: pack })
          : t('timeline.paidWith', { name: pack });
    switch (kind) {
      case 'booking_promoted':
        return { ...look, title: t('timeline.promoted', values), parts: [where] };
      case 'booking_cancelled': {
        const creditWord = CREDITS[creditOutcome];
        const by = CANCELLED_BY[cancelledBy ?? ''];
        return {
          icon: look.icon,
          tone: booking.isLateCancel ? 'caution' : undefined,
          title: t(booking.isLateCancel ? 'timeline.cancelledLate' : 'timeline.cancelled', values),
          parts: [by && t(by, { name }), creditWord && t(creditWord)],
        };
      }
      case 'booking_attended':
        return { ...look, title: t('timeline.attended', values), parts: [where, paid] };
      case 'booking_no_show':
        return { ...look, title: t('timeline.missed', values), parts: [where, paid] };
      default:
        return {
          ...(booking.status === 'waitlisted' ? LOOKS.waiting : look),
          title: t(booking.status === 'waitlisted' ? 'timeline.waits' : 'timeline.booked', values),
          parts: [
            channelWord && t(channelWord),
            // A promise that is over is none.
            freeCancelUntil !== null &&
              Date.parse(freeCancelUntil) > nowMs() &&
              t('timeline.freeUntil', { when: dayTime(freeCancelUntil) }),
          ],
        };
    }
  };

  const visitWords = ({ checkin, session }: Entry): EntryWords => {
    const look = LOOKS.checkin;
    if (checkin === null) return { ...look, title: t('timeline.cameIn'), parts: [] };
    if (checkin.statusCode === 'undone') return { icon: look.icon, title: t('checkins.why_undone'), parts: [] };
    if (checkin.status === 'invalid') {
      const why = t(`checkins.why_${checkin.statusCode}`);
      return { icon: LOOKS.refused.icon, tone: 'critical', title: t('timeline.notLetIn'), parts: [why] };
    }
    const title =
      session === null
        ? t(checkin.isReEntry ? 'timeline.cameInAgain' : 'timeline.cameIn')
        : t('timeline.attended', { class: session.name });
    return { ...look, title, parts: [t(SOURCES_OF_VISITS[checkin.source])] };
  };

  const messageWords = ({ message }: Entry): EntryWords => {
    const values = { subject: message?.subject ?? '' };
    const isPush = message?.channel === 'push';
    const to = message?.toEmail == null ? '' : t('timeline.mailedTo', { email: message.toEmail });
    if (message?.status !== 'failed')
      return { ...LOOKS.message, title: t(isPush ? 'timeline.notified' : 'timeline.mailed', values), parts: [to] };
    const parts = [to, t(notSentBecause(message.errorCode ?? ''))];
    return {
      ...LOOKS.message,
      tone: 'critical',
      title: t(isPush ? 'timeline.notNotified' : 'timeline.notMailed', values),
      parts,
    };
  };

  return (entry) => {
    switch (entry.group) {
      case 'messages':
        return messageWords(entry);
      case 'money':
        return moneyWords(entry);
      case 'changes':
        return changeWords(entry);
      default:
        if (entry.kind === 'checkin') return visitWords(entry);
        if (entry.kind !== 'award_earned') return bookingWords(entry);
        return { ...LOOKS.award_earned, title: t('timeline.earned', { name: entry.award?.name ?? '' }), parts: [] };
    }
  };
};

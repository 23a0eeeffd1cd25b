import {
  CalendarClock,
  CircleHelp,
  CreditCard,
  Hourglass,
  type LucideIcon,
  Ticket,
  Timer,
  TriangleAlert,
  UserPlus,
  UsersRound,
  UserX,
} from 'lucide-react';
import { useText } from '../../../base/texts.tsx';
import type { Formats } from '../../../formats/use-formats.ts';
import type { Decision } from '../../../shell/decisions.ts';
import type { Tone } from '../../../ui/notices/status.tsx';

/** How a decision looks and reads. */
interface DecisionWords {
  readonly icon: LucideIcon;
  readonly tone: Tone;
  readonly title: string;
  readonly text: string;
  /** In a few words, where there is little room. */
  readonly hint: string;
}

/** The words of decisions: who and what, then when something happens automatically. */
export const useDecisionWords = (formats: Formats): ((decision: Decision) => DecisionWords) => {
  const t = useText();
  return (decision) => {
    const { title, dueAt, startTime, people, peopleCount, amount, status } = decision;
    const name = people[0]?.name ?? t('words.otherSiteClient');
    const money = amount === null ? '' : formats.money(amount.amount, amount.currency);
    const what = startTime === null ? title : t('today.classAt', { name: title, time: formats.time(startTime) });
    switch (decision.type) {
      case 'offer': {
        const due = dueAt === null ? '' : formats.dayTime(dueAt);
        return {
          icon: Hourglass,
          tone: 'waiting',
          title: t('today.offerTitle', { name }),
          text: t('today.offerText', { what, time: due }),
          hint: t('today.offerHint', { time: due }),
        };
      }
      case 'not_come': {
        const names = people.slice(0, 3).map((each) => each.name ?? t('words.otherSiteClient'));
        const more = peopleCount - names.length;
        const list = more > 0 ? [...names, t('today.andMore', { count: more })] : names;
        const head = t('today.notComeTitle', { count: peopleCount });
        return {
          icon: CircleHelp,
          tone: 'caution',
          title: head,
          text: t('today.notComeText', { what, names: list.join(', ') }),
          hint: t('today.notComeHint', { title: head, name: title }),
        };
      }
      case 'renewal_failed': {
        const head = t('today.declinedTitle', { name });
        return {
          icon: CreditCard,
          tone: 'critical',
          title: head,
          text:
            dueAt === null
              ? t('today.declinedText', { plan: title, amount: money })
              : t('today.declinedRetryText', { plan: title, amount: money, day: formats.day(dueAt) }),
          hint: head,
        };
      }
      case 'payment_returned': {
        const head = t('today.returnedTitle', { name });
        return {
          icon: CreditCard,
          tone: 'critical',
          title: head,
          text: t('today.returnedText', { what: title, amount: money }),
          hint: head,
        };
      }
      case 'dispute': {
        const isPaidTwice = status === 'won';
        const head = t(isPaidTwice ? 'today.disputePaidTwiceTitle' : 'today.disputeTitle', { name });
        return {
          icon: TriangleAlert,
          tone: 'critical',
          title: head,
          text: t(isPaidTwice ? 'today.disputePaidTwiceText' : 'today.disputeText', { what: title, amount: money }),
          hint: head,
        };
      }
      case 'fee': {
        const head = t(status === 'failed' ? 'today.feeFailedTitle' : 'today.feeTitle', { name });
        return {
          icon: Timer,
          tone: status === 'failed' ? 'critical' : 'caution',
          title: head,
          text:
            dueAt === null
              ? t('today.feeText', { amount: money, what })
              : t('today.feeDueText', { amount: money, what, when: formats.dayTime(dueAt) }),
          hint: head,
        };
      }
      case 'package_ending': {
        const head = t('today.endingTitle', { name });
        const left = decision.package?.creditsRemaining;
        const isEmpty = left !== null && left !== undefined && left <= 0;
        return {
          icon: isEmpty ? Ticket : CalendarClock,
          tone: 'info',
          title: head,
          text:
            isEmpty || dueAt === null
              ? t('words.lastCredit', { package: title })
              : t('today.endingText', { plan: title, day: formats.day(dueAt) }),
          hint: head,
        };
      }
      case 'sign_up': {
        const head = t('today.signUpTitle', { name });
        return { icon: UserPlus, tone: 'info', title: head, text: t('today.signUpText'), hint: head };
      }
      case 'erasure': {
        const head = t('today.erasureTitle', { name });
        return { icon: UserX, tone: 'caution', title: head, text: t('today.erasureText'), hint: head };
      }
      case 'of_age': {
        const head = t('today.ofAgeTitle', { name });
        return { icon: UsersRound, tone: 'info', title: head, text: t('today.ofAgeText'), hint: head };
      }
      case 'webhook_failing': {
        const head = t('today.webhookTitle', { name: title });
        return {
          icon: TriangleAlert,
          tone: 'critical',
          title: head,
          text: t(status === 'disabled' ? 'today.webhookDisabled' : 'today.webhookFailing'),
          hint: head,
        };
      }
    }
  };
};

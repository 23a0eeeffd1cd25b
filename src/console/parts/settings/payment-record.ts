import type { Schemas } from '../../api/types.ts';
import { type Part, settingsOf } from './settings-record.ts';

type Method = Schemas['Settings']['payment']['acceptedMethods'][number];

/** The methods with cards, or without; the others are kept. */
const withCards = (before: readonly Method[], isTaken: boolean): Method[] => {
  const kept = before.filter((each) => each !== 'card');
  if (isTaken) return ['card', ...kept];
  return kept.length === 0 ? ['cash', 'external', 'account_credit', 'comp'] : kept;
};

/** Whether cards are taken. */
interface Cards {
  readonly 'payment.acceptedMethods': boolean;
}

/** The settings of payments, without the processor. */
export const PAYMENT: readonly Part[] = [
  {
    title: 'payment.partTake',
    fields: settingsOf<Cards>()({
      'payment.acceptedMethods': {
        kind: 'switch',
        label: 'payment.methods',
        hint: 'payment.methodsHint',
        usual: true,
        read: ({ payment }) => payment.acceptedMethods.includes('card'),
        writes: ['payment.acceptedMethods'],
        send: (draft, before) => ({
          'payment.acceptedMethods': withCards(before?.payment.acceptedMethods ?? [], draft['payment.acceptedMethods']),
        }),
      },
      'payment.taxInclusive': { kind: 'switch', label: 'payment.tax', hint: 'payment.taxHint', usual: true },
      'payment.maxSavedMethods': {
        kind: 'number',
        label: 'payment.savedCards',
        hint: 'payment.savedCardsHint',
        usual: '5',
      },
      'payment.waysToPay': { kind: 'switch', label: 'payment.ways', hint: 'payment.waysHint', usual: false },
      'payment.usableWhileProcessing': {
        kind: 'switch',
        label: 'payment.usable',
        hint: 'payment.usableHint',
        usual: true,
        when: (draft) => draft['payment.waysToPay'] === true,
      },
      'payment.prenotificationDays': {
        kind: 'number',
        unit: 'day',
        label: 'payment.announced',
        hint: 'payment.announcedHint',
        usual: '2',
        when: (draft) => draft['payment.waysToPay'] === true,
      },
      'payment.refundWindowDays': {
        kind: 'number',
        unit: 'day',
        empty: 'settings.noLimit',
        label: 'payment.refundDays',
        hint: 'payment.refundDaysHint',
        usual: '',
      },
      'payment.holdCreditsInArrears': { kind: 'switch', label: 'payment.hold', hint: 'payment.holdHint', usual: true },
    }),
  },
  {
    title: 'payment.partFees',
    fields: settingsOf()({
      // It is set with the studio as a whole.
      'payment.currency': { kind: 'pick', label: 'studio.currency', when: () => false },
      'payment.lateCancelFee': {
        kind: 'money',
        currency: 'payment.currency',
        label: 'payment.lateFee',
        hint: 'payment.lateFeeHint',
        usual: '0',
      },
      'payment.noShowFee': {
        kind: 'money',
        currency: 'payment.currency',
        label: 'payment.noShowFee',
        hint: 'payment.noShowFeeHint',
        usual: '0',
      },
      'payment.feesApplyTo': {
        kind: 'choice',
        look: 'radio',
        answers: [
          { id: 'unlimited_only', label: 'payment.feesUnlimited' },
          { id: 'all', label: 'payment.feesAll' },
        ],
        label: 'payment.feesApplyTo',
        hint: 'payment.feesApplyToHint',
        usual: 'unlimited_only',
      },
      'payment.autoChargeFees': {
        kind: 'switch',
        label: 'payment.autoFees',
        hint: 'payment.autoFeesHint',
        usual: false,
      },
      'payment.feeChargeDelayHours': {
        kind: 'number',
        unit: 'hour',
        label: 'payment.feeDelay',
        hint: 'payment.feeDelayHint',
        usual: '24',
        when: (draft) => draft['payment.autoChargeFees'],
      },
    }),
  },
];

/** What a studio sets of a connected account: only owners change it. */
export const PLATFORM: Part = {
  title: 'payment.partPlatform',
  fields: settingsOf()({
    'payment.platformFeePercent': {
      kind: 'number',
      isDecimal: true,
      label: 'payment.platformFee',
      hint: 'payment.platformFeeHint',
      usual: '0',
    },
    'payment.processor.confirmOnConnectedAccount': {
      kind: 'switch',
      label: 'payment.connected',
      hint: 'payment.connectedHint',
      usual: false,
      permission: 'settings:processor',
    },
  }),
};

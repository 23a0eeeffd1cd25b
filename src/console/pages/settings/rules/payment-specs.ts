import type { Part } from '../shared/specs.ts';

const SWITCH = { kind: 'switch' } as const;
const MONEY = { kind: 'money' } as const;

/** The settings of payments, without the processor. */
export const PAYMENT: readonly Part[] = [
  {
    title: 'payment.partTake',
    specs: [
      {
        path: 'payment.acceptedMethods',
        name: 'payment.methods',
        hint: 'payment.methodsHint',
        type: { kind: 'among', one: 'card', others: ['cash', 'external', 'account_credit', 'comp'] },
        usual: 'yes',
      },
      { path: 'payment.taxInclusive', name: 'payment.tax', hint: 'payment.taxHint', type: SWITCH, usual: 'yes' },
      {
        path: 'payment.maxSavedMethods',
        name: 'payment.savedCards',
        hint: 'payment.savedCardsHint',
        type: { kind: 'number' },
        usual: '5',
      },
      {
        path: 'payment.refundWindowDays',
        name: 'payment.refundDays',
        hint: 'payment.refundDaysHint',
        type: { kind: 'number', unit: 'day', empty: 'settings.noLimit' },
        usual: '',
      },
      {
        path: 'payment.holdCreditsInArrears',
        name: 'payment.hold',
        hint: 'payment.holdHint',
        type: SWITCH,
        usual: 'yes',
      },
    ],
  },
  {
    title: 'payment.partFees',
    specs: [
      { path: 'payment.lateCancelFee', name: 'payment.lateFee', hint: 'payment.lateFeeHint', type: MONEY, usual: '0' },
      { path: 'payment.noShowFee', name: 'payment.noShowFee', hint: 'payment.noShowFeeHint', type: MONEY, usual: '0' },
      {
        path: 'payment.feesApplyTo',
        name: 'payment.feesApplyTo',
        hint: 'payment.feesApplyToHint',
        type: {
          kind: 'choice',
          answers: [
            { id: 'unlimited_only', label: 'payment.feesUnlimited' },
            { id: 'all', label: 'payment.feesAll' },
          ],
        },
        usual: 'unlimited_only',
      },
      {
        path: 'payment.autoChargeFees',
        name: 'payment.autoFees',
        hint: 'payment.autoFeesHint',
        type: SWITCH,
        usual: 'no',
      },
      {
        path: 'payment.feeChargeDelayHours',
        name: 'payment.feeDelay',
        hint: 'payment.feeDelayHint',
        type: { kind: 'number', unit: 'hour' },
        usual: '24',
        when: (draft) => draft['payment.autoChargeFees'] === 'yes',
      },
    ],
  },
];

/** What a studio sets of a connected account: only owners change it. */
export const PLATFORM: Part = {
  title: 'payment.partPlatform',
  specs: [
    {
      path: 'payment.platformFeePercent',
      name: 'payment.platformFee',
      hint: 'payment.platformFeeHint',
      type: { kind: 'percent' },
      usual: '0',
    },
    {
      path: 'payment.processor.confirmOnConnectedAccount',
      name: 'payment.connected',
      hint: 'payment.connectedHint',
      type: SWITCH,
      usual: 'no',
      permission: 'settings:processor',
    },
  ],
};

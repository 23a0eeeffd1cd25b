import type { TextKey } from '../../../texts/translate.ts';
import type { Schemas } from '../../api/types.ts';
import { minorUnitsOf } from '../../formats/amounts.ts';
import { fieldsOf } from '../../forms/record-fields.ts';

type Instructor = Schemas['Instructor'];
type Body = Schemas['UpdateInstructorRequest'];
type PayType = NonNullable<Instructor['payRate']>['type'];

export const PAY_WORDS = {
  per_class: { name: 'staff.payPerClass', said: 'staff.paySaidPerClass' },
  hourly: { name: 'staff.payHourly', said: 'staff.paySaidHourly' },
  per_head: { name: 'staff.payPerHead', said: 'staff.paySaidPerHead' },
} as const satisfies Record<PayType, { name: TextKey; said: TextKey }>;

/** What the form has in another way than the instructor. */
interface Own {
  readonly payFor: PayType;
  readonly payAmount: string;
  readonly payCurrency: string;
}

const PAY_RATE = { writes: ['payRate'] } as const;

/** What an instructor is paid for their classes, or that no rate is known. @param currency where no rate says one */
export const payFieldsIn = (currency: string) =>
  fieldsOf<Instructor, Body, Own>()({
    payFor: {
      ...PAY_RATE,
      kind: 'choice',
      look: 'radio',
      label: 'staff.payFor',
      answers: (['per_class', 'hourly', 'per_head'] as const).map((id) => ({ id, label: PAY_WORDS[id].name })),
      read: ({ payRate }) => payRate?.type ?? 'per_class',
      send: null,
    },
    payAmount: {
      ...PAY_RATE,
      kind: 'money',
      currency: 'payCurrency',
      mayBeEmpty: true,
      label: 'staff.pay',
      labelIn: 'staff.payAmount',
      hint: 'staff.payAmountHint',
      read: ({ payRate }) => payRate?.amount,
      send: ({ payFor: type, payAmount, payCurrency }) => {
        const amount = minorUnitsOf(payAmount, payCurrency);
        return { payRate: amount === undefined ? null : { type, amount, currency: payCurrency } };
      },
    },
    payCurrency: {
      ...PAY_RATE,
      kind: 'currency',
      label: 'plans.currency',
      when: () => false,
      read: ({ payRate }) => payRate?.currency ?? currency,
      send: null,
    },
  });

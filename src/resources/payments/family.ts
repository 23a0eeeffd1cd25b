import { everyMinute, everyMinutes, hourly } from '../../kernel/periods.ts';
import { oldRequests } from '../../payments-processor/sandbox/objects.ts';
import { PAYMENTS } from '../demo-ids.ts';
import type { Family } from '../family.ts';
import type { Program } from '../program.ts';
import type { PaymentPorts } from './charging/ports.ts';
import { noRenewalDue, renewPackages } from './charging/renewals.ts';
import { writeOffDebt } from './charging/write-off.ts';
import { managePaymentOperations, memberPaymentOperations, paymentOperations } from './operations.ts';
import { disputeMat, giveWater } from './refunds/example.ts';

export const payments = {
  operations: [paymentOperations, memberPaymentOperations, managePaymentOperations],
  examples: {
    records: [
      ['A sale of just now', PAYMENTS.justSold],
      ['A payment that is disputed', PAYMENTS.disputed],
    ],
    create(tx) {
      giveWater(tx);
      disputeMat(tx);
    },
  },
  reactions: () => ({ debtWrittenOff: writeOffDebt }),
  jobs: [
    {
      name: 'open charges and refunds',
      period: everyMinutes(5),
      run: ({ payments }: PaymentPorts) => payments.settle(),
    },
    {
      name: 'renewals',
      period: everyMinute,
      run: ({ charging }: PaymentPorts) => renewPackages(charging),
      isIdle: noRenewalDue,
    },
    {
      name: 'payments that take days',
      period: hourly(11),
      run: ({ payments }: PaymentPorts) => payments.settleProcessing(),
    },
    { name: 'processor account', period: hourly(29), run: ({ payments }: PaymentPorts) => payments.refreshAccount() },
    { name: 'sandbox processor requests', period: hourly(43), run: ({ sweep }: Program) => sweep(oldRequests) },
  ],
} satisfies Family;

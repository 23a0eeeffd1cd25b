import { daily, everyMinutes, hourly } from '../../kernel/periods.ts';
import type { Family } from '../family.ts';
import type { PaymentPorts } from '../payments/charging/ports.ts';
import type { Program } from '../program.ts';
import { deskPaymentMethodOperations } from './desk.ts';
import { paymentMethodOperations } from './operations.ts';
import { cardPaid, methodChosen } from './payment-methods.ts';
import { oldEvents } from './processor-events/queries.ts';
import { detachRemovedMethods } from './remove.ts';
import { expireSetups } from './setup/expire.ts';

export const paymentMethods = {
  reactions: () => ({ cardPaid, methodChosen }),
  operations: [paymentMethodOperations, deskPaymentMethodOperations],
  jobs: [
    { name: 'unfinished setups', period: hourly(17), run: ({ charging }: PaymentPorts) => expireSetups(charging) },
    {
      name: 'removed cards',
      period: everyMinutes(5),
      run: ({ charging }: PaymentPorts) => detachRemovedMethods(charging),
    },
    { name: 'processor events', period: daily(4, 53), run: ({ sweep }: Program) => sweep(oldEvents) },
  ],
} satisfies Family;

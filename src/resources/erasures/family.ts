import { daily, everyMinutes } from '../../kernel/periods.ts';
import type { Family } from '../family.ts';
import type { PaymentPorts } from '../payments/charging/ports.ts';
import { cleanSearchIndex, retryProcessorErasure } from './erase.ts';
import { erasureOperations } from './operations.ts';
import { erasureDecisionOperations, memberErasureOperations } from './requests/operations.ts';

export const erasures = {
  operations: [erasureOperations, erasureDecisionOperations, memberErasureOperations],
  jobs: [
    {
      name: 'erased clients',
      period: everyMinutes(5),
      run: ({ charging }: PaymentPorts) => retryProcessorErasure(charging),
    },
    { name: 'search index', period: daily(3, 47), run: ({ charging }: PaymentPorts) => cleanSearchIndex(charging) },
  ],
} satisfies Family;

import type { Processor } from '../../../payments-processor/port.ts';
import type { ProcessorInfo } from '../../settings/view.ts';
import type { ChargeDeps } from './call-processor.ts';

/** Card payments: the processor, what is known of its account, and charges. */
export interface PaymentPorts {
  readonly processor: Processor;
  readonly processorInfo: () => ProcessorInfo;
  readonly charging: ChargeDeps;
  readonly payments: {
    /** Settles charges and refunds whose result is unknown. */
    settle(): Promise<void>;
    /** Settles what takes days, such as direct debits. */
    settleProcessing(): Promise<void>;
    refreshAccount(): Promise<void>;
    /** Asks the processor now, and stores what it says of the account. @throws ProcessorFailure */
    askAccount(): Promise<{ readonly chargesEnabled: boolean; readonly isComplete: boolean }>;
  };
}

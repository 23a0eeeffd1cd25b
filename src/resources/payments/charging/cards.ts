import type { Read } from '../../../database/database.ts';
import type { AnyCaller } from '../../../kernel/caller.ts';
import { conflict, invalidParam, missingResource } from '../../../kernel/problem.ts';
import type { Processor, ProcessorAccount } from '../../../payments-processor/port.ts';
import { defaultMethodOf, mayPayWith } from '../../payment-methods/queries.ts';
import { PaymentMethod, type PaymentMethodRow } from '../../payment-methods/record.ts';
import { paymentSettings } from '../../settings/queries.ts';

export interface ConfiguredProcessor {
  readonly processor: Processor;
  /** A connected account; null for the platform's own. */
  readonly account: string | null;
}

export const placeOf = ({ processor, account }: ConfiguredProcessor): ProcessorAccount => ({
  mode: processor.mode,
  account,
});

/** Whether a card was saved with the processor, mode and account that are configured now. Others are never used. */
export const isConfiguredFor = (card: PaymentMethodRow, { processor, account }: ConfiguredProcessor): boolean =>
  card.processor === processor.name && card.mode === processor.mode && card.account === account;

/**
 * The card to charge: the given one, or the client's default.
 * @throws Problem 400 when there is none; 409 `payment_method_setup_failed` when it was saved with other keys.
 */
export const cardToCharge = (
  read: Read,
  caller: AnyCaller,
  clientId: string,
  id: string | null | undefined,
  configured: ConfiguredProcessor,
): PaymentMethodRow => {
  const isGiven = id !== undefined && id !== null;
  const card = isGiven ? PaymentMethod.rows.find(read, id) : defaultMethodOf(read, clientId);
  if (card === undefined && !isGiven) {
    throw invalidParam(
      'paymentMethodId',
      "The client has no saved card. Save a card first, or choose another 'paymentMethod'.",
      'parameter_missing',
    );
  }
  if (card === undefined || !mayPayWith(read, caller, card, clientId) || card.status !== 'active') {
    throw missingResource('paymentMethodId', 'saved card', String(id));
  }
  if (isConfiguredFor(card, configured)) return card;
  throw conflict(
    'payment_method_setup_failed',
    'This card can no longer be charged here. Save it again, or choose another card.',
  );
};

/** @throws Problem 409 `card_payments_not_enabled` when the settings of a site do not accept cards. */
export const requireCardsAccepted = (read: Read, siteId: string): void => {
  if (paymentSettings(read, siteId).acceptedMethods.includes('card')) return;
  throw conflict(
    'card_payments_not_enabled',
    "This site takes no cards. Choose another 'paymentMethod', or add 'card' to payment.acceptedMethods.",
  );
};

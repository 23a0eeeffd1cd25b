import { memberOnlyOperations } from '../../http/operations/declare.ts';
import { at, like } from '../../http/operations/example.ts';
import type { MemberCaller } from '../../kernel/caller.ts';
import { METHODS } from '../demo-ids.ts';
import type { ChargeDeps } from '../payments/charging/call-processor.ts';
import { makeDefault } from './payment-methods.ts';
import { findMethod, methodPage } from './queries.ts';
import { PaymentMethod } from './record.ts';
import { removeSavedCard } from './remove.ts';
import { completeSetup } from './setup/complete.ts';
import { initiateSetup } from './setup/initiate.ts';
import { DeletedPaymentMethod, PaymentMethodSetup } from './shapes.ts';

interface PaymentMethodDeps {
  readonly charging: ChargeDeps;
}

const onMethod = { find: findMethod };

const ownerOf = ({ clientId, siteId }: MemberCaller) => ({ clientId, siteId });

export const paymentMethodOperations = ({ charging }: PaymentMethodDeps) =>
  memberOnlyOperations(({ list, write, flow }) => [
    flow(
      'POST /public-api/v2/member/payments/methods',
      'initiatePaymentMethod',
      {
        summary: 'Begin to save a card',
        description:
          'Confirm the card with the library of the processor, with the key and the secret of the response. Then complete it.',
        response: PaymentMethodSetup,
      },
      ({ caller, requestKey }, conclude) =>
        initiateSetup(charging, { owner: { ...ownerOf(caller), asks: 'client' }, requestKey }, conclude),
    ),
    flow(
      'POST /public-api/v2/member/payments/methods/:id/complete',
      'completePaymentMethod',
      {
        summary: 'Finish saving a card that is confirmed at the processor',
        description: '409 as long as the card is not confirmed. Completing twice is the same as once.',
        on: onMethod,
        response: PaymentMethod.schema,
        example: like(METHODS.visa, 'initiatePaymentMethod'),
      },
      ({ caller, record }, conclude) => completeSetup(charging, ownerOf(caller), record, conclude),
    ),
    list(
      'GET /public-api/v2/member/payments/methods',
      'listPaymentMethods',
      {
        summary: "List the member's saved cards",
        description: 'Active cards, the newest first.',
        response: PaymentMethod.list,
      },
      (read, { caller: { clientId }, page }) => ({
        page: methodPage(read, page, { clientId }),
        view: PaymentMethod.view,
      }),
    ),
    flow(
      'DELETE /public-api/v2/member/payments/methods/:id',
      'deletePaymentMethod',
      {
        summary: 'Remove a saved card',
        description:
          'The newest card that remains becomes the default. A card that pays for a renewing package is 409.',
        on: onMethod,
        response: DeletedPaymentMethod,
        example: at(METHODS.visa),
      },
      ({ caller, id }, conclude) => removeSavedCard(charging, caller, id, conclude),
    ),
    write(
      'POST /public-api/v2/member/payments/methods/:id/default',
      'makePaymentMethodDefault',
      {
        summary: 'Make a saved card the default',
        description: 'Renewals and fees are charged to the default card unless a package names another card.',
        on: onMethod,
        response: PaymentMethod.schema,
        isExtension: true,
        example: at(METHODS.visa),
      },
      (tx, { record }) => PaymentMethod.view(makeDefault(tx, record)),
    ),
  ]);

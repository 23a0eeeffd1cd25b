import type { Read } from '../../database/database.ts';
import { memberOnlyOperations } from '../../http/operations/declare.ts';
import { at, like } from '../../http/operations/example.ts';
import type { MemberCaller } from '../../kernel/caller.ts';
import { METHODS } from '../demo-ids.ts';
import type { ChargeDeps } from '../payments/charging/call-processor.ts';
import { defaultPreview, payAllWith } from './pay-all.ts';
import { findMethod, isPayerOf, methodPage } from './queries.ts';
import { PaymentMethod } from './record.ts';
import { removeSavedCard } from './remove.ts';
import { completeSetup } from './setup/complete.ts';
import { initiateSetup } from './setup/initiate.ts';
import { DeletedPaymentMethod, PaymentMethodSetup } from './shapes.ts';

interface PaymentMethodDeps {
  readonly charging: ChargeDeps;
}

const onMethod = { find: findMethod };

/** Whose cards pay for a member. An adult who does not pay in the household has none to choose for a dependant. */
const payerOf = (read: Read, { adultId, clientId }: MemberCaller): string => {
  if (adultId === undefined) return clientId;
  return isPayerOf(read, adultId, clientId) ? adultId : '';
};

const ownerOf = ({ clientId, siteId }: MemberCaller) => ({ clientId, siteId });

export const paymentMethodOperations = ({ charging }: PaymentMethodDeps) =>
  memberOnlyOperations(({ list, write, flow }) => [
    flow(
      'POST /public-api/v2/member/payments/methods',
      'initiatePaymentMethod',
      {
        summary: 'Start saving a card',
        description:
          "Confirm the card with the processor's library, using the key and secret in the response. Then complete it.",
        response: PaymentMethodSetup,
      },
      ({ caller, requestKey }, conclude) =>
        initiateSetup(charging, { owner: { ...ownerOf(caller), asks: 'client' }, requestKey }, conclude),
    ),
    flow(
      'POST /public-api/v2/member/payments/methods/:id/complete',
      'completePaymentMethod',
      {
        summary: 'Finish saving a card that was confirmed with the processor',
        description: 'Fails with 409 until the card is confirmed. Completing it twice has the same effect as once.',
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
        description: 'Returns active cards, newest first.',
        response: PaymentMethod.list,
      },
      // For a dependant, an adult who pays in the household has their own cards, and no one sees another's.
      (read, { caller, page }) => ({
        page: methodPage(read, page, { clientId: payerOf(read, caller) }),
        view: PaymentMethod.view,
      }),
    ),
    flow(
      'DELETE /public-api/v2/member/payments/methods/:id',
      'deletePaymentMethod',
      {
        summary: "Remove one of the member's saved cards",
        description:
          'The newest remaining card becomes the default. Fails with 409 if the card pays for a package that renews: ' +
          'choose another card for the package first.',
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
        summary: "Make one of the member's saved cards the default",
        description:
          'Fees, and the renewals of all packages, are charged to the default card from now on. With `dry_run`, the ' +
          'response says which packages that moves.',
        on: onMethod,
        response: PaymentMethod.schema,
        isExtension: true,
        example: at(METHODS.visa),
        dryRun: defaultPreview,
      },
      (tx, { caller, record }) => PaymentMethod.view(payAllWith(tx, caller, record)),
    ),
  ]);

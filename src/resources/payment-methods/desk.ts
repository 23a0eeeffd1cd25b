import type { Read } from '../../database/database.ts';
import { businessOperations } from '../../http/operations/declare.ts';
import { at, from } from '../../http/operations/example.ts';
import { type ClientRecord, findClient } from '../clients/queries.ts';
import { MEMBER, METHODS } from '../demo-ids.ts';
import type { ChargeDeps } from '../payments/charging/call-processor.ts';
import { makeDefault } from './payment-methods.ts';
import { findMethod, methodPage } from './queries.ts';
import { PaymentMethod } from './record.ts';
import { removeSavedCard } from './remove.ts';
import { completeSetup } from './setup/complete.ts';
import { initiateSetup } from './setup/initiate.ts';
import { DeletedPaymentMethod, PaymentMethodSetup } from './shapes.ts';

const ROOT = '/manage/clients/:id/payment-methods';

const ofClient = { on: { find: findClient }, staff: 'packages:sell' } as const;

/** The settings of the client's home hold, as they do when the client saves a card there. */
const ownerOf = ({ id, homeLocationId }: ClientRecord) => ({ clientId: id, siteId: homeLocationId });

const readMethod = (read: Read, clientId: string, id: string) => PaymentMethod.view(findMethod(read, { clientId }, id));

const onVisa = {
  path: {
    id: MEMBER,
    methodId: from(METHODS.visa, 'initiateClientPaymentMethod'),
  },
};

const family = {
  tag: 'Payment methods',
  about: "Clients' saved cards, for the front desk. Members manage their own cards with the member operations.",
  audited: true,
  readsWhole: 'getClient',
};

/** The saved cards of a client, as staff add, choose and remove them (management.md). */
export const deskPaymentMethodOperations = ({ charging }: { readonly charging: ChargeDeps }) =>
  businessOperations(family, 'manage', ({ list, write, flow }) => [
    list(
      `GET ${ROOT}`,
      'listClientPaymentMethods',
      {
        summary: "List a client's saved cards",
        description: 'Returns active cards, newest first.',
        ...ofClient,
        response: PaymentMethod.list,
        example: at(MEMBER),
      },
      (read, { id: clientId, page }) => ({ page: methodPage(read, page, { clientId }), view: PaymentMethod.view }),
    ),
    flow(
      `POST ${ROOT}`,
      'initiateClientPaymentMethod',
      {
        summary: 'Start saving a card for a client',
        description:
          "Enter the card into the processor's form, using the key and secret in the response: the card number " +
          'never reaches this server. Then complete it.',
        ...ofClient,
        response: PaymentMethodSetup,
        reads: readMethod,
        example: at(MEMBER),
      },
      ({ record, requestKey }, conclude) =>
        initiateSetup(charging, { owner: { ...ownerOf(record), asks: 'staff' }, requestKey }, conclude),
    ),
    flow(
      `POST ${ROOT}/:methodId/complete`,
      'completeClientPaymentMethod',
      {
        summary: 'Finish saving a card that was confirmed with the processor',
        description: 'Fails with 409 until the card is confirmed. Completing it twice has the same effect as once.',
        ...ofClient,
        response: PaymentMethod.schema,
        reads: readMethod,
        example: onVisa,
      },
      ({ record, params }, conclude) => {
        const owner = ownerOf(record);
        return completeSetup(
          charging,
          owner,
          findMethod(charging.store.view(), owner, params.methodId ?? ''),
          conclude,
        );
      },
    ),
    write(
      `POST ${ROOT}/:methodId/default`,
      'makeClientPaymentMethodDefault',
      {
        summary: "Make a saved card a client's default",
        description: 'Renewals and fees are charged to the default card unless a package specifies another one.',
        ...ofClient,
        response: PaymentMethod.schema,
        reads: readMethod,
        example: onVisa,
      },
      (tx, { id: clientId, params }) =>
        PaymentMethod.view(makeDefault(tx, findMethod(tx, { clientId }, params.methodId ?? ''))),
    ),
    flow(
      `DELETE ${ROOT}/:methodId`,
      'deleteClientPaymentMethod',
      {
        summary: "Remove a client's saved card",
        description:
          'The newest remaining card becomes the default. Fails with 409 if the card pays for a package that renews.',
        ...ofClient,
        response: DeletedPaymentMethod,
        reads: readMethod,
        example: onVisa,
      },
      ({ id: clientId, params }, conclude) => removeSavedCard(charging, { clientId }, params.methodId ?? '', conclude),
    ),
  ]);

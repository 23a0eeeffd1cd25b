import { businessOperations } from '../../http/operations/declare.ts';
import { at } from '../../http/operations/example.ts';
import { findClient } from '../clients/queries.ts';
import { Client } from '../clients/record.ts';
import { MEMBER } from '../demo-ids.ts';
import { EraseClient } from './begin.ts';
import { type ErasureDeps, eraseClient } from './erase.ts';

/** The erasure of clients on their request (`/manage/clients/{id}/erase`). */
export const erasureOperations = (deps: ErasureDeps) =>
  businessOperations({ tag: 'Clients', reads: 'getClient' }, 'manage', ({ flow }) => [
    flow(
      'POST /manage/clients/:id/erase',
      'eraseClient',
      {
        audited: 'without changes',
        changesBefore: true,
        summary: "Delete a client's personal data",
        description:
          'For clients who request it; this cannot be undone. The client is archived first. Names, contact ' +
          'details, notes, custom properties, sign-in identities, and saved cards are deleted, here and at the ' +
          'card processor, and from events and deliveries. Bookings, payments, and check-ins are kept under the ' +
          'name "Erased client". The email can be used again. Fails with 409 if the client has a pending payment ' +
          'or debts. Erasing again changes nothing.',
        on: { find: findClient },
        body: EraseClient,
        response: Client.schema,
        staff: 'clients:erase',
        example: { ...at(MEMBER), body: { writeOffDebts: true } },
      },
      (call, conclude) => eraseClient(deps, call, conclude),
    ),
  ]);

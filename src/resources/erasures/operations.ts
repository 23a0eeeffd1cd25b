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
        summary: 'Erase the personal data of a client',
        description:
          'For a client who asks for it; it cannot be undone. The client is archived first. Names, contacts, notes, custom properties, sign-in identities and saved cards go, here and at the card processor, also from events and deliveries. Bookings, payments and check-ins stay, under the name "Erased client". The email can be used again. A client with a pending payment or with debts is 409. Erasing again changes nothing.',
        on: { find: findClient },
        body: EraseClient,
        response: Client.schema,
        staff: 'clients:erase',
        example: { ...at(MEMBER), body: { writeOffDebts: true } },
      },
      (call, conclude) => eraseClient(deps, call, conclude),
    ),
  ]);

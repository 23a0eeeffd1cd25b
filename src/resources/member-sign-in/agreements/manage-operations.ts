import { businessOperations } from '../../../http/operations/declare.ts';
import { at } from '../../../http/operations/example.ts';
import { described, oneOf, optional } from '../../../kernel/schemas.ts';
import { findClient } from '../../clients/queries.ts';
import { MEMBER } from '../../demo-ids.ts';
import { AgreementList, agreementViews, clientAgreementPage } from './signed.ts';
import { AGREEMENT_KINDS } from './tables.ts';

export const signedOperations = businessOperations({ tag: 'Clients' }, 'manage', ({ list }) => [
  list(
    'GET /manage/clients/:id/agreements',
    'listClientAgreements',
    {
      summary: "List a client's signed waivers and consents",
      description:
        'Returns waivers and consents with the text as shown, who signed, the guardian, the time, the place, and ' +
        'the network address, latest first. They never change.',
      on: { find: findClient },
      filters: { kind: optional(described(oneOf(...AGREEMENT_KINDS), 'Only return waivers or only consents.')) },
      response: AgreementList,
      staff: 'clients:read',
      example: at(MEMBER),
    },
    (read, { record: { id: clientId }, query: { kind }, page }) => {
      const found = clientAgreementPage(read, page, { clientId, kind });
      return { page: found, view: agreementViews(read, found.rows) };
    },
  ),
]);

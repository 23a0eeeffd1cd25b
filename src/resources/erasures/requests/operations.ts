import type { Read } from '../../../database/database.ts';
import { businessOperations, memberOnlyOperations } from '../../../http/operations/declare.ts';
import { at } from '../../../http/operations/example.ts';
import { notFound } from '../../../kernel/problem.ts';
import { type ClientRecord, clientById, findClient } from '../../clients/queries.ts';
import { MEMBER } from '../../demo-ids.ts';
import { askForErasure, declineErasure, erasureRequest, withdrawErasure } from './requests.ts';
import { DeclineErasure, ErasureRequest } from './shapes.ts';

const ownClient = (read: Read, id: string): ClientRecord => {
  const client = clientById(read, id);
  if (client === undefined) throw notFound('client', id);
  return client;
};

/** How members ask the studio to delete their account. */
export const memberErasureOperations = memberOnlyOperations(({ read, write }) => [
  read(
    'GET /public-api/v2/member/erasure',
    'getMemberErasure',
    {
      summary: "Retrieve the member's deletion request",
      description: '`status` is none if there is no request.',
      response: ErasureRequest,
      isExtension: true,
    },
    (seen, { caller }) => erasureRequest(seen, caller.clientId),
  ),
  write(
    'POST /public-api/v2/member/erasure',
    'requestMemberErasure',
    {
      summary: "Request deletion of the member's data",
      description:
        'The studio decides: until then, nothing changes, and the member can withdraw the request. Bookings and ' +
        'payments that must be kept by law stay, without a name. Requesting it again changes nothing.',
      response: ErasureRequest,
      isExtension: true,
    },
    (tx, { caller }) => {
      askForErasure(tx, ownClient(tx, caller.clientId));
      return erasureRequest(tx, caller.clientId);
    },
  ),
  write(
    'DELETE /public-api/v2/member/erasure',
    'withdrawMemberErasure',
    {
      summary: "Withdraw the member's deletion request",
      description: 'Possible until the studio has decided. Without a request, nothing changes.',
      response: ErasureRequest,
      isExtension: true,
    },
    (tx, { caller }) => {
      withdrawErasure(tx, ownClient(tx, caller.clientId));
      return erasureRequest(tx, caller.clientId);
    },
  ),
]);

const client = { find: findClient };

/** What the desk says to a client who has asked to be erased; `eraseClient` is the other answer. */
export const erasureDecisionOperations = businessOperations(
  { tag: 'Clients', audited: true, reads: 'getErasureRequest' },
  'manage',
  ({ read, write }) => [
    read(
      'GET /manage/clients/:id/erasure-request',
      'getErasureRequest',
      {
        summary: "Retrieve a client's deletion request",
        description: '`status` is none if there is no request, and after the client is erased.',
        on: client,
        response: ErasureRequest,
        staff: 'clients:read',
        example: at(MEMBER),
      },
      (seen, { record }) => erasureRequest(seen, record.id),
    ),
    write(
      'POST /manage/clients/:id/decline-erasure',
      'declineErasure',
      {
        summary: "Decline a client's deletion request",
        description:
          'The client sees `reason`, and may request it again. To grant the request, use POST ' +
          '/manage/clients/{id}/erase. Fails with 409 `erasure_not_requested` if the client has no pending request.',
        on: client,
        hasEtag: false,
        body: DeclineErasure,
        response: ErasureRequest,
        errors: [409],
        staff: 'clients:erase',
        isInteractive: true,
        answers: {
          200: {
            object: 'erasure_request',
            clientId: MEMBER,
            status: 'declined',
            requestedAt: '2026-03-01T09:30:00.000Z',
            decidedAt: '2026-03-02T15:00:00.000Z',
            reason: 'A payment is still open.',
          },
        },
      },
      (tx, { record, body }) => {
        declineErasure(tx, record, body.reason ?? null);
        return erasureRequest(tx, record.id);
      },
    ),
  ],
);

import type { Read } from '../../../database/database.ts';
import { memberOnlyOperations } from '../../../http/operations/declare.ts';
import { answerOf } from '../../../http/operations/example.ts';
import { fullName } from '../../../kernel/full-name.ts';
import { notFound } from '../../../kernel/problem.ts';
import { updateClient } from '../../clients/clients.ts';
import { type ClientRecord, clientById } from '../../clients/queries.ts';
import { Client } from '../../clients/record.ts';
import type { MemberSignInProgram } from '../state.ts';
import { agreementState, requireCurrent, requireGuardian, storeAgreement } from './agreements.ts';
import {
  GiveConsent,
  MemberConsents,
  type MemberConsentsResponse,
  MemberWaiver,
  type MemberWaiverResponse,
  SignWaiver,
} from './shapes.ts';

interface Asking {
  readonly clientId: string;
  readonly siteId: string;
}

const ownClient = (read: Read, { clientId }: Asking): ClientRecord => {
  const client = clientById(read, clientId);
  if (client === undefined) throw notFound('client', clientId);
  return client;
};

const waiverView = (read: Read, { clientId, siteId }: Asking): MemberWaiverResponse => ({
  object: 'member_waiver',
  ...agreementState(read, clientId, 'waiver', siteId),
});

const consentsView = (read: Read, asking: Asking): MemberConsentsResponse => {
  const { email, sms, push } = Client.view(ownClient(read, asking)).marketingConsent;
  return {
    object: 'member_consents',
    ...agreementState(read, asking.clientId, 'consent', asking.siteId),
    marketing: { email, sms, push },
  };
};

const addressOf = ({ requests }: Pick<MemberSignInProgram, 'requests'>, request: Request | undefined): string => {
  if (request === undefined) throw new Error('the operation does not see its request');
  return requests.addressOf(request);
};

/** The waiver and the consent of a member. */
export const agreementOperations = (deps: Pick<MemberSignInProgram, 'requests' | 'reactions'>) =>
  memberOnlyOperations(({ read, write }) => [
    read(
      'GET /public-api/v2/member/waiver',
      'getMemberWaiver',
      {
        summary: "Retrieve the site's waiver and the member's signature",
        description: 'Depends on the settings of the site in X-Site-ID.',
        response: MemberWaiver,
        isExtension: true,
      },
      (tx, { caller }) => waiverView(tx, caller),
    ),
    write(
      'POST /public-api/v2/member/waiver',
      'signMemberWaiver',
      {
        reads: 'getMemberProfile',
        hasEtag: false,
        summary: "Sign the site's waiver",
        description:
          'Stored permanently with the text, name, time, and network address. Fails with 409 `agreement_changed` ' +
          'if the site now has a different version. For members under 18, a guardian signs. An adult who signs for a ' +
          'dependant of their household (X-Client-ID) is the guardian: `guardianName` is ignored.',
        body: SignWaiver,
        response: MemberWaiver,
        errors: [409],
        isExtension: true,
        seesRequest: true,
        isInteractive: true,
        answers: { 200: answerOf('getMemberWaiver') },
      },
      (tx, { caller, body, request }) => {
        const client = ownClient(tx, caller);
        const text = requireCurrent(tx, caller.siteId, 'waiver', body.version);
        const { clientId, adultId: signedByClientId } = caller;
        // Who signs for a dependant is the guardian, under the name that the studio knows.
        const guardianName =
          signedByClientId === undefined
            ? body.guardianName
            : fullName(ownClient(tx, { ...caller, clientId: signedByClientId }));
        requireGuardian(tx, client.dateOfBirth, guardianName, caller.siteId);
        const by = { guardianName, signedByClientId, address: addressOf(deps, request), channel: 'account' } as const;
        storeAgreement(tx, 'waiver', text, { name: body.name, clientId, ...by });
        const waiver = { status: 'signed', version: text.version, signedAt: tx.now } as const;
        updateClient(tx, caller, client, { waiver }, deps.reactions);
        return waiverView(tx, caller);
      },
    ),
    read(
      'GET /public-api/v2/member/consents',
      'getMemberConsents',
      {
        summary: "Retrieve the member's consents",
        description: 'Depends on the settings of the site in X-Site-ID.',
        response: MemberConsents,
        isExtension: true,
      },
      (tx, { caller }) => consentsView(tx, caller),
    ),
    write(
      'POST /public-api/v2/member/consents',
      'giveMemberConsent',
      {
        reads: 'getMemberProfile',
        hasEtag: false,
        summary: "Agree to the site's current text",
        description:
          'Stored permanently with the text. Fails with 409 `agreement_changed` if the site now has a different ' +
          'version.',
        body: GiveConsent,
        response: MemberConsents,
        errors: [409],
        isExtension: true,
        seesRequest: true,
        isInteractive: true,
        answers: { 200: answerOf('getMemberConsents') },
      },
      (tx, { caller, body, request }) => {
        const text = requireCurrent(tx, caller.siteId, 'consent', body.version);
        const name = fullName(ownClient(tx, caller));
        const from = { address: addressOf(deps, request), channel: 'account' } as const;
        storeAgreement(tx, 'consent', text, { name, clientId: caller.clientId, ...from });
        return consentsView(tx, caller);
      },
    ),
  ]);

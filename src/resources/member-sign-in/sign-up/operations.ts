import { pendingSignUp, removeSignUp } from '../../../auth/members/own/sign-ups.ts';
import { businessOperations } from '../../../http/operations/declare.ts';
import { at } from '../../../http/operations/example.ts';
import { conflict } from '../../../kernel/problem.ts';
import { archiveClient } from '../../clients/clients.ts';
import { findClient } from '../../clients/queries.ts';
import { MEMBER } from '../../demo-ids.ts';
import type { MemberSignInProgram } from '../state.ts';
import { SignUpDecision, SignUpState } from './shapes.ts';

const notPending = () =>
  conflict('sign_up_decided', 'This client has not signed up, or the sign-up was already decided.');

const client = { find: findClient };

/** What the studio says to anyone who has signed up and waits. */
export const signUpDecisionOperations = ({
  reactions,
  memberSignIn,
}: Pick<MemberSignInProgram, 'reactions' | 'memberSignIn'>) =>
  businessOperations({ tag: 'Clients', audited: true, reads: 'getClient' }, 'manage', ({ read, write }) => [
    read(
      'GET /manage/clients/:id/sign-up',
      'getSignUp',
      {
        summary: "Retrieve a client's sign-up status",
        description:
          'Applies when `membership.signUp` is approval: the sign-up is pending until the studio approves or ' +
          'declines it.',
        on: client,
        response: SignUpState,
        staff: 'clients:read',
        example: at(MEMBER),
      },
      (read, { record }) => {
        const waiting = pendingSignUp(read, record.id);
        return {
          object: 'sign_up',
          clientId: record.id,
          isWaiting: waiting !== undefined,
          siteId: waiting?.siteId ?? null,
          signedUpAt: waiting?.createdAt ?? null,
        };
      },
    ),
    write(
      'POST /manage/clients/:id/approve-sign-up',
      'approveSignUp',
      {
        summary: 'Approve a sign-up',
        description:
          'Applies when `membership.signUp` is approval. The client gets an email and can sign in. Fails with 409 ' +
          '`sign_up_decided` if the client has no pending sign-up.',
        on: client,
        hasEtag: false,
        response: SignUpDecision,
        errors: [409],
        staff: 'clients:write',
        isInteractive: true,
        answers: { 200: { object: 'sign_up_decision', clientId: MEMBER, isApproved: true } },
      },
      (tx, { record }) => {
        if (!removeSignUp(tx, record.id)) throw notPending();
        memberSignIn?.writeAdmission(tx, record.id);
        return { object: 'sign_up_decision', clientId: record.id, isApproved: true };
      },
    ),
    write(
      'POST /manage/clients/:id/decline-sign-up',
      'declineSignUp',
      {
        summary: 'Decline a sign-up',
        description:
          'Archives the client; restoring the client approves the sign-up. Fails with 409 `sign_up_decided` if the ' +
          'client has no pending sign-up.',
        on: client,
        hasEtag: false,
        response: SignUpDecision,
        errors: [409],
        staff: 'clients:write',
        isInteractive: true,
        answers: { 200: { object: 'sign_up_decision', clientId: MEMBER, isApproved: false } },
      },
      (tx, { record }) => {
        if (!removeSignUp(tx, record.id)) throw notPending();
        archiveClient(tx, record, reactions);
        return { object: 'sign_up_decision', clientId: record.id, isApproved: false };
      },
    ),
  ]);

import { kindOfDevice } from '../../../auth/members/own/devices.ts';
import { sharedBy } from '../../../auth/staff/throttle.ts';
import { memberOnlyOperations } from '../../../http/operations/declare.ts';
import type { MemberCaller } from '../../../kernel/caller.ts';
import { MINUTE_MS } from '../../../kernel/durations.ts';
import { storedEmail } from '../../../kernel/emails.ts';
import { signedInElsewhere } from '../devices/operations.ts';
import { SIGNED_IN } from '../examples.ts';
import { MemberSignInResponse } from '../shapes.ts';
import { deviceOf, signedInResponse } from '../sign-in.ts';
import type { MemberSignInDeps } from '../state.ts';
import { requireChanged, sendEmailCode, tryEmailCode } from './change.ts';
import { ConfirmMemberEmail, MemberEmailRequest, MemberEmailRequested } from './shapes.ts';

/** Emails that one member has sent to addresses that may be other people's. */
const ofMember = sharedBy(5, 10 * MINUTE_MS);

/** @throws Problem 409 `member_sign_in_off` for a member whom another provider signs in: the email is that provider's. */
const onDevice = (caller: MemberCaller): MemberCaller & { readonly deviceId: string } => {
  const { deviceId } = caller;
  if (deviceId === undefined) throw signedInElsewhere();
  return { ...caller, deviceId };
};

export const memberEmailOperations = (deps: MemberSignInDeps) =>
  memberOnlyOperations(({ flow }) => [
    flow(
      'POST /public-api/v2/member/email',
      'requestMemberEmail',
      {
        summary: 'Request a code to change the email',
        description:
          'The code is sent to the new email, works for 10 minutes, and can be tried five times. The response is the ' +
          'same if another client uses the email. Each member can send five codes, then one every ten minutes.',
        body: MemberEmailRequest,
        status: 202,
        response: MemberEmailRequested,
        errors: [409, 429],
        isExtension: true,
        isInteractive: true,
        answers: { 202: { object: 'member_email_request', email: 'dana@members.example', isRequested: true } },
      },
      ({ caller, body }, conclude) => {
        const { clientId } = onDevice(caller);
        const email = storedEmail(body.email);
        deps.mailThrottle.begin([ofMember('email', clientId)]).failed();
        return conclude((tx) => {
          sendEmailCode(tx, deps, caller, { email, language: body.language });
          return { object: 'member_email_request', email, isRequested: true };
        });
      },
    ),
    flow(
      'POST /public-api/v2/member/email/confirm',
      'confirmMemberEmail',
      {
        summary: 'Change the email with the code sent to it',
        description:
          'The member signs in with the new email from now on. All devices, passkeys, member links, and the calendar ' +
          'address end, and the former email is notified. The response signs this device in again, with new tokens ' +
          'or a new cookie.',
        body: ConfirmMemberEmail,
        response: MemberSignInResponse,
        errors: [401, 409],
        isExtension: true,
        seesRequest: true,
        isInteractive: true,
        answers: { 200: SIGNED_IN },
      },
      async ({ caller, body, request }, conclude) => {
        const { deviceId } = onDevice(caller);
        const device = deviceOf(request, deps, kindOfDevice(deps.store.view(), deviceId) === 'browser');
        const email = storedEmail(body.email);
        // A wrong code is counted, although it is refused.
        const tried = await deps.store.write((tx) =>
          tryEmailCode(tx, deps, caller, { email, code: body.code, device }),
        );
        const response = await signedInResponse(deps, requireChanged(tried), device);
        return conclude(() => response);
      },
    ),
  ]);

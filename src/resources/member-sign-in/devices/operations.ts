import { endedMemberCookie } from '../../../auth/members/own/cookie.ts';
import { endDevice, endOtherDevices } from '../../../auth/members/own/devices.ts';
import { isSecureUrl } from '../../../auth/staff/authenticator.ts';
import { WithCookies } from '../../../http/operations/call.ts';
import { memberOnlyOperations } from '../../../http/operations/declare.ts';
import { conflict } from '../../../kernel/problem.ts';
import { DEVICE } from '../examples.ts';
import { EndedMemberDevices, MemberSignedOut } from '../shapes.ts';
import type { MemberSignInDeps } from '../state.ts';
import { DeletedMemberDevice, devicePage, deviceView, findDevice, MemberDevice } from './record.ts';

/** 409 for what only members can do who sign in here. */
export const signedInElsewhere = () =>
  conflict('member_sign_in_off', 'This ID token is from another provider. Have the member sign out there.');

/** The browsers and apps in which a member is signed in. */
export const deviceOperations = ({ rootUrl }: Pick<MemberSignInDeps, 'rootUrl'>) =>
  memberOnlyOperations(({ list, write }) => [
    list(
      'GET /public-api/v2/member/devices',
      'listMemberDevices',
      {
        summary: "List the member's signed-in devices",
        description: 'Returns the newest first. Sign-ins with another provider are not included.',
        response: MemberDevice.list,
        isExtension: true,
      },
      (read, { caller, page }) => ({
        page: devicePage(read, page, { clientId: caller.clientId }, null),
        view: deviceView(caller),
      }),
    ),
    write(
      'DELETE /public-api/v2/member/devices/:id',
      'endMemberDevice',
      {
        summary: "Sign out one of the member's devices",
        description: 'From now on, its cookie, ID token, and refresh token return 401.',
        response: DeletedMemberDevice,
        errors: [404],
        isExtension: true,
        isInteractive: true,
        answers: { 200: { id: DEVICE, object: 'member_device', deleted: true } },
      },
      (tx, { caller, id }) => {
        endDevice(tx, findDevice(tx, caller.clientId, id).id);
        return { id, object: 'member_device', deleted: true };
      },
    ),
    write(
      'POST /public-api/v2/member/devices/end-others',
      'endOtherMemberDevices',
      {
        summary: "Sign out all of the member's other devices",
        description: 'From now on, their cookies, ID tokens, and refresh tokens return 401.',
        response: EndedMemberDevices,
        errors: [409],
        isExtension: true,
        isInteractive: true,
        answers: { 200: { object: 'member_devices_ended', count: 3 } },
      },
      (tx, { caller: { clientId, deviceId } }) => {
        if (deviceId === undefined) throw signedInElsewhere();
        return { object: 'member_devices_ended', count: endOtherDevices(tx, clientId, deviceId) };
      },
    ),
    write(
      'POST /public-api/v2/member/sign-out',
      'signMemberOut',
      {
        summary: 'Sign out this device',
        description: 'Its cookie, ID token, and refresh token return 401 from now on.',
        response: MemberSignedOut,
        errors: [409],
        isExtension: true,
        isInteractive: true,
        answers: { 200: { object: 'member_sign_out', signedOut: true } },
      },
      (tx, { caller }) => {
        if (caller.deviceId === undefined) throw signedInElsewhere();
        endDevice(tx, caller.deviceId);
        const response = { object: 'member_sign_out', signedOut: true };
        return new WithCookies(response, [endedMemberCookie(isSecureUrl(rootUrl()))]);
      },
    ),
  ]);

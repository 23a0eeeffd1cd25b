import { memberOnlyOperations, publicOperations } from '../../../http/operations/declare.ts';
import { MEMBER } from '../../demo-ids.ts';
import { addingExample, SIGNING_OPTIONS } from '../../sign-in/passkeys/examples.ts';
import { checkNewPasskey, signingOptions } from '../../sign-in/passkeys/passkeys.ts';
import { AddPasskey, PasskeyOptions } from '../../sign-in/passkeys/shapes.ts';
import { PASSKEY, SIGNED_IN } from '../examples.ts';
import { MemberPasskeySignIn, MemberSignInResponse } from '../shapes.ts';
import { deviceOf } from '../sign-in.ts';
import { type MemberSignInDeps, requireOn } from '../state.ts';
import { signInBy } from '../tokens.ts';
import { addMemberPasskey, memberAddingOptions } from './passkeys.ts';
import { DeletedMemberPasskey, MemberPasskey, memberPasskeys } from './record.ts';

/** Signing in with a passkey, without an email. */
export const memberPasskeySignInOperations = (deps: MemberSignInDeps) =>
  publicOperations(
    { tag: 'Member sign-in', readableFrom: 'websites' },
    ({ write, flow }) => [
      write(
        'POST /public-api/v2/auth/passkey/options',
        'getMemberPasskeyOptions',
        {
          summary: 'Create passkey sign-in options for a member',
          description: "Fails with 409 if the server's address does not use https.",
          response: PasskeyOptions,
          limitedBy: 'address',
          isInteractive: true,
          answers: { 200: SIGNING_OPTIONS },
        },
        () => {
          requireOn(deps);
          return { object: 'passkey_options', publicKey: signingOptions(deps) };
        },
      ),
      flow(
        'POST /public-api/v2/auth/passkey/verify',
        'signMemberInWithPasskey',
        {
          summary: 'Sign in with a passkey',
          description: 'The same as `passkey` in POST /public-api/v2/auth/token.',
          body: MemberPasskeySignIn,
          response: MemberSignInResponse,
          errors: [401, 409],
          seesRequest: true,
          limitedBy: 'address',
          isInteractive: true,
          answers: { 200: SIGNED_IN },
        },
        async ({ body, request }, conclude) => {
          requireOn(deps);
          const response = await signInBy(deps, body, deviceOf(request, deps, body.asCookie));
          return conclude(() => response);
        },
      ),
    ],
    true,
  );

export const memberPasskeyOperations = (deps: MemberSignInDeps) =>
  memberOnlyOperations(({ list, write, flow }) => [
    list(
      'GET /public-api/v2/member/passkeys',
      'listMemberPasskeys',
      {
        summary: "List the member's passkeys",
        description: 'Returns names and times, newest first.',
        response: MemberPasskey.list,
        isExtension: true,
      },
      (read, { caller, page }) => ({
        page: memberPasskeys.page(read, page, { ownerId: caller.clientId }, null),
        view: MemberPasskey.view,
      }),
    ),
    write(
      'POST /public-api/v2/member/passkeys/options',
      'beginMemberPasskey',
      {
        summary: 'Create passkey registration options',
        description: "Fails with 409 if the server's address does not use https.",
        response: PasskeyOptions,
        errors: [409],
        isExtension: true,
        isInteractive: true,
        answers: { 200: addingExample(MEMBER, 'dana.rivera@example.com', 'Dana Rivera') },
      },
      (tx, { caller }) => {
        requireOn(deps);
        return { object: 'passkey_options', publicKey: memberAddingOptions(tx, deps, caller.clientId) };
      },
    ),
    flow(
      'POST /public-api/v2/member/passkeys',
      'addMemberPasskey',
      {
        givesRights: true,
        summary: 'Add a passkey',
        description: 'The member can then sign in without an email code. Each member can have up to 20.',
        body: AddPasskey,
        status: 201,
        response: MemberPasskey.schema,
        errors: [409],
        isExtension: true,
        isInteractive: true,
        answers: { 201: PASSKEY },
      },
      async ({ caller, body }, conclude) => {
        requireOn(deps);
        const credential = await checkNewPasskey(deps, caller.clientId, body);
        return conclude((tx) => MemberPasskey.view(addMemberPasskey(tx, caller.clientId, body.name, credential)));
      },
    ),
    write(
      'DELETE /public-api/v2/member/passkeys/:id',
      'removeMemberPasskey',
      {
        summary: 'Remove a passkey',
        description: 'It can no longer be used to sign in. Devices where the member is signed in stay signed in.',
        response: DeletedMemberPasskey,
        errors: [404],
        isExtension: true,
        isInteractive: true,
        answers: { 200: { id: PASSKEY.id, object: 'member_passkey', deleted: true } },
      },
      (tx, { caller, id }) => ({
        id: memberPasskeys.remove(tx, caller.clientId, id),
        object: 'member_passkey',
        deleted: true,
      }),
    ),
  ]);

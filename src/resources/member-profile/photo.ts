import type { Tx } from '../../database/database.ts';
import { memberOnlyOperations } from '../../http/operations/declare.ts';
import type { MemberCaller } from '../../kernel/caller.ts';
import type { CredentialDeps } from '../api-keys/operations.ts';
import { updateClient } from '../clients/clients.ts';
import { removePicture, storePicture } from '../pictures/pictures.ts';
import { PIXEL, pictureFile, receivePicture } from '../pictures/receive.ts';
import { SetPicture } from '../pictures/shapes.ts';
import type { Program } from '../program.ts';
import { ownClient, profileOf } from './profile.ts';
import { MemberProfile, type MemberProfileResponse } from './shapes.ts';

type PhotoDeps = CredentialDeps & Pick<Program, 'rootUrl' | 'reactions'>;

export const memberPhotoOperations = ({ credentials: { random }, rootUrl, reactions }: PhotoDeps) => {
  const setPhotoUrl = (tx: Tx, caller: MemberCaller, photoUrl: string | null): MemberProfileResponse =>
    profileOf(tx, updateClient(tx, caller, ownClient(tx, caller.clientId), { photoUrl }, reactions));
  return memberOnlyOperations(({ flow, write }) => [
    flow(
      'POST /public-api/v2/member/photo',
      'setMemberPhoto',
      {
        summary: "Set the member's photo",
        description:
          'Send it as the `file` part of a form, or in Base64: a JPEG, PNG, or WebP of up to 1 MiB and 4,096 ' +
          'pixels per side. It replaces the previous photo. Camera metadata, such as where the photo was taken, is ' +
          'removed. `photoUrl` becomes its URL.',
        body: SetPicture,
        file: pictureFile,
        response: MemberProfile,
        isExtension: true,
        example: { body: { image: PIXEL } },
      },
      async ({ caller, body, file }, conclude) => {
        const picture = await receivePicture(body, file);
        return conclude((tx) =>
          setPhotoUrl(tx, caller, storePicture(tx, caller.clientId, picture, { random, rootUrl })),
        );
      },
    ),
    write(
      'DELETE /public-api/v2/member/photo',
      'removeMemberPhoto',
      {
        summary: "Remove the member's photo",
        description: '`photoUrl` becomes `null`, even if it pointed to another server.',
        response: MemberProfile,
        isExtension: true,
      },
      (tx, { caller }) => {
        removePicture(tx, caller.clientId);
        return setPhotoUrl(tx, caller, null);
      },
    ),
  ]);
};

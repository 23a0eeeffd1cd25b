import type { Tx } from '../../database/database.ts';
import { businessOperations } from '../../http/operations/declare.ts';
import { like } from '../../http/operations/example.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { CredentialDeps } from '../api-keys/operations.ts';
import { AWARDS } from '../demo-ids.ts';
import { removePicture, storePicture } from '../pictures/pictures.ts';
import { PIXEL, pictureFile, receivePicture } from '../pictures/receive.ts';
import { PICTURE_SAID, SetPicture } from '../pictures/shapes.ts';
import type { Program } from '../program.ts';
import { updateAward } from './awards.ts';
import { Award } from './record.ts';

const example = like(AWARDS.helpingHand, 'createAward');
const brand = { staff: 'awards:manage', sites: 'brand' } as const;

type BadgeDeps = CredentialDeps & Pick<Program, 'rootUrl'>;

/** The picture of an award (`/manage/awards/{id}/badge`). */
export const badgeOperations = ({ credentials: { random }, rootUrl }: BadgeDeps) => {
  const setBadgeUrl = (tx: Tx, caller: Caller, id: string, badgeUrl: string | null) =>
    Award.view(updateAward(tx, caller, Award.find(tx, caller, id), { badgeUrl }));
  return businessOperations({ tag: 'Awards', audited: true, reads: 'getManagedAward' }, 'manage', ({ flow, write }) => [
    flow(
      'PUT /manage/awards/:id/badge',
      'setAwardBadge',
      {
        summary: "Set an award's picture",
        description: `${PICTURE_SAID} \`badgeUrl\` becomes its URL on this server.`,
        on: Award,
        body: SetPicture,
        sets: 'badgeUrl',
        file: pictureFile,
        response: Award.schema,
        ...brand,
        example: { ...example, body: { image: PIXEL } },
      },
      async ({ caller, id, body, file }, conclude) => {
        const picture = await receivePicture(body, file);
        return conclude((tx) => {
          Award.find(tx, caller, id);
          return setBadgeUrl(tx, caller, id, storePicture(tx, id, picture, { random, rootUrl }));
        });
      },
    ),
    write(
      'DELETE /manage/awards/:id/badge',
      'removeAwardBadge',
      {
        summary: "Remove an award's picture",
        description: '`badgeUrl` becomes `null`, even if it pointed to another server.',
        on: Award,
        response: Award.schema,
        ...brand,
        example,
      },
      (tx, { caller, record: { id } }) => {
        removePicture(tx, id);
        return setBadgeUrl(tx, caller, id, null);
      },
    ),
  ]);
};

import type { Tx } from '../../../database/database.ts';
import { businessOperations } from '../../../http/operations/declare.ts';
import { at } from '../../../http/operations/example.ts';
import type { Caller } from '../../../kernel/caller.ts';
import { SESSIONS } from '../../demo-ids.ts';
import type { PictureDeps } from '../../pictures/operations.ts';
import { removePicture, storePicture } from '../../pictures/pictures.ts';
import { PIXEL, pictureFile, receivePicture } from '../../pictures/receive.ts';
import { PICTURE_SAID, SetPicture } from '../../pictures/shapes.ts';
import { updateSession } from '../edit.ts';
import { findSession } from '../queries.ts';
import { Session } from '../record.ts';
import { managedViews } from '../view.ts';

/** The pictures of single sessions (`/manage/sessions/{id}/image`). */
export const sessionImageOperations = ({
  credentials: { random },
  rootUrl,
  reactions,
}: Pick<PictureDeps, 'credentials' | 'rootUrl' | 'reactions'>) => {
  const setImageUrl = (tx: Tx, caller: Caller, id: string, imageUrl: string | null) => {
    updateSession(tx, caller, findSession(tx, caller, id), { imageUrl }, reactions);
    return managedViews(tx)(findSession(tx, caller, id));
  };
  const common = { on: { find: findSession }, response: Session.schema, staff: 'sessions:write' } as const;
  const family = { tag: 'Sessions', audited: true, reads: 'manageGetSession' } as const;
  return businessOperations(family, 'manage', ({ flow, write }) => [
    flow(
      'PUT /manage/sessions/:id/image',
      'setSessionImage',
      {
        ...common,
        summary: "Set a session's picture",
        description: `${PICTURE_SAID} \`imageUrl\` becomes its URL on this server, whatever the picture of its schedule.`,
        body: SetPicture,
        sets: 'imageUrl',
        file: pictureFile,
        example: { ...at(SESSIONS.offered), body: { image: PIXEL } },
      },
      async ({ caller, id, body, file }, conclude) => {
        const picture = await receivePicture(body, file);
        return conclude((tx) => {
          findSession(tx, caller, id);
          return setImageUrl(tx, caller, id, storePicture(tx, id, picture, { random, rootUrl }));
        });
      },
    ),
    write(
      'DELETE /manage/sessions/:id/image',
      'removeSessionImage',
      {
        ...common,
        summary: "Remove a session's picture",
        description: '`imageUrl` becomes `null`. Other sessions keep the picture of the schedule.',
        example: at(SESSIONS.offered),
      },
      (tx, { caller, record: { id } }) => {
        removePicture(tx, id);
        return setImageUrl(tx, caller, id, null);
      },
    ),
  ]);
};

import type { Tx } from '../../database/database.ts';
import { businessOperations } from '../../http/operations/declare.ts';
import { at } from '../../http/operations/example.ts';
import type { Caller } from '../../kernel/caller.ts';
import { STAFF } from '../demo-ids.ts';
import { Staff, type StaffRow } from '../staff/record.ts';
import { updateStaff } from '../staff/staff.ts';
import type { PictureDeps } from './operations.ts';
import { removePicture, storePicture } from './pictures.ts';
import { PIXEL, pictureFile, receivePicture } from './receive.ts';
import { PICTURE_SAID, SetPicture } from './shapes.ts';

/** The photos of staff members (`/manage/staff/{id}/photo`). */
export const staffPhotoOperations = ({
  credentials: { random },
  rootUrl,
}: Pick<PictureDeps, 'credentials' | 'rootUrl'>) => {
  const setPhotoUrl = (tx: Tx, caller: Caller, row: StaffRow, photoUrl: string | null) =>
    Staff.view(updateStaff(tx, caller, row, { photoUrl }));
  return businessOperations({ tag: 'Staff', audited: true, reads: 'getStaff' }, 'manage', ({ flow, write }) => [
    flow(
      'PUT /manage/staff/:id/photo',
      'setStaffPhoto',
      {
        summary: "Set a staff member's photo",
        description: `${PICTURE_SAID} \`photoUrl\` becomes its URL on this server. Members see it with the classes the person teaches.`,
        on: Staff,
        body: SetPicture,
        sets: 'photoUrl',
        file: pictureFile,
        response: Staff.schema,
        staff: 'staff:write',
        example: { ...at(STAFF.ana), body: { image: PIXEL } },
      },
      async ({ caller, id, body, file }, conclude) => {
        const picture = await receivePicture(body, file);
        return conclude((tx) => {
          const row = Staff.find(tx, caller, id);
          return setPhotoUrl(tx, caller, row, storePicture(tx, id, picture, { random, rootUrl }));
        });
      },
    ),
    write(
      'DELETE /manage/staff/:id/photo',
      'removeStaffPhoto',
      {
        summary: "Remove a staff member's photo",
        description: '`photoUrl` becomes `null`, even if it pointed to another server.',
        on: Staff,
        response: Staff.schema,
        staff: 'staff:write',
        example: at(STAFF.ana),
      },
      (tx, { caller, record }) => {
        removePicture(tx, record.id);
        return setPhotoUrl(tx, caller, record, null);
      },
    ),
  ]);
};

import type { Tx } from '../../../database/database.ts';
import type { FlowCall } from '../../../http/operations/call.ts';
import { businessOperations } from '../../../http/operations/declare.ts';
import { at } from '../../../http/operations/example.ts';
import type { Caller } from '../../../kernel/caller.ts';
import { SCHEDULES } from '../../demo-ids.ts';
import type { PictureDeps } from '../../pictures/operations.ts';
import { removePicture, storePicture } from '../../pictures/pictures.ts';
import { PIXEL, pictureFile, receivePicture } from '../../pictures/receive.ts';
import { PICTURE_SAID, SetPicture } from '../../pictures/shapes.ts';
import { type ChangeDeps, carryOut } from '../../schedules/changes/carry-out.ts';
import { editSchedule } from '../../schedules/changes/edit.ts';
import { Schedule, type ScheduleRow } from '../../schedules/record.ts';
import { scheduleView } from '../../schedules/view.ts';

type Deps = Pick<PictureDeps, 'credentials' | 'rootUrl'> & ChangeDeps;

const FOLLOWS =
  'Upcoming sessions follow, including those that were changed individually, unless they have their own picture.';

/** The pictures of schedules (`/manage/schedules/{id}/image`). */
export const scheduleImageOperations = ({ credentials: { random }, rootUrl, ...deps }: Deps) => {
  /** Changes the schedule and its sessions, which may take several transactions: the first one stores the picture. */
  const setImageUrl = async (
    { caller, id, change }: Pick<FlowCall<Caller, unknown, unknown, ScheduleRow>, 'caller' | 'id' | 'change'>,
    imageUrlIn: (tx: Tx) => string | null,
  ): Promise<ScheduleRow> => {
    const begin = (tx: Tx) =>
      change(tx, () => {
        const found = Schedule.find(tx, caller, id);
        return editSchedule(tx, caller, found, { imageUrl: imageUrlIn(tx) });
      });
    return (await carryOut(deps, id, begin)).row;
  };
  const common = {
    changesBefore: true,
    on: Schedule,
    response: Schedule.schema,
    staff: 'schedules:write',
  } as const;
  return businessOperations({ tag: 'Schedules', audited: true, reads: 'getSchedule' }, 'manage', ({ flow }) => [
    flow(
      'PUT /manage/schedules/:id/image',
      'setScheduleImage',
      {
        ...common,
        summary: 'Set the picture of a schedule and its sessions',
        description: `${PICTURE_SAID} \`imageUrl\` becomes its URL on this server. ${FOLLOWS}`,
        body: SetPicture,
        sets: 'imageUrl',
        file: pictureFile,
        example: { ...at(SCHEDULES.strength), body: { image: PIXEL } },
      },
      async (call, conclude) => {
        const picture = await receivePicture(call.body, call.file);
        const row = await setImageUrl(call, (tx) => storePicture(tx, call.id, picture, { random, rootUrl }));
        return conclude((tx) => scheduleView(tx, row));
      },
    ),
    flow(
      'DELETE /manage/schedules/:id/image',
      'removeScheduleImage',
      {
        ...common,
        summary: 'Remove the picture of a schedule and its sessions',
        description: `\`imageUrl\` becomes \`null\`, even if it pointed to another server. ${FOLLOWS}`,
        example: at(SCHEDULES.strength),
      },
      async (call, conclude) => {
        const row = await setImageUrl(call, (tx) => {
          removePicture(tx, call.id);
          return null;
        });
        return conclude((tx) => scheduleView(tx, row));
      },
    ),
  ]);
};

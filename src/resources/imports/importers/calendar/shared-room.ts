import type { Read } from '../../../../database/database.ts';
import { firstSharedRoom } from '../../../schedules/queries.ts';
import type { ColumnNote } from '../../cells/money.ts';

/** A room that is taken twice. An import takes it all the same, since the studio has run like that. */
export const sharedRoom = (read: Read, kind: 'schedule' | 'session', id: string): ColumnNote | undefined => {
  const found = firstSharedRoom(read, kind, id);
  if (found === undefined) return undefined;
  const { startTime, roomName, name } = found;
  return { column: 'roomName', message: `At ${startTime}, the room '${roomName}' is also taken by '${name}'.` };
};

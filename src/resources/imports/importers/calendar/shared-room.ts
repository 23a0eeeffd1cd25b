import type { Read } from '../../../../database/database.ts';
import { firstSharedRoom } from '../../../schedules/queries.ts';
import { type ColumnNote, noteOf } from '../../notes.ts';

/** A room that is taken twice. An import takes it all the same, since the studio has run like that. */
export const sharedRoom = (read: Read, kind: 'schedule' | 'session', id: string): ColumnNote | undefined => {
  const found = firstSharedRoom(read, kind, id);
  if (found === undefined) return undefined;
  const { startTime, roomName, name } = found;
  const message = `At ${startTime}, the room '${roomName}' is also taken by '${name}'.`;
  return noteOf('room_taken_twice', 'roomName', message, { facts: { startTime, roomName, name } });
};

import type { SessionRow } from '../../src/resources/sessions/record.ts';
import type { Studio } from './api.ts';
import { addBooking, addClient, addSession } from './spine.ts';

/** A full session with a line: who has the seats and who waits, the first in line first. */
export interface Line {
  readonly sessionId: string;
  readonly seated: readonly string[];
  readonly waiting: readonly string[];
  /** The client of each who waits. */
  readonly clients: readonly string[];
}

/** A booking that waits; answers its id and forgets the events of its coming. */
export const joinLine = async (
  studio: Studio,
  clientId: string,
  sessionId: string,
  fields: object = {},
): Promise<string> => {
  const answer = await studio.post('/v2/bookings', { clientId, sessionId, joinWaitlist: true, ...fields });
  if (answer.body.status !== 'waitlisted') throw new Error(JSON.stringify(answer.body));
  studio.events();
  return answer.body.id;
};

/** A session of `seats` seats, all taken, for which `waiting` clients wait. */
export const addLine = async (
  studio: Studio,
  seats: number,
  waiting: number,
  given: Partial<SessionRow> & { readonly startsIn?: number } = {},
): Promise<Line> => {
  const sessionId = await addSession(studio, { capacity: seats, ...given });
  const line = { sessionId, seated: [] as string[], waiting: [] as string[], clients: [] as string[] };
  for (let count = 0; count < seats; count += 1) {
    line.seated.push(await addBooking(studio, await addClient(studio), sessionId));
  }
  for (let count = 0; count < waiting; count += 1) {
    const clientId = await addClient(studio);
    line.clients.push(clientId);
    line.waiting.push(await joinLine(studio, clientId, sessionId));
  }
  return line;
};

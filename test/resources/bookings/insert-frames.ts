// Prints the frames of the program that a booking passes from the handler that has read the request to its insert: those
// that queue the write, and those that run it in a later turn. Run it without tail calls, which hide frames.
import { openStudio } from '../../helpers/api.ts';
import { addClient, addSession } from '../../helpers/bookings.ts';

Error.stackTraceLimit = 100;
const framesHere = (): string[] =>
  (new Error().stack ?? '').split('\n').flatMap((line) => /at ((?!async ).* \(.*\/src\/.*)\)/.exec(line)?.[1] ?? []);

const studio = await openStudio();
const { db, store } = studio;
const clientId = await addClient(studio);
const sessionId = await addSession(studio);
const write = store.write.bind(store);
const query = db.query.bind(db);
const frames: string[][] = [];
Object.assign(store, {
  write(...args: Parameters<typeof write>) {
    frames[0] ??= ['write (src/database/store.ts', ...framesHere()];
    return write(...args);
  },
});
Object.assign(db, {
  query(sql: string) {
    if (/^insert into "bookings"/.test(sql)) frames[1] = framesHere();
    return query(sql);
  },
});
await studio.post('/v2/bookings', { clientId, sessionId });
console.log(JSON.stringify(frames));
process.exit(0);

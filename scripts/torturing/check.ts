import { Database } from 'bun:sqlite';
import { join } from 'node:path';
import type { Api } from './api.ts';
import type { Ledger } from './ledger.ts';
import { retry, type Studio } from './load.ts';

/** Runs `work` for each item, eight at a time. */
const each = async <Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> => {
  const queue = [...items];
  const worker = async (): Promise<void> => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: 8 }, worker));
};

type Json = Record<string, unknown>;

/** After a start: what had no response happens once, and what was acknowledged since the last check is there. */
export const checkRecent = async (api: Api, ledger: Ledger): Promise<string[]> => {
  const faults: string[] = [];
  const read = async (path: string): Promise<Json | undefined> => {
    const { status, body } = await api.send('GET', path, { allowed: [404] });
    if (status === 200) return body as Json;
    faults.push(`${path} is gone`);
    return undefined;
  };
  const unanswered = ledger.unanswered;
  ledger.unanswered = [];
  await each(unanswered, (one) => retry(api, one));

  const { checked } = ledger;
  await each(ledger.clients.slice(checked.clients), async ({ id, email }) => {
    const client = await read(`/v2/clients/${id}`);
    if (client !== undefined && client.email !== email) faults.push(`the client ${id} has another email`);
  });
  await each(
    ledger.clients.filter(({ sent }) => sent > 0),
    async (client) => {
      const version = Number((await read(`/v2/clients/${client.id}`))?.notes);
      if (version !== client.acknowledged && version !== client.sent) {
        faults.push(`the client ${client.id} is at ${version}; ${client.acknowledged} was acknowledged`);
      }
      client.acknowledged = client.sent = version;
    },
  );
  const uncertain = ledger.bookings.filter(({ allowed }, index) => index >= checked.bookings || allowed.length > 1);
  await each(uncertain, async (booking) => {
    const status = String((await read(`/v2/bookings/${booking.id}`))?.status);
    // A seat that became free makes a waiting client confirmed.
    const allowed = booking.allowed.includes('waitlisted') ? [...booking.allowed, 'confirmed'] : booking.allowed;
    if (!allowed.includes(status))
      faults.push(`the booking ${booking.id} is ${status}, not ${booking.allowed.join(' or ')}`);
    booking.allowed = [status];
  });
  await each(ledger.checkins.slice(checked.checkins), async (id) => void (await read(`/v2/checkins/${id}`)));
  ledger.checked = {
    clients: ledger.clients.length,
    bookings: ledger.bookings.length,
    checkins: ledger.checkins.length,
  };
  return faults;
};

/** All pages of a list. */
const all = async (api: Api, path: string): Promise<Json[]> => {
  const rows: Json[] = [];
  for (let cursor = ''; ; ) {
    const { body } = await api.send('GET', `${path}${path.includes('?') ? '&' : '?'}limit=100${cursor}`);
    const { data, hasMore } = body as { data: Json[]; hasMore: boolean };
    rows.push(...data);
    if (!hasMore) return rows;
    cursor = `&starting_after=${data.at(-1)?.id}`;
  }
};

/** At the end of a part, with the server running: each record once, seats and media as they were answered. */
export const checkWhole = async (api: Api, ledger: Ledger, { sessionIds }: Studio): Promise<string[]> => {
  const faults: string[] = [];
  const known = new Map(ledger.clients.map(({ id, email }) => [email, id]));
  const clients = await all(api, '/v2/clients');
  for (const { id, email } of clients) {
    if (known.get(String(email)) !== id) faults.push(`the client ${id} was never acknowledged, or is there twice`);
  }
  if (clients.length !== known.size)
    faults.push(`${clients.length} clients are there, ${known.size} were acknowledged`);

  const status = new Map<unknown, unknown>();
  for (const sessionId of sessionIds) {
    const bookings = await all(api, `/v2/bookings?session_id=${sessionId}`);
    for (const booking of bookings) status.set(booking.id, booking.status);
    const { body } = await api.send('GET', `/v2/sessions/${sessionId}`);
    const { capacity, bookedCount, waitlistCount } = body as Record<string, number>;
    const count = (wanted: string): number => bookings.filter((booking) => booking.status === wanted).length;
    const isRight = count('confirmed') === bookedCount && count('waitlisted') === waitlistCount;
    if (!isRight || Number(bookedCount) > Number(capacity))
      faults.push(`the counts of the session ${sessionId} are wrong`);
    if (Number(waitlistCount) > 0 && Number(bookedCount) < Number(capacity)) {
      faults.push(`a seat of the session ${sessionId} is free while clients wait`);
    }
  }
  for (const { id, allowed } of ledger.bookings) {
    const isPromoted = allowed.includes('waitlisted') && status.get(id) === 'confirmed';
    if (!allowed.includes(String(status.get(id))) && !isPromoted) faults.push(`the booking ${id} is ${status.get(id)}`);
  }
  const checkins = new Set((await all(api, '/v2/checkins')).map(({ id }) => id));
  for (const id of ledger.checkins) if (!checkins.has(id)) faults.push(`the check-in ${id} is gone`);

  await each(ledger.media, async ({ id, sha256 }) => {
    let media: Json = {};
    for (let attempt = 0; attempt < 300 && media.status !== 'ready'; attempt += 1) {
      media = (await api.send('GET', `/manage/content/media/${id}`)).body as Json;
      if (media.status !== 'ready') await Bun.sleep(100);
    }
    if (media.status !== 'ready' || media.checksumSha256 !== sha256) faults.push(`the media ${id} is ${media.status}`);
  });
  return faults;
};

/** The database of a stopped server, as SQLite itself sees it. */
export const checkFile = (directory: string): string[] => {
  const db = new Database(join(directory, 'studiod.db'));
  try {
    const faults: string[] = [];
    const pages = JSON.stringify(db.query('PRAGMA integrity_check').all());
    if (pages !== '[{"integrity_check":"ok"}]') faults.push(`the pages of the database: ${pages}`);
    const references = db.query('PRAGMA foreign_key_check').all();
    if (references.length > 0) faults.push(`references without their row: ${JSON.stringify(references)}`);
    return faults;
  } finally {
    db.close();
  }
};

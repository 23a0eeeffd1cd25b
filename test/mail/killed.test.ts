import { Database } from 'bun:sqlite';
import { afterAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { testsEverything } from '../helpers/everything.ts';
import { testFolder } from '../helpers/process.ts';
import { startMailServer } from '../helpers/smtp.ts';

/** The suite kills it a few times only, unless the environment requests all of it. */
const [KILLS, MAILS] = testsEverything ? ([10, 2_000] as const) : ([4, 300] as const);
/** Mails in progress, eight of all lanes together, and as many whose results are not stored yet. */
const AT_ONCE = 16;

const directory = testFolder();
const server = await startMailServer();
afterAll(() => server.close());

const subjectOf = (raw: string): string => /^subject: (.*)$/im.exec(raw)?.[1]?.trim() ?? '';

test(`killed ${KILLS} times at random during ${MAILS} mails: none is lost, and only mails in progress are repeated`, async () => {
  const path = join(directory, 'studiod.db');
  const raised: string[] = [];
  /** How often the process was killed while it sent a message. */
  const interrupted = new Map<string, number>();

  /** Runs the sender, which raises the events that are left, until `isOver`, then kills it. */
  const live = async (isOver: (printed: string) => boolean) => {
    const script = join(import.meta.dir, 'mail-until-killed.ts');
    const left = String(MAILS - raised.length);
    const child = Bun.spawn([process.execPath, script, path, left, server.url()], { stderr: 'inherit' });
    let printed = '';
    const reading = (async () => {
      for await (const chunk of child.stdout) printed += Buffer.from(chunk).toString();
    })();
    while (!isOver(printed) && child.exitCode === null) await new Promise((resolve) => setTimeout(resolve, 1));
    const endedByItself = child.exitCode !== null;
    child.kill('SIGKILL');
    await Promise.all([child.exited, reading]);
    expect(endedByItself).toBe(false);
    raised.push(...printed.split('\n').filter((line) => line.length === 40));
    const db = new Database(path, { readonly: true });
    const claimed = db.query('select key from queueJobs where leasedUntil is not null').values().flat() as string[];
    db.close();
    expect(claimed.length).toBeLessThanOrEqual(AT_ONCE);
    for (const id of claimed) interrupted.set(id, (interrupted.get(id) ?? 0) + 1);
  };

  const perLife = MAILS / (KILLS + 1);
  for (let run = 0; run < KILLS; run += 1) {
    const target = server.arrived.length + Math.floor(perLife * (0.2 + 1.2 * Math.random()));
    await live((printed) => server.arrived.length >= target || printed.includes('idle'));
  }
  await live((printed) => printed.includes('idle'));

  const db = new Database(path);
  expect(db.query('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
  expect(db.query('select count(*) as n from queueJobs').get()).toEqual({ n: 0 });
  const messages = db.query('select id, sourceId, status from messages').all() as Record<string, string>[];
  db.close();
  expect(raised.length).toBeGreaterThanOrEqual(MAILS);
  // One message for each event, and each was sent. An event whose line was lost with the process has one too.
  const sourceIds = new Set(messages.map(({ sourceId }) => sourceId));
  expect([sourceIds.size, raised.filter((id) => !sourceIds.has(id))]).toEqual([messages.length, []]);
  expect(messages.filter(({ status }) => status !== 'sent')).toEqual([]);
  const arrived = Map.groupBy(server.arrived, ({ raw }) => subjectOf(raw));
  expect(messages.filter(({ sourceId = '' }) => !arrived.has(sourceId))).toEqual([]);
  for (const { id = '', sourceId = '' } of messages) {
    const copies = arrived.get(sourceId) ?? [];
    expect(new Set(copies.map(({ messageId }) => messageId))).toEqual(new Set([`${id}@studio.example`]));
    // Once, and once more for each kill while it was in progress: the answer of the server was lost, or its record.
    expect({ id, isBounded: copies.length <= 1 + (interrupted.get(id) ?? 0) }).toEqual({ id, isBounded: true });
  }
  const repeated = server.arrived.length - arrived.size;
  expect(repeated).toBeLessThanOrEqual(KILLS * AT_ONCE);
}, 1_200_000);

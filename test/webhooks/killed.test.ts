import { Database } from 'bun:sqlite';
import { afterEach, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { closeReceivers, httpReceiver } from './receivers.ts';

const directory = mkdtempSync(join(tmpdir(), 'studiod-killed-'));
afterEach(async () => {
  await closeReceivers();
  rmSync(directory, { recursive: true, force: true });
});

test('killed at any moment, again and again: no event is lost, none has more than three attempts', async () => {
  const receivers = await Promise.all(Array.from({ length: 5 }, () => httpReceiver()));
  const arrived = () => receivers.reduce((sum, receiver) => sum + receiver.arrived.length, 0);
  const path = join(directory, 'studiod.db');
  const raised: string[] = [];

  /** Runs one life of the sender until `isOver`, then kills it. */
  const live = async (events: number, urls: string, isOver: (printed: string) => boolean) => {
    const script = join(import.meta.dir, 'send-until-killed.ts');
    const child = Bun.spawn([process.execPath, script, path, String(events), urls], { stderr: 'inherit' });
    let printed = '';
    const reading = (async () => {
      for await (const chunk of child.stdout) printed += Buffer.from(chunk).toString();
    })();
    while (!isOver(printed) && child.exitCode === null) await new Promise((resolve) => setTimeout(resolve, 1));
    child.kill('SIGKILL');
    await Promise.all([child.exited, reading]);
    raised.push(...printed.split('\n').filter((line) => line.length === 40));
  };

  const urls = receivers.map(({ port }) => `https://receiver.test:${port}/`).join();
  for (let life = 0; life < 4; life += 1) {
    const target = arrived() + 50 + Math.floor(Math.random() * 300);
    await live(120, life === 0 ? urls : '', (printed) => arrived() >= target || printed.includes('idle'));
  }
  await live(0, '', (printed) => printed.includes('idle'));

  const db = new Database(path);
  expect(db.query('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
  expect(db.query('select count(*) as n from webhookJobs').get()).toEqual({ n: 0 });
  expect(db.query('select max(attempt) as most from webhookDeliveries').get()).not.toEqual({ most: 4 });
  db.close();
  expect(raised.length).toBeGreaterThan(0);
  for (const receiver of receivers) {
    const counts = Map.groupBy(receiver.arrived, ({ headers }) => String(headers['x-service-event-id']));
    expect(raised.filter((id) => !counts.has(id))).toEqual([]);
    expect([...counts.values()].filter((attempts) => attempts.length > 3)).toEqual([]);
  }
}, 60_000);

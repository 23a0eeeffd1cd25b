import { Database } from 'bun:sqlite';
import { afterEach, expect, test } from 'bun:test';
import { join } from 'node:path';
import { testsEverything } from '../helpers/everything.ts';
import { testFolder } from '../helpers/process.ts';
import { closeReceivers, httpReceiver } from './receivers.ts';

/** The suite kills it a few times only, unless the environment requests all of it. */
const [KILLS, EVENTS] = testsEverything ? ([12, 4_000] as const) : ([4, 600] as const);
const ENDPOINTS = 5;

const directory = testFolder();
afterEach(closeReceivers);

test(`killed ${KILLS} times at random during ${EVENTS} events: none is lost, none has more than 3 attempts`, async () => {
  const receivers = await Promise.all(Array.from({ length: ENDPOINTS }, () => httpReceiver()));
  const arrived = () => receivers.reduce((sum, receiver) => sum + receiver.arrived.length, 0);
  const path = join(directory, 'studiod.db');
  const raised: string[] = [];

  /** Runs the sender, which raises the events that are left, until `isOver`, then kills it. */
  const live = async (urls: string, isOver: (printed: string) => boolean) => {
    const script = join(import.meta.dir, 'send-until-killed.ts');
    const left = String(EVENTS - raised.length);
    const child = Bun.spawn([process.execPath, script, path, left, urls], { stderr: 'inherit' });
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
  };

  const urls = receivers.map(({ port }) => `https://receiver.test:${port}/`).join();
  const perLife = (EVENTS * ENDPOINTS) / (KILLS + 1);
  for (let run = 0; run < KILLS; run += 1) {
    const target = arrived() + Math.floor(perLife * (0.2 + 1.2 * Math.random()));
    await live(run === 0 ? urls : '', (printed) => arrived() >= target || printed.includes('idle'));
  }
  await live('', (printed) => printed.includes('idle'));

  const db = new Database(path);
  expect(db.query('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
  expect(db.query('PRAGMA foreign_key_check').all()).toEqual([]);
  expect(db.query('select count(*) as n from queueJobs').get()).toEqual({ n: 0 });
  const attempts = 'select count(*) as n from webhookDeliveries group by eventId, endpointId';
  expect(db.query(`select max(n) <= 3 as isBounded from (${attempts})`).get()).toEqual({ isBounded: 1 });
  const pending = "select count(*) as n from webhookDeliveries where status = 'pending'";
  expect(db.query(pending).get()).toEqual({ n: 0 });
  db.close();
  expect(raised.length).toBeGreaterThanOrEqual(EVENTS);
  let repeated = 0;
  for (const receiver of receivers) {
    const counts = Map.groupBy(receiver.arrived, ({ headers }) => String(headers['x-service-event-id']));
    expect(raised.filter((id) => !counts.has(id))).toEqual([]);
    expect([...counts.values()].filter((each) => each.length > 3)).toEqual([]);
    repeated += receiver.arrived.length - counts.size;
  }
  // Only what was in progress: four attempts to each endpoint, and as many that had ended and were not recorded yet.
  expect(repeated).toBeLessThanOrEqual(KILLS * ENDPOINTS * 8);
}, 1_200_000);

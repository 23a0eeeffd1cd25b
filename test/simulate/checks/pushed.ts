// Notifications on the devices of members.

import { BUSY_SECONDS } from '../push-services.ts';
import { type Check, none } from './check.ts';
import { wasLost } from './told.ts';

/** Each notification comes to a device once, none to a browser that has left, and none to a push service that wants to be left alone. */
export const pushes: Check = (world, { losses }) => {
  const taken = new Map<string, number>();
  const left = new Map<string, number>();
  const busy = new Map<string, number>();
  return world.program.outside.push.pushed().flatMap(({ url, messageId, manner, at, program }) => {
    const wrong: string[] = [];
    const [before, leftAt] = [taken.get(url + messageId), left.get(url)];
    const host = `${program} ${new URL(url).host}`;
    const busyAt = busy.get(host) ?? Number.POSITIVE_INFINITY;
    if (before !== undefined && !wasLost(losses, before))
      wrong.push(`the notification ${messageId} came twice to ${url}`);
    // A restored backup may have a browser that had left after it was made.
    if (leftAt !== undefined && at > leftAt && leftAt >= world.since && !wasLost(losses, leftAt))
      wrong.push(`${messageId} was sent to ${url}, which is gone`);
    if (at > busyAt && at < busyAt + BUSY_SECONDS * 1_000)
      wrong.push(`${messageId} was sent to ${url}, whose push service is busy`);
    if (manner === 'takes') taken.set(url + messageId, at);
    if (manner === 'gone' || manner === 'unknown') left.set(url, at);
    if (manner === 'busy') busy.set(host, at);
    return wrong;
  });
};

/** What is to be sent has somebody who sends it. */
export const queued: Check = (world) => [
  ...none(
    world,
    'an email waits for nothing',
    `select id, kind, dueAt from messages m where channel = 'email' and status = 'scheduled'
     and not exists (select 1 from queueJobs where queue = 'mail' and key = m.id)`,
  ),
  ...none(
    world,
    'a notification waits for nothing',
    `select id, kind, dueAt from messages m where channel = 'push' and status = 'scheduled' and not exists (
       select 1 from queueJobs where queue = 'push' and (key = m.id or (key > m.id || ' ' and key < m.id || '!')))`,
  ),
  ...none(
    world,
    'somebody who is erased gets notifications',
    'select s.id, s.clientId from pushSubscriptions s join clients c on c.id = s.clientId where c.erasedAt is not null',
  ),
];

import type { Store } from '../../../database/store.ts';
import { isoInstant, nextTurn, setRealTimeout, stopwatch } from '../../../kernel/clock.ts';
import { DAY_MS, MINUTE_MS } from '../../../kernel/durations.ts';
import { asJob } from '../../../kernel/origin.ts';
import type { Time } from '../../../kernel/timer.ts';
import { eventsBetween } from '../../live/queries.ts';
import type { MailQueue } from '../schedule.ts';
import { type Cursor, findCursor, skipToEnd, storeCursor } from './cursor.ts';
import { hasMessages, makeMessages } from './followed.ts';

/** Events that one transaction reads, and how many of them it follows. */
const [READ_AT_ONCE, AT_ONCE] = [100, 20];
/** More requests than this, in this many real milliseconds, are a rush. */
const [RUSH, INTERVAL_MS] = [50, 100];
/**
 * In a rush, one transaction follows events in this many real milliseconds. With its mails it takes 20 ms of a processor: the mail
 * of a booking takes longer than the booking, and would halve the rate of a rush (scripts/bench/mail.ts).
 */
const RUSH_PACE_MS = 1_000;
/** Events that have waited longer are followed in every interval, also in a rush: a chain may be busy all day. */
const LATE_MS = MINUTE_MS;
/** No one is notified of what happened longer ago, when no server ran or no mail was set up. */
const OLDEST_MS = DAY_MS;
/** Real milliseconds after which events are followed again that could not be. */
const REPEAT_MS = 1_000;

interface FollowerDeps {
  readonly store: Store;
  readonly time: Time;
  readonly queue: MailQueue;
  readonly report: (what: string, error: unknown) => void;
  /** How many requests have come so far; undefined where no message waits for requests. */
  readonly requests: (() => number) | undefined;
}

/**
 * Makes messages of events, after their commit and in their order. It has a cursor of its own in the log of events, so that
 * no rule waits for it, and no message is made twice or left out when the program ends in between.
 */
export const createFollower = ({ store, time, queue, report, requests }: FollowerDeps) => {
  let isRunning = false;
  let isFollowing = false;
  let isMore = false;
  let followedAt = Number.NEGATIVE_INFINITY;
  let isLate = false;
  const idle = new Set<() => void>();

  const followSome = (): Promise<boolean> =>
    asJob('messages', () =>
      store.write<boolean>(
        (tx) => {
          let cursor: Cursor = findCursor(tx) ?? skipToEnd(tx);
          const events = eventsBetween(tx, cursor.event, '~', READ_AT_ONCE);
          const oldest = isoInstant(tx.nowMs - OLDEST_MS);
          isLate = (events[0]?.createdAt ?? tx.now) < isoInstant(tx.nowMs - LATE_MS);
          let followed = 0;
          for (const { id, type, siteId, createdAt, body } of events) {
            let booking: string | undefined;
            if (hasMessages(type, body) && createdAt >= oldest) {
              followed += 1;
              const { data }: { readonly data: never } = JSON.parse(body);
              booking = makeMessages(type, data, { tx, queue, id, siteId, data, after: cursor.booking });
            }
            cursor = booking === undefined ? { event: id, booking: null } : { ...cursor, booking };
            if (booking !== undefined || followed === AT_ONCE) break;
          }
          if (events.length > 0) storeCursor(tx, cursor);
          return events.length === READ_AT_ONCE || followed === AT_ONCE || cursor.booking !== null;
        },
        // What a loss of power takes back is done again.
        { mayBeLost: true },
      ),
    );

  const ended = (): void => {
    isFollowing = false;
    for (const resolve of idle) resolve();
    idle.clear();
  };

  /** Lets the events wait while requests rush in, until one transaction is due. */
  const afterRush = (requestsSoFar: () => number): void => {
    const before = requestsSoFar();
    setRealTimeout(INTERVAL_MS, () => {
      const isRush = requestsSoFar() - before > RUSH;
      const isDue = isLate || stopwatch() - followedAt >= RUSH_PACE_MS;
      if (isRush && isRunning && !isDue) afterRush(requestsSoFar);
      else run();
    });
  };

  const goOn = (): void => {
    const isRecent = stopwatch() - followedAt < RUSH_PACE_MS;
    if (requests !== undefined && isRecent) afterRush(requests);
    else nextTurn(run);
  };

  const run = (): void => {
    if (!isRunning) {
      ended();
      return;
    }
    isMore = false;
    followedAt = stopwatch();
    followSome().then(
      (hasMore) => (hasMore || isMore ? goOn() : ended()),
      (error: unknown) => {
        report('Emails could not be created from events. The server keeps retrying.', error);
        setRealTimeout(REPEAT_MS, run);
      },
    );
  };

  const whenIdle = (): Promise<void> =>
    isFollowing ? new Promise<void>((resolve) => idle.add(() => resolve())) : Promise.resolve();

  const wake = (): void => {
    isMore = true;
    if (isFollowing || !isRunning) return;
    isFollowing = true;
    // By the clock of the program, so that moving that clock by hand awaits the messages.
    time.at(time.now(), () => {
      goOn();
      return whenIdle();
    });
  };
  store.onEventsCommitted(wake);

  return {
    /** Follows what was not followed when the program ended. */
    start(): void {
      isRunning = true;
      wake();
    },
    stop(): Promise<void> {
      isRunning = false;
      return whenIdle();
    },
    /** Resolves when all messages of the events so far are made. */
    idle: whenIdle,
  };
};

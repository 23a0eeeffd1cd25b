import type { Database } from 'bun:sqlite';
import { applianceValue } from '../database/data-directory.ts';
import type { Store } from '../database/store.ts';
import type { AccessEntry } from '../http/access-log.ts';
import { type Metric, metric } from '../http/metrics.ts';
import { epochOf, isoInstant, setRealTimeout } from '../kernel/clock.ts';
import { DAY_MS } from '../kernel/durations.ts';

/** The value of the appliance that has them. */
const NAME = 'lost answers';
/** They are stored at most this often, in real milliseconds. */
const STORE_EVERY_MS = 5_000;
/**
 * A connection that ends sooner, in real milliseconds, was hardly closed by a client that gave up: the runtime closes one on which
 * bytes follow a request before its answer.
 */
const SOON_MS = 1_000;
/** What was lost is forgotten when nothing was for this long, ms. */
const KEPT_MS = 7 * DAY_MS;

/** Writes that were carried out, and whose answers were lost soon after the request. */
interface LostAnswers {
  readonly count: number;
  /** Instants of the first and the last one. */
  readonly since: string;
  readonly at: string;
  /** The last one: `POST /v2/checkins`, and its credential. */
  readonly request: string;
  readonly credentialId: string;
}

/** What was lost in the last days; undefined when nothing was. */
export const lostAnswersIn = (db: Database, now: number): LostAnswers | undefined => {
  const value = applianceValue(db, NAME);
  const found: LostAnswers | undefined = value === undefined ? undefined : JSON.parse(value);
  return found === undefined || now - epochOf(found.at) > KEPT_MS ? undefined : found;
};

/** Counts writes whose connections had ended before their answers were there, for `/metrics` and `doctor`. */
export const countLostAnswers = (store: Store) => {
  let total = 0;
  let waiting: LostAnswers | undefined;
  let cancel: (() => void) | undefined;

  const flush = async (): Promise<void> => {
    cancel?.();
    cancel = undefined;
    const added = waiting;
    waiting = undefined;
    if (added === undefined) return;
    await store.write(
      ({ db }) => {
        const before = lostAnswersIn(db, epochOf(added.at));
        const stored: LostAnswers =
          before === undefined ? added : { ...added, count: before.count + added.count, since: before.since };
        db.query('insert or replace into "appliance" ("name", "value") values (?, ?)').run(
          NAME,
          JSON.stringify(stored),
        );
      },
      { mayBeLost: true },
    );
  };

  return {
    add({ method, route, status, milliseconds, credentialId }: AccessEntry): void {
      if (credentialId === undefined || status >= 400) return;
      total += 1;
      if (milliseconds >= SOON_MS) return;
      const at = isoInstant(store.clock.now());
      const { count, since } = waiting ?? { count: 0, since: at };
      waiting = { count: count + 1, since, at, request: `${method} ${route}`, credentialId };
      // A full disk is reported elsewhere.
      cancel ??= setRealTimeout(STORE_EVERY_MS, () => void flush().catch(() => {}));
    },
    metrics: (): Metric[] => [
      metric(
        'counter',
        'studiod_http_lost_answers_total',
        'Writes with a key or an access token whose connection closed before the response.',
        total,
      ),
    ],
    stop: (): Promise<void> => flush().catch(() => {}),
  };
};

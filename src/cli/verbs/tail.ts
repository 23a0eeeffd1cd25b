import { UsageError } from '../../config/usage-error.ts';
import { migrations, schemaOf } from '../../database/migrate.ts';
import { eventTypes } from '../../events/catalogue.ts';
import { LEGACY_CHECK_IN } from '../../events/legacy-check-in.ts';
import { epochOf, pause, systemClock } from '../../kernel/clock.ts';
import { didYouMean } from '../../kernel/did-you-mean.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../kernel/durations.ts';
import { errorCode } from '../../kernel/errors.ts';
import { followDeliveries, followEvents, type Line } from '../reading/followed.ts';
import { readDatabase, readingSettings } from '../reading/open.ts';
import { untilStopped } from '../server/run.ts';
import { type Style, styleOf } from '../style.ts';
import { type Call, type Verb, VerbError } from '../verb.ts';

const EVERY_MS = 500;
const UNITS = { s: 1_000, m: MINUTE_MS, h: HOUR_MS, d: DAY_MS } as const;
const FOLLOWED = { events: followEvents, deliveries: followDeliveries } as const;
type What = keyof typeof FOLLOWED;

const sinceOf = (given: string | undefined): number | undefined => {
  if (given === undefined) return undefined;
  const [, count = '', unit] = /^(\d{1,6})([smhd])$/.exec(given) ?? [];
  if (unit === 's' || unit === 'm' || unit === 'h' || unit === 'd')
    return systemClock.now() - Number(count) * UNITS[unit];
  const at = epochOf(given);
  if (!Number.isNaN(at)) return at;
  throw new UsageError(
    `--since must be like 10m, 2h, or 1d, or a timestamp such as 2026-03-08T07:30:00Z, not '${given}'.`,
  );
};

/** The types that can be followed: `ping` is delivered and never raised. */
const TYPES: readonly string[] = [...eventTypes, LEGACY_CHECK_IN, 'ping'];
const FAMILIES = [...new Set(TYPES.flatMap((type) => (type.includes('.') ? [`${type.split('.')[0]}.*`] : [])))];

const filterOf = (given: string | undefined): ((type: string) => boolean) => {
  if (given === undefined) return () => true;
  const wanted = given.split(',').map((each) => each.trim());
  const allowed = ['*', ...FAMILIES, ...TYPES];
  for (const type of wanted) {
    if (allowed.includes(type)) continue;
    throw new UsageError(
      `Unknown event type '${type}'.${didYouMean(type, allowed)} The families are: ${FAMILIES.join(', ')}.`,
    );
  }
  return (type) => wanted.some((each) => each === '*' || each === type || each === `${type.split('.')[0]}.*`);
};

const whatOf = (call: Call): What => {
  const [given = 'events', ...rest] = call.args;
  if ((given === 'events' || given === 'deliveries') && rest.length === 0) return given;
  const meant = didYouMean(given, Object.keys(FOLLOWED));
  throw new UsageError(`Unexpected argument '${[given, ...rest].join(' ')}'. Choose events or deliveries.${meant}`);
};

const PAINTS: Readonly<Record<string, keyof Style>> = { succeeded: 'green', failed: 'red' };

const textOf = ({ at, type, status, ...more }: Line, style: Style): string => {
  const paint = PAINTS[String(status)];
  const outcome = paint === undefined ? [] : [style[paint](String(status))];
  const details = Object.entries(more).flatMap(([name, value]) => (value === null ? [] : [`${name}=${value}`]));
  return [at, style.bold(String(type)), ...outcome, ...details].join('  ');
};

export const tail: Verb = {
  name: 'tail',
  summary: 'Show events, or webhook delivery attempts, as they happen, without their bodies (Ctrl-C to stop)',
  example: 'studiod tail deliveries --type booking.* --since 10m',
  args: '[events|deliveries]',
  flags: [
    { name: 'type', value: 'TYPE,..', help: 'Show only these event types, such as booking.created or booking.*' },
    { name: 'since', value: 'WHEN', help: 'Start from this time: 10m, 2h, 1d, or a timestamp; default now' },
  ],
  settings: readingSettings,
  // One object on each line.
  async run(call) {
    const followed = FOLLOWED[whatOf(call)](sinceOf(call.flag('since')));
    const isWanted = filterOf(call.flag('type'));
    const style = styleOf(call, 'output');
    let isStopped = false;
    const stopped = untilStopped(call).then(() => {
      isStopped = true;
    });
    const look = (): void =>
      readDatabase(call, (db) => {
        const schema = schemaOf(db);
        if (schema !== migrations.length) {
          const action = 'Start the server of this version to migrate it, or use the version of the server.';
          throw new VerbError(`The database has schema ${schema}, and this program ${migrations.length}. ${action}`);
        }
        for (const line of followed.next(db)) {
          if (isWanted(String(line.type))) call.print(call.json ? JSON.stringify(line) : textOf(line, style));
        }
      });
    look();
    while (!isStopped) {
      await Promise.race([pause(EVERY_MS), stopped]);
      try {
        look();
      } catch (error) {
        // A server that starts or a restore has the file for itself for a moment.
        if (!errorCode(error).startsWith('SQLITE_BUSY')) throw error;
      }
    }
  },
};

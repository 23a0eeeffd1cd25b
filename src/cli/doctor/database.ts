import { Database } from 'bun:sqlite';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { listBackups } from '../../database/backup/backup.ts';
import { applianceValue, DATABASE_FILE } from '../../database/data-directory.ts';
import { APPLICATION_ID } from '../../database/database.ts';
import { migrations, schemaOf } from '../../database/migrate.ts';
import { createSeal, KEY_FILE, readKeyFile } from '../../database/seal.ts';
import { isForbidden, isMissing, RUN_AS_OWNER } from '../../database/start-checks.ts';
import { zoneRulesOf } from '../../database/zone-rules.ts';
import { epochOf, isoInstant } from '../../kernel/clock.ts';
import { DAY_MS } from '../../kernel/durations.ts';
import { errorMessage } from '../../kernel/errors.ts';
import { timeZones } from '../../kernel/zones/time-zones.ts';
import { doubledExternalIds } from '../../records/external-ids.ts';
import { backupDirectory } from '../backups.ts';
import { timezoneWarning } from '../server/first-start.ts';
import {
  type CheckContext,
  durationText,
  type Finding,
  failed,
  liesAhead,
  ok,
  type StartContext,
  sizeText,
  together,
  warning,
} from './finding.ts';

const RESTORE = "Restore your latest backup with 'studiod restore'. Run 'studiod backup list' to see the backups.";

/** A larger database takes more than a second to check. */
const LARGE_BYTES = 128 * 1024 ** 2;
/** How many of the newest events are looked at: after a step of the clock the newest is not the latest. */
const NEWEST_EVENTS = 1_000;
/** No clock of a machine that runs this program is before this instant. */
const PROGRAM_EXISTS_SINCE = '2026-01-01T00:00:00.000Z';

/** Governments change clocks with weeks of notice, so rules of this age (ms) miss some of them. */
const OLD_RULES_MS = 365 * DAY_MS;

/** Opens the database of a directory to read only, or says why that cannot be done. */
export const openToRead = (directory: string): Database | Finding => {
  const file = join(directory, DATABASE_FILE);
  if (isForbidden(directory))
    return failed(`This user cannot read ${directory}.`, RUN_AS_OWNER, 'not_readable', directory);
  if (isMissing(file)) {
    return failed(
      `There is no database in ${directory}.`,
      'Set the data directory with --data. If it is the right one, put the database back, or restore a backup with ' +
        "'studiod restore'. The first start of 'studiod serve' creates a new one.",
      'database_missing',
      directory,
    );
  }
  try {
    const db = new Database(file, { readonly: true, strict: true });
    db.run('PRAGMA busy_timeout = 5000');
    schemaOf(db);
    db.query('select 1 from sqlite_master').get();
    return db;
  } catch (error) {
    return failed(
      `${file} cannot be read: ${errorMessage(error)}.`,
      `Check the permissions of the file. ${RESTORE}`,
      'database_unreadable',
      file,
      errorMessage(error),
    );
  }
};

const pages = (db: Database): Finding => {
  const found = db.query('PRAGMA quick_check(1)').values().flat()[0];
  if (found !== 'ok')
    return failed(
      `The database is damaged: ${String(found).replaceAll(/\s+/g, ' ')}.`,
      RESTORE,
      'database_damaged',
      String(found).replaceAll(/\s+/g, ' '),
    );
  const orphan = db.query('PRAGMA foreign_key_check').values()[0];
  if (orphan === undefined) return ok('Pages and references are intact.');
  return failed(
    `Rows in '${orphan[0]}' refer to missing rows in '${orphan[2]}'.`,
    RESTORE,
    'database_damaged',
    `${orphan[0]} -> ${orphan[2]}`,
  );
};

const schema = (db: Database): Finding => {
  const [found, supported] = [schemaOf(db), migrations.length];
  if (found > supported) {
    return failed(
      `The database has schema ${found}, but this program supports schemas up to ${supported}.`,
      `Use studiod ${applianceValue(db, 'release') ?? 'in the version that wrote it'} or newer.`,
      'schema_newer',
      `${found} > ${supported}`,
    );
  }
  if (found < supported) {
    return warning(
      `The database has schema ${found}; this program uses ${supported}.`,
      "Start 'studiod serve' to back up and migrate the database.",
      'schema_older',
      `${found} < ${supported}`,
    );
  }
  return ok(`The schema is ${found}.`);
};

export const checkDatabase = ({ db, directory, unreadable, announce }: CheckContext): Finding => {
  if (db === undefined) return unreadable ?? failed('The database cannot be read.', RESTORE, 'database_unreadable');
  const { size } = statSync(join(directory, DATABASE_FILE));
  if (size > LARGE_BYTES) announce(`checking ${sizeText(size)} of database`);
  try {
    if (db.query('PRAGMA application_id').values().flat()[0] !== APPLICATION_ID) {
      return failed(
        `${db.filename} is not a studiod database.`,
        'Set the data directory with --data.',
        'not_a_database',
        db.filename,
      );
    }
    return together([ok(`${db.filename} opens (${sizeText(size)}).`), schema(db), pages(db)]);
  } catch (error) {
    return failed(`The database is damaged: ${errorMessage(error)}.`, RESTORE, 'database_damaged', errorMessage(error));
  }
};

export const checkKey = ({ db, directory, random }: CheckContext): Finding => {
  const path = join(directory, KEY_FILE);
  const action = `Restore the encryption key of this database to ${path} from where you keep it. Without it, webhook secrets and token signing keys are lost.`;
  if (!existsSync(path) && isMissing(join(directory, DATABASE_FILE))) {
    return ok("There is no encryption key yet. The first start of 'studiod serve' creates it with the database.");
  }
  let present: string;
  try {
    present = createSeal(readKeyFile(path, random, false), random).fingerprint;
  } catch (error) {
    return failed(errorMessage(error), action, 'key_unreadable', errorMessage(error));
  }
  const expected = db === undefined ? undefined : applianceValue(db, 'sealingKey');
  if (expected === undefined) {
    return ok(`${path} is an encryption key (${present}), but there is no readable database to compare it with.`);
  }
  if (expected === present) return ok(`${path} is the encryption key for this database (${present}).`);
  return failed(
    `${path} is not the encryption key for this database (expected ${expected}, found ${present}).`,
    action,
    'key_of_another',
    path,
  );
};

interface Stored {
  readonly at: string;
  readonly what: string;
  /** What to do if the clock is right. */
  readonly otherwise?: string;
}

const newestStored = ({ db, config }: StartContext): Stored[] => {
  const events = db
    ?.query<{ at: string | null }, [number]>(
      'select max(createdAt) as at from (select createdAt from events order by id desc limit ?)',
    )
    .get(NEWEST_EVENTS);
  const event = events?.at ?? undefined;
  const backup = listBackups(backupDirectory(config))[0];
  return [
    ...(event === undefined ? [] : [{ at: event, what: `the newest record (${event})` }]),
    ...(backup === undefined
      ? []
      : [
          {
            at: backup.createdAt,
            what: `the backup ${backup.file}`,
            otherwise: ' If it is right, move this backup and its manifest to another directory.',
          },
        ]),
  ];
};

export const checkClock = (context: StartContext): Finding => {
  const { now } = context;
  const action =
    'Set the clock of this machine, and let NTP keep it right (timedatectl set-ntp true). Bookings, offers, and renewals depend on it.';
  const start: Stored = { at: PROGRAM_EXISTS_SINCE, what: 'the release date of this program' };
  const latest = newestStored(context).reduce((newest, each) => (each.at > newest.at ? each : newest), start);
  if (!liesAhead(latest.at, now)) return ok(`The clock shows ${isoInstant(now)}, later than everything stored.`);
  const behind = durationText(epochOf(latest.at) - now);
  return failed(
    `The clock shows ${isoInstant(now)}, ${behind} before ${latest.what}.`,
    action + (latest.otherwise ?? ''),
    'clock_behind',
    isoInstant(now),
    latest.at,
  );
};

const zonesOf = (db: Database | undefined): string[] =>
  db
    ?.query<{ zone: string }, []>('select distinct timezone as zone from sites where timezone is not null order by 1')
    .all()
    .map(({ zone }) => zone) ?? [];

const checkZone = (zone: string): Finding => {
  try {
    timeZones().zone(zone);
  } catch {
    return failed(
      `Time zone ${zone} of a site is unknown.`,
      `Set another one with PATCH /v2/sites/{id}, or use a studiod release that knows it.`,
      'zone_unknown',
      zone,
    );
  }
  const { rules } = timeZones();
  if (rules.isDamaged(zone)) {
    return warning(
      `${rules.source} has a damaged file for ${zone}, so the program's own rules are used.`,
      "Reinstall the tzdata package on this machine, then restart 'studiod serve'.",
      'zone_damaged',
      zone,
      rules.source,
    );
  }
  const doubt = timezoneWarning(zone);
  if (doubt === undefined) return ok(`${zone} is known.`);
  return warning(
    `${doubt.slice(0, 1).toUpperCase()}${doubt.slice(1)}`,
    'Change it if it is wrong.',
    'zone_doubtful',
    zone,
  );
};

const checkRules = ({ now }: StartContext): Finding => {
  const { rules, machine } = timeZones();
  const others = machine.problem === undefined ? '' : ` This machine has none: ${machine.problem}.`;
  const text = `Time zone rules: version ${rules.version}, from ${rules.source}.`;
  if (now - rules.publishedAt <= OLD_RULES_MS) return ok(`${text}${others}`);
  return warning(
    `${text} They are more than a year old, and governments change clocks.${others}`,
    'Update the tzdata package on this machine, or install a newer studiod release. Then restart the server.',
    'zone_rules_old',
    rules.version,
  );
};

/** Whether the server computes with other rules than a start now would: those of the machine have changed since. */
const checkRulesOfData = ({ db, isServed }: CheckContext): Finding[] => {
  const stored = db === undefined ? undefined : zoneRulesOf(db);
  if (stored === undefined || !isServed || stored.version === timeZones().rules.version) return [];
  return [
    warning(
      `The server uses version ${stored.version}.`,
      "Restart 'studiod serve' to recalculate upcoming classes.",
      'zone_rules_changed',
      stored.version,
    ),
  ];
};

/** Which rules of time zones are in use, whether they are old, and whether they have the zones of the sites. */
export const checkZoneData = (context: CheckContext): Finding => {
  const rules = checkRules(context);
  const all = together([rules, ...checkRulesOfData(context), ...zonesOf(context.db).map(checkZone)]);
  // The version is said in any case.
  return all.message.startsWith(rules.message) ? all : { ...all, message: `${rules.message} ${all.message}` };
};

const DOUBLES =
  'Imports refuse rows that name a record by such an ID. List the records with ?external_id=, and change the externalId of all ' +
  'but one with PATCH.';

/** Whether several records of a family have the same external id, as older releases allowed. */
export const checkExternalIds = ({ db }: CheckContext): Finding => {
  const doubles = db === undefined ? [] : doubledExternalIds(db);
  if (doubles.length === 0) return ok('No two records of a family share an external ID.');
  return together(
    doubles.map(({ table, count, first }) => {
      const others = count === 1 ? '' : `, and so do ${count - 1} more`;
      return warning(
        `Several records in '${table}' share the external ID '${first}'${others}.`,
        DOUBLES,
        'external_id_shared',
        `${table}: ${first}`,
      );
    }),
  );
};

import type { Database } from 'bun:sqlite';
import start from '../../migrations/0001_start.sql' with { type: 'text' };
import money from '../../migrations/0002_money.sql' with { type: 'text' };
import waitingLists from '../../migrations/0003_waiting_lists.sql' with { type: 'text' };
import identity from '../../migrations/0004_identity.sql' with { type: 'text' };
import checkins from '../../migrations/0005_checkins.sql' with { type: 'text' };
import cards from '../../migrations/0006_cards.sql' with { type: 'text' };
import penalties from '../../migrations/0007_penalties.sql' with { type: 'text' };
import noShows from '../../migrations/0008_no_shows.sql' with { type: 'text' };
import renewals from '../../migrations/0009_renewals_and_freezes.sql' with { type: 'text' };
import visits from '../../migrations/0010_visits.sql' with { type: 'text' };
import clientSearch from '../../migrations/0011_client_search.sql' with { type: 'text' };
import sessionCancellations from '../../migrations/0012_session_cancellations.sql' with { type: 'text' };
import phoneSearch from '../../migrations/0013_phone_search.sql' with { type: 'text' };
import periods from '../../migrations/0014_periods.sql' with { type: 'text' };
import columnNames from '../../migrations/0015_column_names.sql' with { type: 'text' };
import clientsWithoutEmail from '../../migrations/0016_clients_without_email.sql' with { type: 'text' };
import unfinishedChanges from '../../migrations/0017_unfinished_changes.sql' with { type: 'text' };
import clientErasures from '../../migrations/0018_client_erasures.sql' with { type: 'text' };
import leaderboardVisibility from '../../migrations/0019_leaderboard_visibility.sql' with { type: 'text' };
import media from '../../migrations/0020_media.sql' with { type: 'text' };
import facts from '../../migrations/0021_facts.sql' with { type: 'text' };
import memberPreferences from '../../migrations/0022_member_preferences.sql' with { type: 'text' };
import contentKinds from '../../migrations/0023_content_kinds.sql' with { type: 'text' };
import contentEntries from '../../migrations/0024_content_entries.sql' with { type: 'text' };
import experience from '../../migrations/0025_experience.sql' with { type: 'text' };
import library from '../../migrations/0026_library.sql' with { type: 'text' };
import video from '../../migrations/0027_video.sql' with { type: 'text' };
import contentSearch from '../../migrations/0028_content_search.sql' with { type: 'text' };
import bookedSessions from '../../migrations/0029_booked_sessions.sql' with { type: 'text' };
import streaks from '../../migrations/0030_streaks.sql' with { type: 'text' };
import ranks from '../../migrations/0031_ranks.sql' with { type: 'text' };
import mediaVariants from '../../migrations/0032_media_variants.sql' with { type: 'text' };
import watchedMinutes from '../../migrations/0033_watched_minutes.sql' with { type: 'text' };
import metrics from '../../migrations/0034_metrics.sql' with { type: 'text' };
import challenges from '../../migrations/0035_challenges.sql' with { type: 'text' };
import fewerPages from '../../migrations/0036_fewer_pages.sql' with { type: 'text' };
import awards from '../../migrations/0037_awards.sql' with { type: 'text' };
import leaderboards from '../../migrations/0038_leaderboards.sql' with { type: 'text' };
import auditLog from '../../migrations/0039_audit_log.sql' with { type: 'text' };
import entryRows from '../../migrations/0040_entry_rows.sql' with { type: 'text' };
import exportedFacts from '../../migrations/0041_exported_facts.sql' with { type: 'text' };
import memberActivity from '../../migrations/0042_member_activity.sql' with { type: 'text' };
import eventOrigins from '../../migrations/0043_event_origins.sql' with { type: 'text' };
import entryVersions from '../../migrations/0044_entry_versions.sql' with { type: 'text' };
import namesInImports from '../../migrations/0045_names_in_imports.sql' with { type: 'text' };
import balancesByCurrency from '../../migrations/0046_balances_by_currency.sql' with { type: 'text' };
import anniversaryDays from '../../migrations/0047_anniversary_days.sql' with { type: 'text' };
import sessionsToFill from '../../migrations/0048_sessions_to_fill.sql' with { type: 'text' };
import viewsByMedia from '../../migrations/0049_views_by_media.sql' with { type: 'text' };
import sandboxRequests from '../../migrations/0050_sandbox_requests.sql' with { type: 'text' };
import namesOfSomeSites from '../../migrations/0051_names_of_some_sites.sql' with { type: 'text' };
import webhookClaims from '../../migrations/0052_webhook_claims.sql' with { type: 'text' };
import clientSearchMerges from '../../migrations/0053_client_search_merges.sql' with { type: 'text' };
import webhookNewJobs from '../../migrations/0054_webhook_new_jobs.sql' with { type: 'text' };
import eventsOfImports from '../../migrations/0055_events_of_imports.sql' with { type: 'text' };
import earliestBookings from '../../migrations/0056_earliest_bookings.sql' with { type: 'text' };
import leaderboardsOptIn from '../../migrations/0057_leaderboards_opt_in.sql' with { type: 'text' };
import metricEntriesOfClients from '../../migrations/0058_metric_entries_of_clients.sql' with { type: 'text' };
import uploadCredentials from '../../migrations/0059_upload_credentials.sql' with { type: 'text' };
import webhookCreators from '../../migrations/0060_webhook_creators.sql' with { type: 'text' };
import entryDurations from '../../migrations/0061_entry_durations.sql' with { type: 'text' };
import entryPosters from '../../migrations/0062_entry_posters.sql' with { type: 'text' };
import shownChildren from '../../migrations/0063_shown_children.sql' with { type: 'text' };
import queueJobs from '../../migrations/0064_queue_jobs.sql' with { type: 'text' };
import { errorCode, errorMessage } from '../kernel/errors.ts';
import { type Report, unreported } from '../kernel/report.ts';
import { APPLICATION_ID } from './database.ts';

/** Migrations only go forward. The position in this list, counted from 1, is the schema number. */
export const migrations: readonly string[] = [
  start,
  money,
  waitingLists,
  identity,
  checkins,
  cards,
  penalties,
  noShows,
  renewals,
  visits,
  clientSearch,
  sessionCancellations,
  phoneSearch,
  periods,
  columnNames,
  clientsWithoutEmail,
  unfinishedChanges,
  clientErasures,
  leaderboardVisibility,
  media,
  facts,
  memberPreferences,
  contentKinds,
  contentEntries,
  experience,
  library,
  video,
  contentSearch,
  bookedSessions,
  streaks,
  ranks,
  mediaVariants,
  watchedMinutes,
  metrics,
  challenges,
  fewerPages,
  awards,
  leaderboards,
  auditLog,
  entryRows,
  exportedFacts,
  memberActivity,
  eventOrigins,
  entryVersions,
  namesInImports,
  balancesByCurrency,
  anniversaryDays,
  sessionsToFill,
  viewsByMedia,
  sandboxRequests,
  namesOfSomeSites,
  webhookClaims,
  clientSearchMerges,
  webhookNewJobs,
  eventsOfImports,
  earliestBookings,
  leaderboardsOptIn,
  metricEntriesOfClients,
  uploadCredentials,
  webhookCreators,
  entryDurations,
  entryPosters,
  shownChildren,
  queueJobs,
];

const pragma = (db: Database, name: string): number => Number(db.query(`PRAGMA ${name}`).values()[0]?.[0]);

/** The schema number of the file. */
export const schemaOf = (db: Database): number => pragma(db, 'user_version');

/** A data directory must not be opened. The message says why and what to do. */
export class DataDirectoryError extends Error {}

/** @throws Error when a row refers to one that does not exist. */
const requireWholeReferences = (db: Database): void => {
  const broken = db.query<{ table: string; parent: string }, []>('PRAGMA foreign_key_check').get();
  if (broken === null) return;
  throw new Error(`the migration leaves rows of '${broken.table}' that refer to missing rows of '${broken.parent}'`);
};

/**
 * Runs the statements without enforcing foreign keys, which a table that is replaced would break for a moment: SQLite
 * deletes the rows of a table that it drops. They are checked before the commit.
 */
const withoutForeignKeys = (db: Database, work: () => void): void => {
  const isEnforced = pragma(db, 'foreign_keys');
  db.run('PRAGMA foreign_keys = OFF');
  try {
    work();
  } finally {
    db.run(`PRAGMA foreign_keys = ${isEnforced}`);
  }
};

/**
 * Migrates the file to this program's schema: all steps in one transaction, so that a migration that fails or is
 * interrupted leaves the file as it was, and references are checked once.
 * @param beforeUpgrade runs before an older, non-empty file is changed, to back it up.
 * @throws DataDirectoryError when the file belongs to another program or to a newer version.
 */
export const migrate = (
  db: Database,
  release: string,
  beforeUpgrade: (from: number) => void = () => {},
  report: Report = unreported,
): void => {
  const application = pragma(db, 'application_id');
  const schema = schemaOf(db);
  const tables = db.query<{ n: number }, []>('select count(*) as n from sqlite_master').get();
  if (application !== APPLICATION_ID && (application !== 0 || tables?.n !== 0)) {
    throw new DataDirectoryError(
      'This file is a database of another program. Use an empty directory, or one that studiod created.',
    );
  }
  if (schema > migrations.length) {
    const writer = db.query<{ value: string }, []>("select value from appliance where name = 'release'").get();
    throw new DataDirectoryError(
      `The database has schema ${schema}, but studiod ${release} supports up to ${migrations.length}. ` +
        `Use studiod ${writer?.value ?? 'in the version that wrote it'} or newer.`,
    );
  }
  if (schema > 0 && schema < migrations.length) beforeUpgrade(schema);
  if (schema === migrations.length) return;
  const steps = migrations.slice(schema);
  const migrateAll = (): void => {
    db.transaction(() => {
      for (const [index, statements] of steps.entries()) {
        report(`migrating the database to schema ${schema + index + 1}`, index, steps.length + 1);
        db.run(statements);
      }
      report('checking the references of the migrated database', steps.length, steps.length + 1);
      requireWholeReferences(db);
      db.run(`PRAGMA application_id = ${APPLICATION_ID}`);
      db.run(`PRAGMA user_version = ${migrations.length}`);
      db.query("insert or replace into appliance (name, value) values ('release', ?)").run(release);
    }).immediate();
  };
  try {
    withoutForeignKeys(db, migrateAll);
  } catch (error) {
    // Those of the disk and the file have their own words. These are the same at each start, which must not be repeated.
    if (!/^(?:SQLITE_ERROR|SQLITE_CONSTRAINT.*)?$/.test(errorCode(error))) throw error;
    throw new DataDirectoryError(
      `The migration from schema ${schema} to ${migrations.length} failed: ${errorMessage(error)}. Nothing has changed: ` +
        'start the version that you had before, and report this.',
    );
  }
};

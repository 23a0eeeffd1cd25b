import type { Database } from 'bun:sqlite';
import type { RestoredFrom } from '../database/backup/restore.ts';
import { idsFor } from '../database/id-order.ts';
import { schemaOf } from '../database/migrate.ts';
import { Store } from '../database/store.ts';
import type { Random } from '../kernel/random.ts';
import { Timeline } from '../kernel/timer.ts';
import { skipToEnd } from '../resources/messages/following/cursor.ts';
import { dropRestored } from '../resources/messages/retention.ts';
import { auditVerb } from './audit.ts';

const AUDIT_LOG_SCHEMA = 39;
const SESSIONS_SCHEMA = 67;
const MESSAGES_SCHEMA = 78;

/**
 * Writes who restored a database from what, before a server sees it, ends the sessions of staff, and drops the emails that waited in the
 * backup. Older databases have no audit log, no sessions, or no emails.
 */
export const recordRestore =
  (verb: string, random: Random, byStaffId: string | null = null, time: Timeline = new Timeline()) =>
  async (db: Database, restored: RestoredFrom): Promise<void> => {
    if (schemaOf(db) < AUDIT_LOG_SCHEMA) return;
    const store = new Store(db, time, idsFor(db, time, random));
    await store.write((tx) => {
      auditVerb(tx, verb, { after: byStaffId === null ? restored : { ...restored, byStaffId } });
      // A session that was ended since the backup would continue. An upgrade goes back to what it has found when it stopped the server.
      if (verb === 'restore' && schemaOf(db) >= SESSIONS_SCHEMA) tx.db.run('delete from "staffSessions"');
      if (schemaOf(db) < MESSAGES_SCHEMA) return;
      dropRestored(tx);
      skipToEnd(tx);
    });
  };

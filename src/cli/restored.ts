import type { Database } from 'bun:sqlite';
import type { RestoredFrom } from '../database/backup/restore.ts';
import { idsFor } from '../database/id-order.ts';
import { schemaOf } from '../database/migrate.ts';
import { Store } from '../database/store.ts';
import type { Random } from '../kernel/random.ts';
import { Timeline } from '../kernel/timer.ts';
import { auditVerb } from './audit.ts';

/** The first schema that has an audit log. */
const AUDIT_LOG_SCHEMA = 39;

/**
 * Writes into a restored database, before a server sees it, who restored it from what. A database from before the audit
 * log has no place for that.
 */
export const recordRestore =
  (verb: string, random: Random) =>
  async (db: Database, restored: RestoredFrom): Promise<void> => {
    if (schemaOf(db) < AUDIT_LOG_SCHEMA) return;
    const time = new Timeline();
    const store = new Store(db, time, idsFor(db, time, random));
    await store.write((tx) => auditVerb(tx, verb, { after: restored }));
  };

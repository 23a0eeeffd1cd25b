import type { SQLQueryBindings } from 'bun:sqlite';
import type { Tx } from '../../database/database.ts';
import { conflict } from '../../kernel/problem.ts';
import { query, select } from '../../records/query.ts';
import { Client } from '../clients/record.ts';
import { indexClient } from '../clients/search.ts';
import { clientKeys } from '../clients/tables.ts';
import { ContentEntry } from '../content/entries/record.ts';
import { indexEntry } from '../content/search/indexing.ts';
import { entryKeys } from '../content/search/tables.ts';
import { SITES, STAFF } from '../demo-ids.ts';
import { brandSettings } from '../settings/queries.ts';
import { Site } from '../sites/record.ts';
import { markDemoData } from './queries.ts';
import { DEMO_TABLES } from './tables.ts';

const keysOfClients = query<{ rowId: number; id: string }>(() => select.select().from(clientKeys));
const keysOfEntries = query<{ id: string }>(() => select.select().from(entryKeys));

type Rows = readonly (readonly [table: string, columns: readonly string[], rows: readonly SQLQueryBindings[][]])[];

/** @throws Problem 409 `studio_not_empty`. */
export const requireEmptyStudio = ({ db }: Pick<Tx, 'db'>): void => {
  const isEmpty = DEMO_TABLES.every((table) => db.query(`select 1 from "${table}" limit 1`).get() === null);
  if (isEmpty) return;
  throw conflict(
    'studio_not_empty',
    "The studio already has its own data, and demo data would mix with it. Leave out 'demoData'.",
  );
};

/** The rooms and the hours of the demo studio are taken over by the first site, unless it has its own. */
const furnish = (tx: Tx, siteId: string, columns: readonly string[], row: readonly SQLQueryBindings[]): void => {
  const textIn = (column: string): string | null => {
    const value = row[columns.indexOf(column)];
    return typeof value === 'string' ? value : null;
  };
  const [rooms, openingHours] = [textIn('rooms'), textIn('openingHours')];
  const site = Site.rows.find(tx, siteId);
  const isBare = site?.rooms === null && site.openingHours === null;
  markDemoData(tx, { createdAt: tx.now, rooms: isBare ? rooms : null, openingHours: isBare ? openingHours : null });
  if (isBare) Site.rows.update(tx, siteId, { rooms, openingHours });
};

const index = (tx: Tx): void => {
  for (const { rowId, id } of keysOfClients.all(tx)) {
    const client = Client.rows.find(tx, id);
    if (client !== undefined) indexClient(tx, rowId, client);
  }
  for (const { id } of keysOfEntries.all(tx)) {
    const entry = ContentEntry.rows.find(tx, id);
    if (entry !== undefined) indexEntry(tx, entry);
  }
};

/**
 * Fills an empty studio with demo data. They are rows of tables, which raise no event, so no one is notified.
 * @param text what makes demo data gave: its site downtown becomes the first site, and its owner the person of `ownerId`.
 * @throws Problem 409 `studio_not_empty`.
 */
export const placeDemoData = (tx: Tx, text: string, ownerId: string): void => {
  requireEmptyStudio(tx);
  const { defaultSiteId } = brandSettings(tx);
  const tables: Rows = JSON.parse(text.replaceAll(SITES.downtown, defaultSiteId).replaceAll(STAFF.owner, ownerId));
  const own = new Set<SQLQueryBindings>([defaultSiteId, ownerId]);
  // Records refer to records of any table.
  tx.db.run('PRAGMA defer_foreign_keys = ON');
  for (const [table, columns, rows] of tables) {
    // Triggers make some of the rows, and the types of content are in every studio.
    const insert = tx.db.query(
      `insert or ignore into "${table}" (${columns.map((column) => `"${column}"`).join(', ')})
       values (${columns.map(() => '?').join(', ')})`,
    );
    for (const row of rows) {
      const isOwn = own.has(row[columns.indexOf('id')] ?? null);
      if (!isOwn) insert.run(...row);
      else if (table === 'sites') furnish(tx, defaultSiteId, columns, row);
    }
  }
  // A file that was there before the attempt that made it known, and was taken for a stray.
  tx.db.run('update "mediaFiles" set "unusedSince" = null where "id" in (select "fileSha256" from "contentMedia")');
  tx.cached.clear();
  index(tx);
};

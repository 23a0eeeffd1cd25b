import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { lazyTable } from '../../database/lazy-table.ts';

export const clientKeys = lazyTable(() =>
  sqliteTable('clients', {
    rowId: integer('rowId').primaryKey(),
    id: text('id').notNull(),
  }),
);

/** The index of names, emails, homes and the digits of phone numbers; its rowid is the client's `rowId`. */
export const clientSearch = lazyTable(() =>
  sqliteTable('clientSearch', {
    rowid: integer('rowid').notNull(),
    words: text('words'),
    home: text('home'),
    phone: text('phone'),
  }),
);

export const clientSearchSites = lazyTable(() =>
  sqliteTable('clientSearchSites', {
    siteId: text('siteId').primaryKey(),
    number: integer('number').notNull(),
  }),
);

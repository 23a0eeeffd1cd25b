import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

export const clients = sqliteTable('clients', {
  rowId: integer('rowId').primaryKey(),
  id: text('id').notNull(),
  firstName: text('firstName').notNull(),
  lastName: text('lastName').notNull(),
  email: text('email').notNull(),
  phone: text('phone'),
  dateOfBirth: text('dateOfBirth'),
  gender: text('gender'),
  address: text('address'),
  photoUrl: text('photoUrl'),
  preferredLocale: text('preferredLocale'),
  timezone: text('timezone'),
  status: text('status').notNull(),
  homeLocationId: text('homeLocationId').notNull(),
  emergencyContact: text('emergencyContact'),
  barcode: text('barcode'),
  fobNumber: text('fobNumber'),
  leadSource: text('leadSource'),
  referredByClientId: text('referredByClientId'),
  joinedAt: text('joinedAt').notNull(),
  tags: text('tags'),
  customProperties: text('customProperties'),
  notes: text('notes'),
  alerts: text('alerts'),
  waiver: text('waiver'),
  marketingConsent: text('marketingConsent'),
  bookings: integer('bookings').notNull(),
  visits: integer('visits').notNull(),
  noShows: integer('noShows').notNull(),
  lateCancels: integer('lateCancels').notNull(),
  firstVisitAt: text('firstVisitAt'),
  lastVisitAt: text('lastVisitAt'),
  metadata: text('metadata'),
  externalId: text('externalId'),
  archivedAt: text('archivedAt'),
  createdAt: text('createdAt').notNull(),
  updatedAt: text('updatedAt').notNull(),
  defaultCard: text('defaultCard'),
  owed: integer('owed').notNull(),
});

export type ClientRow = typeof clients.$inferSelect;

/** The index of names and emails; its rowid is the client's `rowId`. */
export const clientSearch = sqliteTable('clientSearch', { rowid: integer('rowid').notNull(), words: text('words') });

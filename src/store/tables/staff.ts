import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

export const staff = sqliteTable('staff', {
  id: text('id').primaryKey(),
  firstName: text('firstName').notNull(),
  lastName: text('lastName').notNull(),
  email: text('email').notNull(),
  phone: text('phone'),
  displayName: text('displayName'),
  photoUrl: text('photoUrl'),
  bio: text('bio'),
  pronouns: text('pronouns'),
  role: text('role').notNull(),
  status: text('status').notNull(),
  siteIds: text('siteIds'),
  primarySiteId: text('primarySiteId'),
  permissionOverrides: text('permissionOverrides'),
  isInstructor: integer('isInstructor').notNull(),
  employmentType: text('employmentType'),
  hiredOn: text('hiredOn'),
  terminatedOn: text('terminatedOn'),
  lastLoginAt: text('lastLoginAt'),
  specialties: text('specialties'),
  certifications: text('certifications'),
  sortOrder: integer('sortOrder').notNull(),
  isBookable: integer('isBookable').notNull(),
  payRate: text('payRate'),
  metadata: text('metadata'),
  externalId: text('externalId'),
  createdAt: text('createdAt').notNull(),
  updatedAt: text('updatedAt').notNull(),
});

export type StaffRow = typeof staff.$inferSelect;

import { sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { lazyTable } from '../../../database/lazy-table.ts';

/** What clients agree to, with the text that they saw (member-page.md "Signing in"). */
export const AGREEMENT_KINDS = ['waiver', 'consent'] as const;
export type AgreementKind = (typeof AGREEMENT_KINDS)[number];

/** Where someone signs: as they sign up, in their account later, at the desk, or as a guest. What was imported was signed nowhere here. */
export const AGREEMENT_CHANNELS = ['sign_up', 'account', 'desk', 'guest', 'import'] as const;
export type AgreementChannel = (typeof AGREEMENT_CHANNELS)[number];

/** What clients have signed or agreed to. A row never changes. */
export const agreements = lazyTable(() =>
  sqliteTable('agreements', {
    id: text('id').primaryKey(),
    clientId: text('clientId').notNull(),
    kind: text('kind').$type<AgreementKind>().notNull(),
    version: text('version').notNull(),
    /** SHA-256 of the text, hex. */
    textHash: text('textHash').notNull(),
    name: text('name').notNull(),
    guardianName: text('guardianName'),
    address: text('address'),
    createdAt: text('createdAt').notNull(),
    channel: text('channel').$type<AgreementChannel>(),
    /** The staff member who imported it, else the credential. */
    importedBy: text('importedBy'),
    /** The adult of the household who signed for a dependant. */
    signedByClientId: text('signedByClientId'),
  }),
);

export type AgreementRow = typeof agreements.$inferSelect;

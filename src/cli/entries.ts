import type { Verb } from './verb.ts';

/** The first word of a verb. Its file is loaded only when it is called, so that short verbs start fast. */
export interface Entry {
  readonly name: string;
  readonly summary: string;
  load(): Promise<readonly Verb[]>;
}

/** The first words of verbs by the groups of `studiod --help`, in its order. */
export const GROUPS: Readonly<Record<string, readonly Entry[]>> = {
  Serve: [
    {
      name: 'serve',
      summary: 'Serve a data directory',
      load: async () => [(await import('./verbs/serve.ts')).serve],
    },
    {
      name: 'sandbox',
      summary: 'Serve an in-memory demo studio for trials and tests',
      load: async () => [(await import('./verbs/sandbox.ts')).sandbox],
    },
  ],
  Access: [
    {
      name: 'owner',
      summary: 'Create an owner or reset a lost password',
      load: async () => (await import('./verbs/owner.ts')).ownerVerbs,
    },
    {
      name: 'key',
      summary: 'Create, list, and revoke API keys',
      load: async () => (await import('./verbs/key.ts')).keyVerbs,
    },
    {
      name: 'webhook',
      summary: 'Verify a webhook delivery',
      load: async () => (await import('./verbs/webhook.ts')).webhookVerbs,
    },
    {
      name: 'oauth-client',
      summary: 'Create, list, and revoke OAuth clients',
      load: async () => (await import('./verbs/oauth-client.ts')).oauthClientVerbs,
    },
  ],
  Data: [
    {
      name: 'backup',
      summary: 'Create, list, verify, test, copy, and prune backups',
      load: async () => (await import('./verbs/backup.ts')).backupVerbs,
    },
    {
      name: 'restore',
      summary: 'Replace the database with a backup',
      load: async () => [(await import('./verbs/restore.ts')).restoreVerb],
    },
    {
      name: 'export',
      summary: 'Export all records to CSV and JSON files',
      load: async () => [(await import('./verbs/export.ts')).exportVerb],
    },
    {
      name: 'import',
      summary: 'Import records from CSV and JSON files',
      load: async () => [(await import('./verbs/import.ts')).importVerb],
    },
    {
      name: 'tail',
      summary: 'Show events or webhook deliveries as they happen',
      load: async () => [(await import('./verbs/tail.ts')).tail],
    },
    {
      name: 'sql',
      summary: 'Query the database with SQL (read-only)',
      load: async () => [(await import('./verbs/sql.ts')).sql],
    },
  ],
  Machine: [
    {
      name: 'install',
      summary: 'Install studiod as a systemd service',
      load: async () => [(await import('./verbs/install.ts')).install],
    },
    {
      name: 'upgrade',
      summary: 'Upgrade studiod, with automatic rollback',
      load: async () => [(await import('./verbs/upgrade.ts')).upgrade],
    },
    {
      name: 'uninstall',
      summary: 'Remove the service and keep the data',
      load: async () => [(await import('./verbs/install.ts')).uninstall],
    },
    {
      name: 'mail',
      summary: 'Send a test email',
      load: async () => (await import('./verbs/mail.ts')).mailVerbs,
    },
    {
      name: 'config',
      summary: 'Print every setting and its source',
      load: async () => [(await import('./verbs/config.ts')).config],
    },
    {
      name: 'health',
      summary: 'Print the health of a running server',
      load: async () => [(await import('./verbs/health.ts')).health],
    },
    {
      name: 'doctor',
      summary: 'Check the data, settings, and environment, and suggest fixes',
      load: async () => [(await import('./verbs/doctor.ts')).doctor],
    },
  ],
  About: [
    {
      name: 'openapi',
      summary: 'Print the OpenAPI document',
      load: async () => [(await import('./verbs/openapi.ts')).openapi],
    },
    {
      name: 'completions',
      summary: 'Print shell completions',
      load: async () => [(await import('./verbs/completions.ts')).completions],
    },
    {
      name: 'licenses',
      summary: 'Print the licenses of the bundled packages',
      load: async () => [(await import('./verbs/licenses.ts')).licenses],
    },
    {
      name: 'version',
      summary: 'Print the version',
      load: async () => [(await import('./verbs/version.ts')).version],
    },
  ],
};

export const entries = Object.values(GROUPS).flat();

/** Verbs that this program calls itself: no help, manual page or completion has them. */
export const ownEntries: readonly Entry[] = [
  {
    name: 'examine-media',
    summary: 'Examine a file for a server',
    load: async () => [(await import('./verbs/examine-media.ts')).examineMedia],
  },
  {
    name: 'make-demo-data',
    summary: 'Create demo data for a server',
    load: async () => [(await import('./verbs/make-demo-data.ts')).makeDemoData],
  },
];

export const allVerbs = async (): Promise<readonly Verb[]> =>
  (await Promise.all(entries.map(({ load }) => load()))).flat();

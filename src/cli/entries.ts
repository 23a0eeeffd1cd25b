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
      summary: 'serves a data directory',
      load: async () => [(await import('./verbs/serve.ts')).serve],
    },
    {
      name: 'sandbox',
      summary: 'serves a demo studio for trials and tests, in memory',
      load: async () => [(await import('./verbs/sandbox.ts')).sandbox],
    },
  ],
  Access: [
    {
      name: 'owner',
      summary: 'creates an owner, or replaces a lost password',
      load: async () => (await import('./verbs/owner.ts')).ownerVerbs,
    },
    {
      name: 'key',
      summary: 'creates, lists and revokes API keys',
      load: async () => (await import('./verbs/key.ts')).keyVerbs,
    },
    {
      name: 'webhook',
      summary: 'verifies a webhook delivery',
      load: async () => (await import('./verbs/webhook.ts')).webhookVerbs,
    },
    {
      name: 'oauth-client',
      summary: 'creates, lists and revokes OAuth clients',
      load: async () => (await import('./verbs/oauth-client.ts')).oauthClientVerbs,
    },
  ],
  Data: [
    {
      name: 'backup',
      summary: 'creates, lists, verifies, tests, copies and prunes backups',
      load: async () => (await import('./verbs/backup.ts')).backupVerbs,
    },
    {
      name: 'restore',
      summary: 'replaces the database with a backup',
      load: async () => [(await import('./verbs/restore.ts')).restoreVerb],
    },
    {
      name: 'export',
      summary: 'writes all records to CSV and JSON files',
      load: async () => [(await import('./verbs/export.ts')).exportVerb],
    },
    {
      name: 'import',
      summary: 'imports records from CSV and JSON files',
      load: async () => [(await import('./verbs/import.ts')).importVerb],
    },
    {
      name: 'tail',
      summary: 'shows events or webhook deliveries as they happen',
      load: async () => [(await import('./verbs/tail.ts')).tail],
    },
    {
      name: 'sql',
      summary: 'reads the database with SQL',
      load: async () => [(await import('./verbs/sql.ts')).sql],
    },
  ],
  Machine: [
    {
      name: 'install',
      summary: 'installs studiod as a systemd service',
      load: async () => [(await import('./verbs/install.ts')).install],
    },
    {
      name: 'upgrade',
      summary: 'replaces the executable, and goes back when the new one fails',
      load: async () => [(await import('./verbs/upgrade.ts')).upgrade],
    },
    {
      name: 'uninstall',
      summary: 'removes the service and keeps the data',
      load: async () => [(await import('./verbs/install.ts')).uninstall],
    },
    {
      name: 'mail',
      summary: 'sends a test mail',
      load: async () => (await import('./verbs/mail.ts')).mailVerbs,
    },
    {
      name: 'config',
      summary: 'prints every setting and its source',
      load: async () => [(await import('./verbs/config.ts')).config],
    },
    {
      name: 'health',
      summary: 'prints the health of a running server',
      load: async () => [(await import('./verbs/health.ts')).health],
    },
    {
      name: 'doctor',
      summary: 'checks the data, the settings and what they need, and says what to do',
      load: async () => [(await import('./verbs/doctor.ts')).doctor],
    },
  ],
  About: [
    {
      name: 'openapi',
      summary: 'prints the OpenAPI document',
      load: async () => [(await import('./verbs/openapi.ts')).openapi],
    },
    {
      name: 'completions',
      summary: 'prints the completions of a shell',
      load: async () => [(await import('./verbs/completions.ts')).completions],
    },
    {
      name: 'licenses',
      summary: 'prints the licenses of the packages inside',
      load: async () => [(await import('./verbs/licenses.ts')).licenses],
    },
    {
      name: 'version',
      summary: 'prints the version',
      load: async () => [(await import('./verbs/version.ts')).version],
    },
  ],
};

export const entries = Object.values(GROUPS).flat();

/** Verbs that this program calls itself: no help, manual page or completion has them. */
export const ownEntries: readonly Entry[] = [
  {
    name: 'examine-media',
    summary: 'examines a file for a server',
    load: async () => [(await import('./verbs/examine-media.ts')).examineMedia],
  },
  {
    name: 'make-demo-data',
    summary: 'makes demo data for a server',
    load: async () => [(await import('./verbs/make-demo-data.ts')).makeDemoData],
  },
];

export const allVerbs = async (): Promise<readonly Verb[]> =>
  (await Promise.all(entries.map(({ load }) => load()))).flat();

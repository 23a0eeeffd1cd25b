import type { Verb } from './verb.ts';

/** The groups of `studiod --help`, in its order. */
export const GROUPS = ['Serve', 'Access', 'Data', 'Machine', 'About'] as const;

/** The first word of a verb. Its file is loaded only when it is called, so that short verbs start fast. */
export interface Entry {
  readonly name: string;
  readonly group: (typeof GROUPS)[number];
  readonly summary: string;
  load(): Promise<readonly Verb[]>;
}

export const entries: readonly Entry[] = [
  {
    name: 'serve',
    group: 'Serve',
    summary: 'serves a data directory',
    load: async () => [(await import('./verbs/serve.ts')).serve],
  },
  {
    name: 'sandbox',
    group: 'Serve',
    summary: 'serves a demo studio for trials and tests, in memory',
    load: async () => [(await import('./verbs/sandbox.ts')).sandbox],
  },
  {
    name: 'key',
    group: 'Access',
    summary: 'creates, lists and revokes API keys',
    load: async () => (await import('./verbs/key.ts')).keyVerbs,
  },
  {
    name: 'webhook',
    group: 'Access',
    summary: 'verifies a webhook delivery',
    load: async () => (await import('./verbs/webhook.ts')).webhookVerbs,
  },
  {
    name: 'oauth-client',
    group: 'Access',
    summary: 'creates, lists and revokes OAuth clients',
    load: async () => (await import('./verbs/oauth-client.ts')).oauthClientVerbs,
  },
  {
    name: 'backup',
    group: 'Data',
    summary: 'creates, lists, verifies, tests, copies and prunes backups',
    load: async () => (await import('./verbs/backup.ts')).backupVerbs,
  },
  {
    name: 'restore',
    group: 'Data',
    summary: 'replaces the database with a backup',
    load: async () => [(await import('./verbs/restore.ts')).restoreVerb],
  },
  {
    name: 'export',
    group: 'Data',
    summary: 'writes all records to CSV and JSON files',
    load: async () => [(await import('./verbs/export.ts')).exportVerb],
  },
  {
    name: 'import',
    group: 'Data',
    summary: 'imports records from CSV and JSON files',
    load: async () => [(await import('./verbs/import.ts')).importVerb],
  },
  {
    name: 'tail',
    group: 'Data',
    summary: 'shows events or webhook deliveries as they happen',
    load: async () => [(await import('./verbs/tail.ts')).tail],
  },
  {
    name: 'sql',
    group: 'Data',
    summary: 'reads the database with SQL',
    load: async () => [(await import('./verbs/sql.ts')).sql],
  },
  {
    name: 'install',
    group: 'Machine',
    summary: 'installs studiod as a systemd service',
    load: async () => [(await import('./verbs/install.ts')).install],
  },
  {
    name: 'upgrade',
    group: 'Machine',
    summary: 'replaces the executable, and goes back when the new one fails',
    load: async () => [(await import('./verbs/upgrade.ts')).upgrade],
  },
  {
    name: 'uninstall',
    group: 'Machine',
    summary: 'removes the service and keeps the data',
    load: async () => [(await import('./verbs/install.ts')).uninstall],
  },
  {
    name: 'openapi',
    group: 'About',
    summary: 'prints the OpenAPI document',
    load: async () => [(await import('./verbs/openapi.ts')).openapi],
  },
  {
    name: 'config',
    group: 'Machine',
    summary: 'prints every setting and its source',
    load: async () => [(await import('./verbs/config.ts')).config],
  },
  {
    name: 'health',
    group: 'Machine',
    summary: 'prints the health of a running server',
    load: async () => [(await import('./verbs/health.ts')).health],
  },
  {
    name: 'doctor',
    group: 'Machine',
    summary: 'checks the data, the settings and what they need, and says what to do',
    load: async () => [(await import('./verbs/doctor.ts')).doctor],
  },
  {
    name: 'completions',
    group: 'About',
    summary: 'prints the completions of a shell',
    load: async () => [(await import('./verbs/completions.ts')).completions],
  },
  {
    name: 'licenses',
    group: 'About',
    summary: 'prints the licenses of the packages inside',
    load: async () => [(await import('./verbs/licenses.ts')).licenses],
  },
  {
    name: 'version',
    group: 'About',
    summary: 'prints the version',
    load: async () => [(await import('./verbs/version.ts')).version],
  },
];

/** Verbs that this program calls itself: no help, manual page or completion has them. */
export const ownEntries: readonly Entry[] = [
  {
    name: 'examine-media',
    group: 'Machine',
    summary: 'examines a file for a server',
    load: async () => [(await import('./verbs/examine-media.ts')).examineMedia],
  },
];

/** Every verb, for the manual page and the completions. */
export const allVerbs = async (): Promise<readonly Verb[]> =>
  (await Promise.all(entries.map(({ load }) => load()))).flat();

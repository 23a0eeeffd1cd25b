import { dirname, join } from 'node:path';
import { systemClock } from '../../src/kernel/clock.ts';
import { signatureHeader } from '../../src/webhooks/signature.ts';

const NOBODY = '01950000-0000-7000-8000-000000000009';
const SECRET = 'whsec_bWFkZSB1cCBmb3IgdGhpcyB0ZXN0IG9ubHkgMTIzNDU=';

const data = ['--data', 'data'];
const backups = [...data, '--backup-dir', 'backups'];
const nowhere = ['--data', 'nowhere'];
const machine = ['--root', 'machine'];

/** What the test has made. */
export interface Made {
  readonly keyId: string;
  readonly clientId: string;
  /** The path of a backup of `data`. */
  readonly backup: string;
  /** The address of the server of `served`. */
  readonly address: URL;
}

/** The words after the verb. */
type Words = readonly string[] | ((made: Made) => readonly string[]);
/** The words after the verb, and what it says on stderr, or prints. */
type Case = readonly [words: Words, says: string];

/** What is tried of a verb. */
export interface VerbRow {
  /** How it ends with 0, with --json where it has that; or the test that has it. */
  readonly done: Words | string;
  /** The keys of the JSON, or one of them; for a verb without --json what its text contains. */
  readonly prints?: string | readonly string[];
  /** How it ends with 2, besides a misspelt flag. */
  readonly misuse: readonly Case[];
  /** How it ends with 1, or why it is not tried here. */
  readonly failed: Case | string;
  /** How it ends with 3, or why it does not. */
  readonly unsafe: Case | string;
}

const noData: Case = [nowhere, 'There is no data in'];
const CREDENTIAL = ['id', 'name', 'scopes'];
const NO_DATA_NEEDED = 'it opens no data';

/** Every verb (appliance.md "Verbs"): what it prints, and each of its exit codes. */
export const verbTable: Readonly<Record<string, VerbRow>> = {
  serve: {
    done: 'test/appliance/data-directory.test.ts',
    misuse: [
      [['--smtp-url', 'smtp://mail.example.com'], '--smtp-url needs --mail-from'],
      [['--port'], '--port needs a value'],
      [['--port', '70000'], '--port must be a whole number from 0 to 65535'],
    ],
    failed: [({ address }) => ['--data', 'other', '--port', address.port], 'is not available'],
    unsafe: [['--host', '0.0.0.0'], '--behind-proxy'],
  },
  sandbox: {
    done: 'test/appliance/sandbox.test.ts',
    misuse: ['noon', 'fixed:5', '2026-03-02T08:00:00Z'].map((clock) => [
      ['--clock', clock],
      '--clock must be fixed:TIMESTAMP',
    ]),
    failed: [({ address }) => ['--port', address.port], 'is not available'],
    unsafe: [['--port', '0', '--data', 'data'], 'contains a real business'],
  },
  'owner create': {
    done: ['olivia@example.com', '--link', ...data],
    prints: ['email', 'id', 'link', 'role'],
    misuse: [
      [[...data], 'Missing email.'],
      [['olivia', ...data], "'olivia' is not an email address."],
      [['olivia@example.com', ...data], 'Enter the password on stdin'],
    ],
    failed: 'test/appliance/owner.test.ts',
    unsafe: [['olivia@example.com', '--link', ...nowhere], 'There is no data in'],
  },
  'owner reset-password': {
    done: 'test/appliance/owner.test.ts',
    misuse: [[[...data], 'Missing email.']],
    failed: [['nobody@example.com', '--link', ...data], 'No active owner has the email'],
    unsafe: [['olivia@example.com', '--link', ...nowhere], 'There is no data in'],
  },
  'key create': {
    done: data,
    prints: [...CREDENTIAL, 'key'],
    misuse: [
      [[...data, '--scopes', 'client:read', '--tier', 'gold'], "There is no tier 'gold'"],
      [[...data, '--staff', NOBODY], 'There is no staff member'],
      [[...data, '--expires', 'tomorrow'], '--expires must be a timestamp'],
      [[...data, '--sites', ','], 'or leave out --sites'],
    ],
    failed: 'what its flags name wrongly is misuse',
    unsafe: [['--data', 'lost'], 'restore'],
  },
  'key list': { done: data, prints: ['keys'], misuse: [], failed: 'it only reads', unsafe: noData },
  'key revoke': {
    done: ({ keyId }) => [keyId, ...data],
    prints: 'revokedAt',
    misuse: [[data, 'Missing key ID.']],
    failed: [[NOBODY, ...data], "Run 'studiod key list'"],
    unsafe: [[NOBODY, ...nowhere], 'There is no data in'],
  },
  'webhook verify': {
    done: () => [
      '--body',
      'taken',
      '--secret',
      SECRET,
      '--header',
      signatureHeader(SECRET, Math.floor(systemClock.now() / 1000), 'this is a file'),
    ],
    prints: ['code', 'message', 'valid'],
    misuse: [[['--body', 'taken'], 'Missing signing secret.']],
    failed: [['--body', 'taken', '--secret', SECRET, '--header', 't=1'], ''],
    unsafe: NO_DATA_NEEDED,
  },
  'oauth-client create': {
    done: data,
    prints: [...CREDENTIAL, 'clientId', 'clientSecret'],
    misuse: [[[...data, '--tier', 'gold'], "There is no tier 'gold'"]],
    failed: 'its flags are all it needs',
    unsafe: [['--data', 'lost'], 'restore'],
  },
  'oauth-client list': { done: data, prints: ['oauthClients'], misuse: [], failed: 'it only reads', unsafe: noData },
  'oauth-client revoke': {
    done: ({ clientId }) => [clientId, ...data],
    prints: 'revokedAt',
    misuse: [[data, 'Missing client ID.']],
    failed: [[NOBODY, ...data], "Run 'studiod oauth-client list'"],
    unsafe: [[NOBODY, ...nowhere], 'There is no data in'],
  },
  'oauth-client rotate-key': {
    done: data,
    prints: ['createdAt', 'kid'],
    misuse: [],
    failed: 'it needs nothing',
    unsafe: noData,
  },
  'backup create': {
    done: backups,
    prints: 'sha256',
    misuse: [[['--scheduled-at', 'soon'], '--scheduled-at must be a timestamp']],
    failed: [[...data, '--backup-dir', 'taken/below'], 'No backup was made'],
    unsafe: noData,
  },
  'backup list': {
    done: backups,
    prints: ['backups', 'directory', 'targets'],
    misuse: [],
    failed: 'it only reads',
    unsafe: [nowhere, 'and no data in'],
  },
  'backup verify': {
    done: backups,
    prints: ['backups'],
    misuse: [[['one.db', 'two.db'], 'Too many arguments.']],
    failed: [[...data, '--backup-dir', 'full'], 'There are no backups in'],
    unsafe: [nowhere, 'and no data in'],
  },
  'backup test': {
    done: backups,
    prints: ['file', 'outcome', 'problem', 'rows'],
    misuse: [[['a.db', 'b.db'], 'takes one file; without a file']],
    failed: [[...data, '--backup-dir', 'full'], 'There are no backups in'],
    unsafe: [['taken', ...nowhere], 'There is no data in'],
  },
  'backup copy': {
    done: ({ backup }) => [...backups, '--backup-targets', join(dirname(dirname(backup)), 'copies')],
    prints: ['targets'],
    misuse: [[data, 'Missing target. Set --backup-targets.']],
    failed: [[...backups, '--backup-targets', '/nowhere/at/all'], 'there is no directory /nowhere/at/all'],
    unsafe: [['--backup-targets', '/nowhere/at/all', ...nowhere], 'There is no data in'],
  },
  'backup prune': {
    done: backups,
    prints: ['directory', 'removed'],
    misuse: [],
    failed: 'there may be nothing to remove',
    unsafe: [nowhere, 'and no data in'],
  },
  restore: {
    done: ({ backup }) => [backup, '--data', 'restored'],
    prints: ['before', 'counts', 'createdAt', 'file', 'media', 'schema'],
    misuse: [[data, 'Missing backup file or target.']],
    failed: [['taken', ...data], 'taken cannot be read as a database'],
    unsafe: [({ backup }) => [backup, '--data', 'full'], 'studiod.key is missing'],
  },
  export: {
    done: ['everything', ...data],
    prints: ['files'],
    misuse: [
      [data, 'Missing directory for the files.'],
      [['there', '--format', 'xml', ...data], '--format must be csv or json'],
    ],
    failed: [['taken/below', ...data], 'Choose another directory'],
    unsafe: [['full', ...data], 'is not empty'],
  },
  import: {
    done: ['clients.csv', ...data],
    prints: ['files'],
    misuse: [
      [data, 'Missing file or directory.'],
      [['clients.csv', 'plans.csv', ...data], "Unexpected argument 'plans.csv'."],
      [['clients.csv', '--family', 'client', ...data], "Did you mean 'clients'?"],
      [['clients.csv', '--dates', 'iso', ...data], "--dates must be one of mdy, dmy, ymd, not 'iso'"],
      [['empty', ...data], 'There is no CSV or JSON file to import in'],
    ],
    failed: [['staff.csv', ...data], 'staff.csv: row 2, role'],
    unsafe: [['clients.csv', ...nowhere], 'There is no data in'],
  },
  tail: {
    done: 'test/appliance/tail.test.ts',
    misuse: [
      [['deliverys', ...data], "Did you mean 'deliveries'?"],
      [['--type', 'bookng.*', ...data], "Did you mean 'booking.*'?"],
      [['--since', 'yesterday', ...data], '--since must be like 10m'],
    ],
    failed: 'it reads what is there',
    unsafe: noData,
  },
  sql: {
    done: ['select count(*) as clients from clients', ...data],
    prints: ['clients'],
    misuse: [
      [['delete from clients', ...data], "'delete' is not allowed: studiod sql is read-only"],
      [['select 1', '--format', 'xml', ...data], '--format must be one of table, json, csv'],
    ],
    failed: [['select 1 from nowhere', ...data], 'no such table: nowhere. The tables: pragma table_list'],
    unsafe: [['select 1', ...nowhere], 'There is no data in'],
  },
  install: {
    done: ['--executable', 'taken', '--dry-run', ...machine],
    prints: ['configuration', 'data', 'dryRun', 'key', 'unit', 'user'],
    misuse: [[['--currency', 'euro'], '--currency must be an uppercase ISO 4217 code']],
    failed: 'test/appliance/install.test.ts needs another user',
    unsafe: 'test/appliance/install.test.ts needs root',
  },
  uninstall: {
    done: ['--dry-run', ...machine],
    prints: ['dryRun', 'kept', 'steps'],
    misuse: [[['--rot', '/'], "Unknown option '--rot' for 'studiod uninstall'. Did you mean '--root'?"]],
    failed: 'test/appliance/install.test.ts needs another user',
    unsafe: NO_DATA_NEEDED,
  },
  upgrade: {
    done: 'test/appliance/upgrade.test.ts',
    misuse: [
      [[], 'Missing release file.'],
      [['x', '--wait', '0'], '--wait must be a number of seconds'],
    ],
    failed: [['x', '--executable', 'missing'], 'was not found'],
    unsafe: 'what it makes runs another release: test/appliance/upgrade.test.ts',
  },
  'mail test': {
    done: 'test/appliance/mail.test.ts',
    misuse: [
      [[], 'Missing address.'],
      [['ada'], 'the address must be'],
      [['ada@example.com'], 'No mail server is set up'],
      [['ada@example.com', '--smtp-url', 'smtp://127.0.0.1:1'], '--smtp-url needs --mail-from'],
      [['ada@example.com', '--smtp-url', 'http://127.0.0.1:1'], '--smtp-url must be an address such as'],
    ],
    failed: [['ada@example.com', '--smtp-url', 'smtp://127.0.0.1:1', '--mail-from', 'a@example.com'], ''],
    unsafe: NO_DATA_NEEDED,
  },
  openapi: {
    done: [],
    prints: 'openapi',
    misuse: [[['now'], "Unexpected argument 'now'"]],
    failed: 'it needs nothing',
    unsafe: NO_DATA_NEEDED,
  },
  config: {
    done: ['--rate-basic', '5'],
    prints: ['settings'],
    misuse: [[['--rate-basic', 'many'], '--rate-basic must be a whole number']],
    failed: 'it only reads',
    unsafe: NO_DATA_NEEDED,
  },
  health: {
    done: ({ address }) => ['--url', address.origin],
    prints: 'status',
    misuse: [[['--url', 'nowhere'], '--url must be an address']],
    failed: [['--url', 'http://127.0.0.1:1'], 'does not respond'],
    unsafe: NO_DATA_NEEDED,
  },
  doctor: {
    done: data,
    prints: ['checks', 'ok'],
    misuse: [[['--url', 'nowhere'], '--url must be an address']],
    failed: [nowhere, ''],
    unsafe: 'it looks at what the others refuse',
  },
  completions: {
    done: ['fish'],
    prints: 'complete -c studiod',
    misuse: [[['tcsh'], "Unknown shell 'tcsh'. Choose one of: bash, zsh, fish."]],
    failed: 'it needs nothing',
    unsafe: NO_DATA_NEEDED,
  },
  licenses: {
    done: 'test/appliance/licenses.test.ts',
    misuse: [[['all'], "Unexpected argument 'all'"]],
    failed: 'only the executable has them: test/appliance/licenses.test.ts',
    unsafe: NO_DATA_NEEDED,
  },
  version: {
    done: [],
    prints: ['commit', 'runtime', 'schema', 'timeZones', 'version'],
    misuse: [[['now'], "Unexpected argument 'now'"]],
    failed: 'it needs nothing',
    unsafe: NO_DATA_NEEDED,
  },
};

import type { Manifest } from '../../../src/database/backup/backup.ts';
import { migrations } from '../../../src/database/migrate.ts';
import type { Machine } from '../../../src/resources/system/port.ts';

export const manifest = (more: Partial<Manifest> = {}): Manifest => ({
  file: 'studiod-20260301T041700000Z.db',
  createdAt: '2026-03-01T04:17:00.000Z',
  release: '1.0.0',
  bytes: 4096,
  sha256: 'a'.repeat(64),
  schema: migrations.length,
  counts: { clients: 3, bookings: 4 },
  totals: {},
  keyFingerprint: 'key-1',
  media: [],
  ...more,
});

/** A machine that only notes what it is asked for. */
export const fakeMachine = (more: Partial<Machine> & { readonly found?: readonly Manifest[] } = {}) => {
  const asked: string[] = [];
  const { found = [manifest()], ...rest } = more;
  const machine: Machine = {
    directory: '/data',
    backupDirectory: '/data/backups',
    backupSchedule: '17 4 * * *',
    targets: [],
    lastRestore: undefined,
    keyFingerprint: 'key-1',
    services: undefined,
    check: async () => [
      { name: 'disk', status: 'warning', message: 'It is nearly full.', action: 'Free some space.', found: [] },
    ],
    backups: () => ({ backups: found, unreadable: [{ file: 'x.db', problem: 'It lacks what a manifest says.' }] }),
    pathOf: (file) => `/data/backups/${file}`,
    async makeBackup() {
      asked.push('make');
      return 'studiod-new.db';
    },
    async verify(file) {
      asked.push(`verify ${file}`);
    },
    async restore(file, by) {
      asked.push(`restore ${file} for ${by}`);
    },
    ...rest,
  };
  return { machine, asked };
};

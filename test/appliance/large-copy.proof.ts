import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { digestOf } from '../../src/database/backup/backup.ts';
import { dataDirectory } from '../helpers/data-directory.ts';
import { command, environment, testFolder, until } from '../helpers/process.ts';
import { S3_ACCOUNT, startS3 } from '../helpers/s3-server.ts';

const BUCKET = 'studio';

const cwd = testFolder();
let s3: Awaited<ReturnType<typeof startS3>>;
const { data, succeeded } = dataDirectory(cwd);

/** The peak of the memory of a process so far, in bytes; 0 when it has ended. */
const peakSoFar = (pid: number): number => {
  try {
    const [, kibibytes] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kibibytes ?? 0) * 1024;
  } catch {
    return 0;
  }
};

const isLinux = process.platform === 'linux';
beforeAll(async () => {
  if (!isLinux) return;
  s3 = await startS3(join(cwd, 's3'), BUCKET);
  await succeeded('key', 'create', '--new-data');
});
afterAll(async () => {
  if (isLinux) await s3.stop();
});

test.skipIf(!isLinux)(
  'a large backup is copied in slices (on Linux)',
  async () => {
    const SIZE = 192 * 1_048_576;
    /** The peak of the memory of a copy, in bytes. That of `resourceUsage` begins with the peak of this process. */
    const peakOf = async (bytes: number): Promise<number> => {
      const folder = join(cwd, `large-${bytes}`);
      mkdirSync(folder);
      // A recent one: old backups are not copied.
      const createdAt = new Date().toISOString();
      const file = `studiod-${createdAt.replaceAll(/[-:.]/g, '')}.db`;
      writeFileSync(join(folder, file), '');
      truncateSync(join(folder, file), bytes);
      const sha256 = digestOf(join(folder, file));
      const manifest = { file, createdAt, release: '0.1.0', schema: 1, bytes, sha256, counts: {}, media: [] };
      writeFileSync(join(folder, file.replace('.db', '.json')), JSON.stringify(manifest));
      const words = ['backup', 'copy', '--data', data, '--backup-dir', folder];
      const place = environment({
        STUDIOD_BACKUP_TARGETS: `s3://${BUCKET}/large-${bytes}`,
        STUDIOD_BACKUP_KEY: 'correct horse battery staple',
        STUDIOD_BACKUP_S3_ENDPOINT: s3.endpoint,
        STUDIOD_BACKUP_S3_ACCESS_KEY_ID: S3_ACCOUNT.id,
        STUDIOD_BACKUP_S3_SECRET_ACCESS_KEY: S3_ACCOUNT.secret,
      });
      const child = Bun.spawn([...command, ...words], {
        cwd,
        env: place,
        stdout: 'pipe',
        stderr: 'inherit',
      });
      let peak = 0;
      await until(() => {
        peak = Math.max(peak, peakSoFar(child.pid));
        return child.exitCode !== null;
      }, 300_000);
      expect(child.exitCode).toBe(0);
      expect(await child.stdout.text()).toContain(`Copied ${file}.`);
      return peak;
    };
    const small = await peakOf(1_000);
    expect((await peakOf(SIZE)) - small).toBeLessThan(0.75 * SIZE);
  },
  600_000,
);

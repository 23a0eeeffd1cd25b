import { expect, test } from 'bun:test';

test.skipIf(process.platform !== 'linux')(
  'a thread that finds too few descriptors is refused, and does not end the process (Linux)',
  () => {
    const child = new URL('descriptors-child.ts', import.meta.url).pathname;
    const script = 'ulimit -n 100; exec "$@"';
    const { stdout, stderr, exitCode } = Bun.spawnSync(['sh', '-c', script, 'sh', process.execPath, child]);
    expect([exitCode, stdout.toString(), stderr.toString()]).toEqual([0, '0 refused\n8 refused\n40 started\n', '']);
  },
);

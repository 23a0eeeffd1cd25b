// The runtime of another platform, which Bun downloads at the first build for it.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** How long to wait, and where the proxy and Bun's own folder are. */
interface Download {
  /** Real seconds. */
  readonly within?: number;
  readonly env?: Record<string, string | undefined>;
}
/** 40 MB over a slow line. Bun itself waits without an end. */
const DOWNLOAD_SECONDS = 300;

/**
 * Makes sure that Bun has the runtime of a platform, so that the build does not need the network.
 * In a process of its own, since a download of Bun holds the whole process.
 * @param target as Bun names it, without `bun-`: `linux-x64-baseline`
 * @throws Error when it cannot be had in time; it says what to do.
 */
export const fetchRuntime = async (
  target: string,
  { within = DOWNLOAD_SECONDS, env = process.env }: Download = {},
): Promise<void> => {
  const scratch = mkdtempSync(join(tmpdir(), 'studiod-runtime-'));
  const source = join(scratch, 'empty.ts');
  writeFileSync(source, '');
  const words = ['build', '--compile', `--target=bun-${target}`, `--outfile=${join(scratch, 'empty')}`, source];
  const child = Bun.spawn([process.execPath, ...words], {
    cwd: scratch,
    env,
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
    timeout: within * 1_000,
    killSignal: 'SIGKILL',
  });
  try {
    const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
    if (code === 0) return;
    const isLate = child.signalCode === 'SIGKILL';
    const reason = isLate ? `the download took more than ${within} seconds` : `${err}${out}`.trim();
    throw new Error(
      `The runtime for ${target} is not there: ${reason}. Check the network and the proxy settings, and try again.`,
    );
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
};

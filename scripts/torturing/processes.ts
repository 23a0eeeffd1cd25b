import { command, environment } from '../../test/helpers/process.ts';

/** Starts a command of the program and kills it after `ms`. Resolves with whether it was still running. */
export const killAfter = async (ms: number, ...words: string[]): Promise<boolean> => {
  const child = Bun.spawn([...command, ...words], {
    env: environment(),
    stdin: 'ignore',
    stdout: 'ignore',
    stderr: 'ignore',
  });
  await Bun.sleep(ms);
  const isRunning = child.exitCode === null;
  child.kill('SIGKILL');
  await child.exited;
  return isRunning;
};

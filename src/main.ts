import { writeSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { dispatch } from './cli/dispatch.ts';

/** The first SIGTERM or SIGINT starts an orderly stop; the second ends the process at once. */
const onStop = (stop: (signal: string) => void): void => {
  let isStopping = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (isStopping) process.exit(1);
      isStopping = true;
      stop(signal);
    });
  }
};

/** A machine that refuses it runs the verb as any other. */
const giveWay = (): void => {
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // The work is the same, only its speed is not.
  }
};

const code = await dispatch(process.argv.slice(2), {
  environment: process.env,
  print: (text) => console.log(text),
  printError: (text) => console.error(text),
  draw: (text) => writeSync(2, text),
  readInput: () => Bun.stdin.arrayBuffer(),
  isTerminal: {
    input: process.stdin.isTTY === true,
    output: process.stdout.isTTY === true,
    error: process.stderr.isTTY === true,
  },
  onStop,
  onReload: (reload) => process.on('SIGHUP', reload),
  giveWay,
});
process.exit(code);

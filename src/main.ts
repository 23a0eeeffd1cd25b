import { dispatch } from './cli/dispatch.ts';

/** The first TERM or INT asks for an orderly stop, the second does not wait for it. */
const onStop = (stop: (signal: string) => void): void => {
  let asked = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (asked) process.exit(1);
      asked = true;
      stop(signal);
    });
  }
};

const code = await dispatch(process.argv.slice(2), {
  environment: process.env,
  print: (text) => console.log(text),
  complain: (text) => console.error(text),
  readInput: () => Bun.stdin.arrayBuffer(),
  isTerminal: {
    input: process.stdin.isTTY === true,
    print: process.stdout.isTTY === true,
    complain: process.stderr.isTTY === true,
  },
  onStop,
  onReload: (reload) => process.on('SIGHUP', reload),
});
process.exit(code);

import { dispatch } from '../../src/cli/dispatch.ts';
import type { Result } from './process.ts';

/**
 * Runs a verb in this process, for what opens no data: help, misuse and refusals.
 * @param machine the root directory of the machine
 */
export const runHere = async (machine: string, ...words: string[]): Promise<Result> => {
  let [out, err] = ['', ''];
  const code = await dispatch(words, {
    machine,
    environment: {},
    print: (text) => {
      out += `${text}\n`;
    },
    printError: (text) => {
      err += `${text}\n`;
    },
    draw: () => {},
    readInput: async () => new ArrayBuffer(0),
    askSecret: async () => undefined,
    async *readLines() {},
    isTerminal: { input: false, output: false, error: false },
    onStop: () => {},
    onReload: () => {},
    giveWay: () => {},
    keepFilesPrivate: () => {},
    becomeUser: undefined,
  });
  return { code, out, err };
};

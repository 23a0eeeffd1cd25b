import type { Configured, SettingName } from '../config/settings.ts';
import { UsageError } from '../config/usage-error.ts';
import type { Report } from '../kernel/report.ts';
import type { Entry } from './entries.ts';

/** The exit codes of the process. `unsafe`: it refused because the data or its secrets would be at risk. */
export const exit = { done: 0, failed: 1, usage: 2, unsafe: 3 } as const;
export type ExitCode = (typeof exit)[keyof typeof exit];

/** A verb failed in an expected way. The message says what to do; the process ends with `code`. */
export class VerbError extends Error {
  constructor(
    message: string,
    readonly code: ExitCode = exit.failed,
  ) {
    super(message);
  }
}

export interface Worker {
  readonly uid: number;
  readonly gid: number;
  /** Its name; undefined for a user whom this machine does not list. */
  readonly name: string | undefined;
}

/** A flag of one verb that is not a setting. */
export interface Flag {
  readonly name: string;
  /** Stands for the value in help; absent for a flag without a value. */
  readonly value?: string;
  readonly help: string;
}

export interface ProcessContext {
  /** The root directory of the machine, below which a service may be installed. */
  readonly machine: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Prints the result on stdout. */
  print(text: string): void;
  /** Prints notes, warnings and errors on stderr. */
  printError(text: string): void;
  /** Writes to stderr immediately and without a line break. */
  draw(text: string): void;
  /** Reads stdin to its end. */
  readInput(): Promise<ArrayBuffer>;
  /** Asks for a secret on the terminal, which does not show it; undefined when the user ends it with Ctrl-C or Ctrl-D. */
  askSecret(question: string): Promise<string | undefined>;
  /** Each line of stdin, once it has come. */
  readLines(): AsyncIterable<string>;
  readonly isTerminal: { readonly input: boolean; readonly output: boolean; readonly error: boolean };
  /** Calls `stop` at the first signal that asks for an end, or when the terminal closes; a second TERM, INT or QUIT ends the process immediately. */
  onStop(stop: (signal: string) => void): void;
  /** Calls `reload`, the last one that was given, at every HUP that does not come of a terminal that closes. Without it HUP asks for an end. */
  onReload(reload: () => void): void;
  /** Lets the other processes of the machine have the processor and the disk first. */
  giveWay(): void;
  /** Lets only the user of this process read the files that it and its child processes create. */
  keepFilesPrivate(): void;
  /** Continues as another user instead of root, permanently; undefined where the process does not run as root. */
  readonly becomeUser: ((user: Worker) => void) | undefined;
}

/** The flag with which a server runs a verb as its job, in a process of its own: the time of its clock. */
export const SCHEDULED_FLAG = 'scheduled-at';

export interface Call extends ProcessContext {
  /** Shows how far the work is: a bar on stderr, when that is a terminal. The next output removes it. */
  readonly report: Report;
  /** The value of a flag of this verb: its text, `'true'` for one without a value, undefined when it is not given. */
  flag(name: string): string | undefined;
  /** Every verb, for those that print them. */
  readonly program: { readonly entries: readonly Entry[]; allVerbs(): Promise<readonly Verb[]> };
  readonly json: boolean;
  readonly args: readonly string[];
  /** @throws UsageError when a setting is wrong. */
  configure(): Configured;
}

/**
 * Prints the result of a verb: `result` as JSON with --json, which has what the notes say, else `text`. The notes go to
 * stderr, so that `F=$(studiod backup create)` holds the path alone.
 */
export const printResult = (call: Call, result: object, text: string, notes: readonly string[] = []): void => {
  if (call.json) {
    call.print(JSON.stringify(result));
    return;
  }
  if (text !== '') call.print(text);
  for (const note of notes) call.printError(note);
};

/** The value of a flag that takes one of some words; undefined when it is not given. @throws UsageError for another one. */
export const wordOf = <Word extends string>(
  call: Call,
  flag: string,
  words: readonly Word[],
  shown = words.join(', '),
): Word | undefined => {
  const given = call.flag(flag);
  const word = words.find((each) => each === given);
  if (given === undefined || word !== undefined) return word;
  throw new UsageError(`--${flag} must be ${shown}, not '${given}'.`);
};

/** The one argument of a verb. @throws UsageError for none, which says what is missing, and for more than one. */
export const oneArgument = ({ args: [given, other] }: Pick<Call, 'args'>, missing: string): string => {
  if (given === undefined) throw new UsageError(missing);
  if (other !== undefined) throw new UsageError(`Unexpected argument '${other}'.`);
  return given;
};

export interface Verb {
  /** As typed: `key create`. */
  readonly name: string;
  readonly summary: string;
  readonly example: string;
  /** Stands for the arguments in help, such as `KEY-ID`; absent without arguments. */
  readonly args?: string;
  readonly flags?: readonly Flag[];
  readonly settings?: readonly SettingName[];
  readonly hasJson?: false;
  /** Whether it answers requests until it is stopped. */
  readonly isServer?: boolean;
  /** Whether it changes the machine besides the data and stays root. Others continue as the owner of the data. */
  readonly keepsRoot?: (flags: ReadonlyMap<string, string>) => boolean;
  /** Whether other processes, such as the server, have the processor and the disk first. */
  readonly givesWay?: boolean;
  /** Does the work, and returns the exit code where it is not `done`. */
  run(call: Call): ExitCode | undefined | Promise<ExitCode | undefined>;
}

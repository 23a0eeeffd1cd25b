import type { Configured, SettingName } from '../config/settings.ts';

/** What the process answers to its caller. */
export const exit = { done: 0, failed: 1, usage: 2, unsafe: 3 } as const;
export type ExitCode = (typeof exit)[keyof typeof exit];

/** The work was refused or went wrong; the message says what to do. Ends with `code`. */
export class Failure extends Error {
  constructor(
    message: string,
    readonly code: ExitCode = exit.failed,
  ) {
    super(message);
  }
}

/** A flag of one verb that is no setting. */
export interface Flag {
  readonly name: string;
  /** What stands for the value in help; absent for a flag without one. */
  readonly value?: string;
  readonly help: string;
}

/** What the world outside gives to a verb. */
export interface World {
  readonly environment: Readonly<Record<string, string | undefined>>;
  print(text: string): void;
  /** Everything that is not the answer itself. */
  complain(text: string): void;
  /** Everything on the standard input, to its end. */
  readInput(): Promise<ArrayBuffer>;
  /** Whether a person types the input, and reads what is printed and what is complained. */
  readonly isTerminal: { readonly input: boolean; readonly print: boolean; readonly complain: boolean };
  /** Calls `stop` at the first TERM or INT; a second one ends the process at once. */
  onStop(stop: (signal: string) => void): void;
  /** Calls `reload` at every HUP. */
  onReload(reload: () => void): void;
}

/** One call of a verb, its words understood. */
export interface Call extends World {
  /** The value of a flag of this verb: its text, `'true'` for one without a value, undefined when it was not given. */
  flag(name: string): string | undefined;
  readonly json: boolean;
  readonly words: readonly string[];
  /** @throws UsageError when a setting is wrong. */
  configure(): Configured;
}

export interface Verb {
  /** As typed: `key create`. */
  readonly name: string;
  readonly summary: string;
  readonly example: string;
  /** What stands for its words in help, such as `KEY-ID`; absent when it takes none. */
  readonly words?: string;
  readonly flags: readonly Flag[];
  /** The settings that may be given as flags. */
  readonly settings: readonly SettingName[];
  readonly hasJson: boolean;
  run(call: Call): ExitCode | Promise<ExitCode>;
}

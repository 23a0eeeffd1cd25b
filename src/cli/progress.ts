import { stopwatch } from '../kernel/clock.ts';
import { type Report, unreported } from '../kernel/report.ts';
import type { Call, Flag, ProcessContext } from './verb.ts';

const WIDTH = 24;
const BETWEEN_MS = 100;
const CLEAR = '\r\x1b[K';

/** `[######------]  50 %  checking the copy`. */
export const barOf = (what: string, done: number, total: number): string => {
  const part = total > 0 ? Math.min(1, Math.max(0, done / total)) : 0;
  const filled = Math.floor(part * WIDTH);
  const percent = `${Math.floor(part * 100)}`.padStart(3);
  return `[${'#'.repeat(filled)}${'-'.repeat(WIDTH - filled)}] ${percent} %  ${what}`;
};

/** Runs `work` with a bar on stderr, if that is a terminal. Any print removes the bar first, and so does the end. */
export const withProgress = async <T>(
  context: ProcessContext,
  work: (shown: ProcessContext & { readonly report: Report }) => T | Promise<T>,
): Promise<T> => {
  if (!context.isTerminal.error) return await work({ ...context, report: unreported });
  let shown = '';
  let drawnAt = 0;
  const clear = (): void => {
    if (shown !== '') context.draw(CLEAR);
    shown = '';
  };
  const afterClear =
    (print: (text: string) => void) =>
    (text: string): void => {
      clear();
      print(text);
    };
  const report: Report = (what, done, total) => {
    const now = stopwatch();
    if (what === shown && now - drawnAt < BETWEEN_MS) return;
    context.draw(`${CLEAR}${barOf(what, done, total)}`);
    [shown, drawnAt] = [what, now];
  };
  try {
    const { print, printError } = context;
    return await work({ ...context, report, print: afterClear(print), printError: afterClear(printError) });
  } finally {
    clear();
  }
};

/** The flag of verbs whose progress another process wants to know. */
export const progressFlag: Flag = { name: 'progress', help: 'Report progress on stderr as JSON lines' };

interface Step {
  readonly what: string;
  readonly percent: number;
}

/** The report of a verb: to a person, or to the process that has asked for it. */
export const reportOf = (call: Call): Report => {
  if (call.flag(progressFlag.name) === undefined) return call.report;
  let said = '';
  return (what, done, total) => {
    const step: Step = { what, percent: Math.floor((100 * done) / Math.max(1, total)) };
    const line = JSON.stringify({ progress: step });
    // Each percent once.
    if (line !== said) call.printError(line);
    said = line;
  };
};

/** What a line says of the progress; undefined for another line. */
export const stepIn = (line: string): Step | undefined => {
  if (!line.startsWith('{"progress":')) return undefined;
  const { progress }: { progress: Step } = JSON.parse(line);
  return progress;
};

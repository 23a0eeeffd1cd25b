import { environment } from './process.ts';

/** A process in a terminal of its own. */
export interface InTerminal {
  /** Everything that it has written so far. */
  readonly text: () => string;
  readonly type: (text: string) => void;
  readonly child: Bun.Subprocess;
}

/** Starts a command whose standard streams are all the same terminal, 120 columns wide. */
export const inTerminal = (
  command: readonly string[],
  { cwd, env = {} }: { readonly cwd: string; readonly env?: Record<string, string> },
): InTerminal => {
  let text = '';
  const decoder = new TextDecoder();
  const child = Bun.spawn([...command], {
    cwd,
    env: environment({ TERM: 'xterm-256color', NO_COLOR: '', ...env }),
    terminal: {
      cols: 120,
      rows: 40,
      data(_, bytes) {
        text += decoder.decode(bytes, { stream: true });
      },
    },
  });
  return { text: () => text, type: (typed) => void child.terminal?.write(typed), child };
};

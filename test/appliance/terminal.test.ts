import { beforeAll, describe, expect, test } from 'bun:test';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { barOf } from '../../src/cli/progress.ts';
import { command, run, startServer, studiod, testFolder, until } from '../helpers/process.ts';
import { inTerminal } from '../helpers/terminal.ts';

const cwd = testFolder();

describe('a progress bar', () => {
  const CLEAR = '\r\x1b[K';

  test('shows how far the work is', () => {
    expect(barOf('counting', 0, 0)).toBe('[------------------------]   0 %  counting');
    expect(barOf('counting', 1, 2)).toBe('[############------------]  50 %  counting');
    expect(barOf('counting', 7, 5)).toBe('[########################] 100 %  counting');
  });

  const watch = async (...words: string[]): Promise<string> => {
    const { text, child } = inTerminal([...command, ...words], { cwd });
    expect(await child.exited).toBe(0);
    return text();
  };

  test('is shown by every verb that can take long, and removed at the end', async () => {
    await (await startServer({ cwd }, 'serve')).stop();
    writeFileSync(join(cwd, 'clients.csv'), 'firstName,lastName,email\nAda,Moon,ada@studio.example\n');
    const created = await watch('backup', 'create');
    const path = created.slice(created.lastIndexOf(CLEAR) + CLEAR.length).split('\r\n')[0] ?? '';
    expect(existsSync(path)).toBe(true);
    const [import_, export_] = [watch('import', 'clients.csv'), watch('export', 'everything')];
    const shown = {
      create: created,
      import: await import_,
      export: await export_,
      verify: await watch('backup', 'verify'),
      doctor: await watch('doctor'),
      restore: await watch('restore', path),
    };
    const bars = Object.entries(shown).map(([verb, text]) => {
      const drawn = text.split(CLEAR).flatMap((part) => /^\[[#-]{24}\] +\d+ % {2}([a-z]+)/.exec(part)?.[1] ?? []);
      return [verb, [...new Set(drawn)], text.slice(text.lastIndexOf(CLEAR)).includes(' %  ')];
    });
    expect(bars).toEqual([
      ['create', ['copying', 'computing', 'checking', 'counting'], false],
      ['import', ['reading', 'importing'], false],
      ['export', ['writing'], false],
      ['verify', ['computing', 'checking', 'counting'], false],
      ['doctor', ['checking'], false],
      ['restore', ['computing', 'copying', 'checking', 'counting'], false],
    ]);
  });

  test('is not shown without a terminal', async () => {
    expect((await studiod({ cwd }, 'backup', 'create', '--json')).err).toBe('');
  });

  test('nothing has colours in a terminal with NO_COLOR, and the words of doctor do without', async () => {
    const { text, child } = inTerminal([...command, 'doctor'], { cwd, env: { NO_COLOR: '1' } });
    await child.exited;
    expect(text()).not.toContain('\x1b[32m');
    expect(await watch('doctor')).toContain('\x1b[32mok     \x1b[39m  database');
  });
});

describe('completions', () => {
  const scripts: Record<string, string> = {};
  beforeAll(async () => {
    mkdirSync(join(cwd, 'bin'));
    writeFileSync(join(cwd, 'bin/studiod'), '', { mode: 0o755 });
    for (const shell of ['bash', 'zsh', 'fish']) {
      const { code, out } = await studiod({ cwd }, 'completions', shell);
      expect(code).toBe(0);
      scripts[shell] = join(cwd, `completions.${shell}`);
      writeFileSync(scripts[shell], out);
    }
  });

  /** What is typed, and what it is completed to. */
  const cases: readonly (readonly [typed: string, completed: readonly string[]])[] = [
    ['studiod ba', ['backup']],
    ['studiod oauth-client ro', ['rotate-key']],
    ['studiod key create --ti', ['--tier']],
    ['studiod backup verify --backup-', ['--backup-dir']],
    ['studiod serve --port 1 --log-le', ['--log-level']],
    ['studiod serve --log-level ', ['error', 'info', 'warn']],
    ['studiod export --format ', ['csv', 'json']],
    ['studiod completions ', ['bash', 'fish', 'zsh']],
    ['studiod serve --name b', []],
    ['studiod nothing --', []],
  ];
  const has = (shell: string): boolean => Bun.which(shell) !== null;
  const path = { PATH: `${join(cwd, 'bin')}:${process.env.PATH ?? ''}` };
  /** The completions that a shell prints, a line for each case. */
  const completed = async (...words: string[]): Promise<string[][]> => {
    const { out, err } = await run({ cwd, env: path }, ...words);
    expect(err).toBe('');
    const lines = out.split('\n').slice(0, -1);
    return lines.map((line) => line.split(' ').filter(Boolean).sort());
  };
  const expected = cases.map(([, words]) => [...words]);

  test.if(has('bash'))(`in bash (${has('bash') ? 'runs' : 'not run: there is no bash'})`, async () => {
    const tries = cases.map(([typed]) => {
      const words = typed.split(' ').map((word) => `'${word}'`);
      return `COMP_WORDS=(${words.join(' ')}); COMP_CWORD=${words.length - 1}; _studiod; echo "\${COMPREPLY[*]}"`;
    });
    expect(await completed('bash', '--norc', '-c', `source '${scripts.bash}'\n${tries.join('\n')}`)).toEqual(expected);
  });

  test.if(has('fish'))(`in fish (${has('fish') ? 'runs' : 'not run: there is no fish'})`, async () => {
    const tries = cases.map(([typed]) => `echo (complete -C '${typed}' | string replace -r '\\t.*' '')`);
    expect(await completed('fish', '--no-config', '-c', `source '${scripts.fish}'\n${tries.join('\n')}`)).toEqual(
      expected,
    );
  });

  test.if(has('zsh'))(`in zsh (${has('zsh') ? 'runs' : 'not run: there is no zsh'})`, async () => {
    const zsh = inTerminal(['zsh', '-f', '-i'], { cwd, env: path });
    /** Types and waits until all of `words` are shown after it. */
    const typed = async (text: string, ...words: string[]): Promise<void> => {
      const from = zsh.text().length;
      zsh.type(text);
      await until(() => {
        const shown = Bun.stripANSI(zsh.text().slice(from));
        return words.every((word) => shown.includes(word));
      });
    };
    const setUp = `LISTMAX=0; autoload -U compinit; compinit -u -D; source '${scripts.zsh}'; PS1='ne''xt> '\n`;
    await typed(setUp, 'next> ');
    for (const [text, words] of cases.filter((each) => each[1].length > 0)) {
      await typed(`${text}\t`, ...words);
      // Clears the line and enters it empty, with keys: the signal of Ctrl-C is lost while zsh still draws the list.
      await typed('\x15\n', 'next> ');
    }
    zsh.child.kill('SIGKILL');
    await zsh.child.exited;
  });
});

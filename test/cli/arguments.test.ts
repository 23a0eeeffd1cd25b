import { describe, expect, test } from 'bun:test';
import { flagsOf, parseArguments } from '../../src/cli/arguments.ts';
import { verbHelp } from '../../src/cli/help.ts';
import type { Verb } from '../../src/cli/verb.ts';
import { UsageError } from '../../src/config/usage-error.ts';

const verb: Verb = {
  name: 'thing create',
  summary: 'creates a thing',
  example: 'studiod thing create --name Thing',
  flags: [
    { name: 'name', value: 'NAME', help: 'its name' },
    { name: 'force', help: 'overwrites' },
  ],
  settings: ['port', 'behindProxy'],
  run: () => undefined,
};
const withArgs: Verb = { ...verb, args: 'FILE', settings: [], hasJson: false };

const errorOf = (words: readonly string[], of = verb): string => {
  try {
    parseArguments(of, words);
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
  throw new Error('there was no error');
};

describe('parseArguments', () => {
  test.each([
    [['--name', 'A thing'], { name: 'A thing' }],
    [['--name=A=B'], { name: 'A=B' }],
    [['--force', '--name', '--force'], { force: 'true', name: '--force' }],
    [['--force=true', '--json=false'], { force: 'true' }],
    [['--force=false'], {}],
  ])('%j', (words, flags) => {
    expect(Object.fromEntries(parseArguments(verb, words).flags)).toEqual(flags);
  });

  test('separates settings from the other flags', () => {
    const parsed = parseArguments(verb, ['--port', '1', '--behind-proxy', '--config', 'x.toml', '--json', '-h']);
    expect(parsed.settings).toEqual({ port: '1', behindProxy: 'true' });
    expect(parsed).toMatchObject({ file: 'x.toml', json: true, help: true, args: [] });
    // It overrides the environment.
    expect(parseArguments(verb, ['--behind-proxy=false']).settings).toEqual({ behindProxy: 'false' });
  });

  test('takes arguments between flags, and - as an argument', () => {
    expect(parseArguments(withArgs, ['a.csv', '--force', '-']).args).toEqual(['a.csv', '-']);
  });

  test.each([
    [
      ['--nmae', 'x'],
      "Unknown option '--nmae' for 'studiod thing create'. Did you mean '--name'? Run 'studiod thing create --help'.",
    ],
    [['-n'], "Unknown option '-n' for 'studiod thing create'."],
    [['--force', '--force'], '--force was given twice.'],
    [['--name'], '--name needs a value: --name NAME.'],
    // What a shell makes of a variable that is not set.
    [['--name', ''], '--name needs a value: --name NAME.'],
    [['--name= '], '--name needs a value: --name NAME.'],
    [['--force=perhaps'], "--force must be true or false, not 'perhaps'."],
    [['--behind-proxy=maybe'], "--behind-proxy must be true or false, not 'maybe'."],
    [['now'], "Unexpected argument 'now' for 'studiod thing create'. Run 'studiod thing create --help'."],
  ])('2 for %j', (words, message) => {
    expect(errorOf(words)).toStartWith(message);
  });

  test('a verb has only its own flags', () => {
    expect(errorOf(['--json'], withArgs)).toStartWith("Unknown option '--json' for 'studiod thing create'.");
    expect(flagsOf(withArgs).map(({ name }) => name)).toEqual(['name', 'force', 'help']);
  });
});

test('help shows flags, settings with variable and default, and the example', () => {
  const lines = verbHelp(verb).split('\n');
  expect(lines[0]).toBe('studiod thing create: creates a thing');
  expect(lines.map((line) => line.trim().split(/ {2,}/))).toEqual(
    expect.arrayContaining([
      ['--name NAME', 'its name'],
      ['--force', 'overwrites'],
      ['--port PORT', 'TCP port to listen on; 0 for a free one (STUDIOD_PORT; default 8420)'],
      ['--json', 'Print JSON'],
      ['--help', 'Print this help'],
    ]),
  );
  expect(lines.at(-1)).toBe('Example: studiod thing create --name Thing');
  expect(verbHelp(withArgs)).toStartWith('studiod thing create FILE: ');
});

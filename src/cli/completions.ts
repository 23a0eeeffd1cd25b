import { flagsOf } from './arguments.ts';
import type { Entry } from './entries.ts';
import type { Verb } from './verb.ts';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof SHELLS)[number];

/** What completes a value: one of some words, the name of a file, or nothing. */
const wordsOf = (placeholder: string): readonly string[] =>
  /^\[?[a-z0-9-]+(?:\|[a-z0-9-]+)+\]?$/.test(placeholder) ? placeholder.replace(/[[\]]/g, '').split('|') : [];
const isFile = (placeholder: string): boolean => /\b(?:FILE|DIR|PATH)\b/.test(placeholder);

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
const secondOf = ({ name }: Verb): string => name.split(' ')[1] ?? '';

/** The first words of verbs that have a second one, with those verbs. */
const groupsOf = (entries: readonly Entry[], verbs: readonly Verb[]): (readonly [Entry, readonly Verb[]])[] =>
  entries.flatMap((entry) => {
    const own = verbs.filter(({ name }) => name.startsWith(`${entry.name} `));
    return own.length === 0 ? [] : [[entry, own] as const];
  });

const bashReply = (placeholder: string): string => {
  const words = wordsOf(placeholder);
  if (words.length > 0) return `COMPREPLY=($(compgen -W ${quoted(words.join(' '))} -- "$current")); return`;
  return isFile(placeholder) ? 'compopt -o default 2> /dev/null; return' : 'return';
};

const bash = (entries: readonly Entry[], verbs: readonly Verb[]): string => {
  const words = (list: readonly string[]): string => `words=${quoted(list.join(' '))}`;
  const seconds = groupsOf(entries, verbs).map(
    ([{ name }, own]) => `    ${name}) verb="$verb \${COMP_WORDS[2]}" start=3 ${words(own.map(secondOf))} ;;`,
  );
  const values = verbs.flatMap((verb) =>
    flagsOf(verb).flatMap(({ name, value }) =>
      value === undefined ? [] : [{ pattern: quoted(`${verb.name} --${name}`), reply: bashReply(value) }],
    ),
  );
  const replies = [...Map.groupBy(values, ({ reply }) => reply)].map(
    ([reply, of]) => `      ${of.map(({ pattern }) => pattern).join(' | ')}) ${reply} ;;`,
  );
  const flags = verbs.map((verb) => {
    const names = words(flagsOf(verb).map(({ name }) => `--${name}`));
    const argument = verb.args === undefined ? '' : ` [[ $current == -* ]] || { ${bashReply(verb.args)}; };`;
    return `      ${quoted(verb.name)})${argument} ${names} ;;`;
  });
  return `# bash completion for studiod
_studiod() {
  local current="\${COMP_WORDS[COMP_CWORD]}" verb="\${COMP_WORDS[1]}" start=2 words=''
  COMPREPLY=()
  case "$verb" in
${seconds.join('\n')}
  esac
  if (( COMP_CWORD == 1 )); then
    ${words(entries.map(({ name }) => name))}
  elif (( COMP_CWORD >= start )); then
    case "$verb \${COMP_WORDS[COMP_CWORD-1]}" in
${replies.join('\n')}
    esac
    case "$verb" in
${flags.join('\n')}
      *) words='' ;;
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -F _studiod studiod`;
};

const zshText = (text: string): string => text.replace(/[\\[\]:]/g, '\\$&');
const zshAction = (placeholder: string): string => {
  const words = wordsOf(placeholder);
  if (words.length > 0) return `(${words.join(' ')})`;
  return isFile(placeholder) ? '_files' : ' ';
};

const zsh = (entries: readonly Entry[], verbs: readonly Verb[]): string => {
  const described = (list: readonly { readonly name: string; readonly summary: string }[]): string =>
    list.map(({ name, summary }) => quoted(`${name}:${summary}`)).join(' ');
  const groups = groupsOf(entries, verbs).map(
    ([{ name }, own]) => `    ${name})
      if (( CURRENT == 3 )); then
        verbs=(${described(own.map((verb) => ({ name: secondOf(verb), summary: verb.summary })))})
        _describe verb verbs
        return
      fi
      verb="$verb \${words[3]}"
      shift words
      (( CURRENT-- )) ;;`,
  );
  const specs = verbs.map((verb) => {
    const flags = flagsOf(verb).map(({ name, value, help }) => {
      const text = `--${name}[${zshText(help)}]`;
      return quoted(value === undefined ? text : `${text}:${zshText(value)}:${zshAction(value)}`);
    });
    const args = verb.args === undefined ? [] : [quoted(`*:${zshText(verb.args)}:${zshAction(verb.args)}`)];
    return `    ${quoted(verb.name)}) _arguments ${[...flags, ...args].join(' ')} ;;`;
  });
  return `#compdef studiod
_studiod() {
  local verb="\${words[2]}"
  local -a verbs
  if (( CURRENT == 2 )); then
    verbs=(${described(entries)})
    _describe verb verbs
    return
  fi
  case "$verb" in
${groups.join('\n')}
  esac
  shift words
  (( CURRENT-- ))
  case "$verb" in
${specs.join('\n')}
  esac
}
if [ "$funcstack[1]" = _studiod ]; then _studiod "$@"; else compdef _studiod studiod; fi`;
};

const fish = (entries: readonly Entry[], verbs: readonly Verb[]): string => {
  const complete = (condition: string, rest: string): string => `complete -c studiod -n ${quoted(condition)} ${rest}`;
  const word = (condition: string, name: string, summary: string): string =>
    complete(condition, `-a ${name} -d ${quoted(summary)}`);
  const values = (placeholder: string): string => {
    const words = wordsOf(placeholder);
    if (words.length > 0) return `-xa ${quoted(words.join(' '))}`;
    return isFile(placeholder) ? '-rF' : '-x';
  };
  const lines = [
    ...entries.map(({ name, summary }) => word('__studiod_is', name, summary)),
    ...groupsOf(entries, verbs).flatMap(([{ name }, own]) =>
      own.map((verb) => word(`__studiod_is ${name}`, secondOf(verb), verb.summary)),
    ),
    ...verbs.flatMap((verb) => {
      const flags = flagsOf(verb).map(({ name, value, help }) =>
        complete(
          `__studiod_has ${verb.name}`,
          `-l ${name} ${value === undefined ? '' : `${values(value)} `}-d ${quoted(help)}`,
        ),
      );
      const { args } = verb;
      if (args === undefined) return flags;
      const reply = wordsOf(args).length > 0 ? `-a ${quoted(wordsOf(args).join(' '))}` : '-F';
      return isFile(args) || wordsOf(args).length > 0
        ? [...flags, complete(`__studiod_has ${verb.name}`, reply)]
        : flags;
    }),
  ];
  return `# fish completion for studiod
function __studiod_has
  set -l words (commandline -opc)[2..]
  set -l many (count $argv)
  test (count $words) -ge $many; and test "$words[1..$many]" = "$argv"
end
function __studiod_is
  set -l words (commandline -opc)[2..]
  test "$words" = "$argv"
end
complete -c studiod -f
${lines.join('\n')}`;
};

const writers: Readonly<Record<Shell, typeof bash>> = { bash, zsh, fish };

export const completionsFor = (shell: Shell, entries: readonly Entry[], verbs: readonly Verb[]): string =>
  writers[shell](entries, verbs);

import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';

const root = resolve(import.meta.dir, '..');

/** Imports go down, never up, never round; only in the uppermost layer do neighbours know each other. */
const layers: readonly (readonly string[])[] = [
  ['kernel', 'events'],
  ['store'],
  ['web', 'identity', 'limits', 'processor', 'webhooks'],
  ['resources'],
  ['api', 'console'],
  ['main', 'config', 'app', 'front', 'door', 'cards', 'background', 'jobs', 'ops'],
];
const top = layers.length - 1;

/** A family may import only families written before it. */
const families = [
  ...[
    'sites',
    'staff',
    'instructors',
    'settings',
    'api-keys',
    'oauth-clients',
    'clients',
    'member-links',
    'content',
    'schedules',
    'sessions',
    'plans',
    'packages',
  ],
  ...['payments', 'methods', 'bookings', 'checkins', 'events', 'webhooks', 'library', 'challenges', 'metrics'],
  ...['leaderboards', 'awards', 'video', 'preferences', 'exports', 'imports'],
];
const familyFiles = ['shapes', 'routes', 'states', 'rows', 'view', 'flows', 'member'];

/** Files a family has beyond the table of the house, each for a reason said beside it. */
const extraFamilyFiles: Record<string, readonly string[]> = {
  // What search keeps and asks is one thing, and none of the other rows' business.
  clients: ['search'],
  // When sessions are (the rule, its text and its dates), making them, and bringing them in line with an edit or a site.
  schedules: [
    ...['recurrence', 'rrule', 'rule', 'checks', 'generate', 'horizon', 'change', 'edit', 'conflicts', 'tell'],
    'site-change',
  ],
  // Changes of sessions one by one are the desk's; what happens to all of them by itself stands apart.
  sessions: ['edit'],
  // The matrix of roles is data, and what it makes of a caller; instructors tell of the same people.
  staff: ['permissions', 'actor', 'tell'],
  // Choosing a credit, spending it, the ledger, a package's dates, freeze, use and renewal are rules of their own.
  packages: ['choice', 'spend', 'ledger', 'life', 'freeze', 'usage', 'sweep', 'renewals'],
  // Selling, recording and refunding are three acts; invoice numbers and amounts serve all of them. A card is charged by
  // rules and by asking, for the desk and for renewals; what cannot be charged is owed.
  payments: [...['sale', 'refunds', 'invoices', 'amounts', 'charges', 'collect', 'desk', 'renewals', 'arrears']],
  // What the processor tells of itself, and what was begun and never finished.
  methods: ['inbound', 'sweep'],
  // Cancelling, attendance and the waiting list are acts of their own; each turn of a booking, its deadlines, credits and
  // penalties serve all of them; the line is asked of by one set of questions and kept up by one sweep. What binds
  // members holds for their bookings and for what the timetable tells them; a drop-in is paid by card.
  bookings: [
    ...['cancelling', 'attendance', 'waiting-list', 'waiting-rows', 'promotion', 'turn', 'deadlines', 'credits'],
    ...['penalties', 'fees', 'sweep', 'bounds', 'eligibility', 'drop-in'],
  ],
  // Which families go out, and how; which come in, one file for each and for what they share: reading, finding again.
  exports: ['families'],
  imports: [
    ...[
      'families',
      'reading',
      'taking',
      'parties',
      'foundation',
      'client',
      'package',
      'booking',
      'payment',
      'class-session',
    ],
  ],
  // Whom and what a request names, what an arrival comes to, which package lets in, and what members may do themselves.
  checkins: ['asked', 'verdict', 'entry', 'own'],
  // The defaults are data; other families ask for what holds; the first start makes the brand.
  settings: ['defaults', 'effective', 'first-start'],
};

/** Time, environment and randomness come in through these doors only. */
const doors: readonly { what: string; pattern: RegExp; open: RegExp }[] = [
  {
    what: 'time',
    pattern:
      /\bDate\.now\b|\bnew Date(?:\(\s*\)|(?!\w|\s*\())|\bperformance\.now\b|\bTemporal\.Now\b|\bhrtime\b|\.nextRun\(\s*\)|\bBun\.nanoseconds\b/,
    open: /^src\/kernel\//,
  },
  {
    what: 'timers',
    pattern:
      /(?<![.\w])(?:globalThis\.)?set(?:Timeout|Interval|Immediate)\b|\bBun\.sleep|['"](?:node:)?timers(?:\/promises)?['"]/,
    open: /^src\/kernel\//,
  },
  {
    what: 'randomness',
    pattern: /\bMath\.random\b|\brandom(?:UUID(?:v\d)?|Bytes|Int|FillSync)\b|\bgetRandomValues\b/,
    open: /^src\/kernel\//,
  },
  {
    what: 'environment',
    pattern: /\bprocess\.env\b|\bBun\.env\b|\bimport\.meta\.env\b/,
    open: /^src\/(?:kernel\/|config\.ts$|main\.ts$)/,
  },
  {
    what: 'the end of the process',
    pattern: /\bprocess\.(?:exit|exitCode|abort|reallyExit)\b/,
    open: /^src\/main\.ts$/,
  },
  {
    what: 'time or randomness of SQLite',
    pattern:
      /\bCURRENT_(?:TIMESTAMP|DATE|TIME)\b|\b(?:date|time|datetime|julianday|unixepoch|strftime)\([^)\n]*'now'|\b(?:unixepoch|julianday)\(\s*\)|\brandomblob\(/i,
    open: /^$/,
  },
];

/** `path what` -> why this file may read it itself. */
const allowedDoors: Record<string, string> = {};

interface Source {
  path: string;
  text: string;
  code: string;
}

function sources(pattern: string): Source[] {
  return [...new Bun.Glob(pattern).scanSync({ cwd: root })].sort().map((found) => {
    const path = found.replaceAll('\\', '/');
    const text = readFileSync(join(root, path), 'utf8');
    return { path, text, code: withoutComments(text) };
  });
}

/** Comments become blanks, so that line numbers stay; quoted text is matched first, since `//` may stand in it. */
function withoutComments(text: string): string {
  const quotedOrComment = /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|\/\*[\s\S]*?\*\/|\/\/[^\n]*/g;
  return text.replace(quotedOrComment, (match) => (match.startsWith('/') ? match.replace(/[^\n]/g, ' ') : match));
}

/** What a file depends on: values, types, dynamic imports and workers. Bun's own scanner would leave the types out. */
function importsOf({ code }: Source): { specifier: string; isType: boolean }[] {
  const statement =
    /\b(?:import|export)\s+(type\s)?(?:[\w$*{},\s]+?\sfrom\s*|)['"]([^'"\n]+)['"]|\b(?:import|require)\(\s*['"]([^'"\n]+)['"]|\bnew URL\(\s*['"](\.[^'"\n]+)['"]/g;
  return [...code.matchAll(statement)].map(([, type, from, dynamic, url]) => ({
    specifier: from ?? dynamic ?? url ?? '',
    isType: type !== undefined,
  }));
}

/** `src/store/tables/x.ts` -> `store`, `src/main.ts` -> `main`. */
const folderOf = (path: string): string => (path.split('/')[1] ?? '').replace(/\.ts$/, '');
const layerOf = (folder: string): number => layers.findIndex((layer) => layer.includes(folder));
const familyOf = (path: string): string => path.split('/')[2] ?? '';
const targetOf = (path: string, specifier: string): string => relative(root, resolve(root, dirname(path), specifier));

function complaint(path: string, specifier: string): string | undefined {
  const from = folderOf(path);
  if (!specifier.startsWith('.')) {
    const bare =
      layerOf(from) === 0 && specifier !== '@sinclair/typebox' && !specifier.startsWith('@sinclair/typebox/');
    return bare ? `${path}: ${from} uses nothing but the schema library, not ${specifier}` : undefined;
  }
  const target = targetOf(path, specifier);
  if (!target.startsWith('src/'))
    return /\.tsx?$/.test(target) ? `${path}: ${target} is not part of the program` : undefined;
  const to = folderOf(target);
  if (from === 'resources' && to === 'resources') return familyComplaint(path, target);
  if (from === to) return undefined;
  if (layerOf(to) > layerOf(from)) return `${path}: ${from} is below ${to} and must not import ${target}`;
  if (layerOf(to) === layerOf(from) && layerOf(from) < top) {
    return `${path}: ${from} and ${to} are of one layer and do not import one another (${target})`;
  }
  if (from === 'resources' && to === 'webhooks' && familyOf(path) !== 'webhooks') {
    return `${path}: resources raise events and never call webhooks (${target})`;
  }
  return undefined;
}

function familyComplaint(path: string, target: string): string | undefined {
  const [from, to] = [familyOf(path), familyOf(target)];
  if (families.indexOf(to) <= families.indexOf(from)) return undefined;
  return `${path}: ${to} comes after ${from} in the order of families (${target})`;
}

/** The first ring of value imports found, written as `a -> b -> a`; a ring of types alone harms nobody. */
function ring(graph: Map<string, string[]>): string | undefined {
  const done = new Set<string>();
  const walk = (path: string, trail: string[]): string | undefined => {
    if (trail.includes(path)) return [...trail.slice(trail.indexOf(path)), path].join(' -> ');
    if (done.has(path)) return undefined;
    for (const next of graph.get(path) ?? []) {
      const found = walk(next, [...trail, path]);
      if (found !== undefined) return found;
    }
    done.add(path);
    return undefined;
  };
  for (const path of graph.keys()) {
    const found = walk(path, []);
    if (found !== undefined) return found;
  }
  return undefined;
}

const program = sources('src/**/*.{ts,tsx}').filter(({ path }) => !path.endsWith('.d.ts'));
const everything = [...program, ...sources('scripts/**/*.ts'), ...sources('test/**/*.ts')];
const lineCount = (text: string): number => text.trimEnd().split('\n').length;
const matching = (files: Source[], pattern: RegExp): string[] =>
  files.flatMap(({ path, code }) =>
    code.split('\n').flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1} ${line.trim()}`] : [])),
  );

describe('layers', () => {
  test('every file of src belongs to a layer', () => {
    expect(program.map(({ path }) => path).filter((path) => layerOf(folderOf(path)) < 0)).toEqual([]);
  });

  test('imports go down', () => {
    const complaints = program.flatMap((file) =>
      importsOf(file).flatMap(({ specifier }) => complaint(file.path, specifier) ?? []),
    );
    expect([...new Set(complaints)]).toEqual([]);
  });

  test('imports never go round', () => {
    const values = (file: Source) =>
      importsOf(file).filter(({ isType, specifier }) => !isType && specifier.startsWith('.'));
    const graph = program.map((file): [string, string[]] => [
      file.path,
      values(file).map(({ specifier }) => targetOf(file.path, specifier)),
    ]);
    expect(ring(new Map(graph))).toBeUndefined();
  });
});

describe('families', () => {
  const resources = program.filter(({ path }) => folderOf(path) === 'resources').map(({ path }) => path);

  test('every family stands in the written order', () => {
    expect(resources.filter((path) => !families.includes(familyOf(path)))).toEqual([]);
  });

  test('a family holds the files of the table', () => {
    const known = (family: string) => [...familyFiles, family, ...(extraFamilyFiles[family] ?? [])];
    const strange = resources.filter((path) => {
      const nested = path.split('/').length !== 4;
      return nested || !known(familyOf(path)).includes(basename(path, '.ts'));
    });
    expect(strange).toEqual([]);
  });
});

describe('doors', () => {
  const read = [...program, ...sources('migrations/*.sql')];
  for (const { what, pattern, open } of doors) {
    test(`${what} only through its door`, () => {
      const closed = read.filter(({ path }) => !open.test(path) && allowedDoors[`${path} ${what}`] === undefined);
      expect(matching(closed, pattern)).toEqual([]);
    });
  }
});

describe('habits', () => {
  test('no barrel files, and no folder for leftovers', () => {
    const paths = program.map(({ path }) => path);
    expect(paths.filter((path) => /\/index\.tsx?$|\/(?:utils?|common|helpers?)(?:\/|\.ts$)/.test(path))).toEqual([]);
  });

  test('no default exports and no `as any`', () => {
    expect(matching(program, /\bexport default\b|\bas default\b|\bas any\b/)).toEqual([]);
  });

  test('no file is longer than 300 lines, and half of them fit on a screen', () => {
    expect(everything.filter(({ text }) => lineCount(text) > 300).map(({ path }) => path)).toEqual([]);
    const lengths = program.map(({ text }) => lineCount(text)).sort((a, b) => a - b);
    const median = lengths[Math.floor(lengths.length / 2)] ?? 0;
    // A handful of files has no meaningful median.
    if (lengths.length >= 20) expect(median).toBeLessThanOrEqual(80);
  });
});

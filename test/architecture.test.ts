import { describe, expect, test } from 'bun:test';
import { basename, dirname } from 'node:path';
import { families as listed } from '../src/api.ts';
import { importRing, importsOf, lineCount, matching, type Source, sources, targetOf } from './helpers/sources.ts';

/** Imports go down, never up, never round; only in the uppermost layer do neighbours know each other. */
const layers: readonly (readonly string[])[] = [
  ['kernel', 'events'],
  ['database', 'texts'],
  ['queue', 'records'],
  ['http', 'auth', 'rate-limits', 'payments-processor', 'webhooks', 'mail', 'media'],
  ['resources'],
  ['api', 'jobs', 'pages'],
  ['main', 'app', 'cli', 'sandbox', 'config'],
];
const top = layers.length - 1;

/** The order of families: a verb may use the verbs of earlier families. Later ones react through `Reactions`. */
const families = Object.keys(listed).map((name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`));
/** What every family may read of every other one. */
const readable = ['record', 'queries', 'shapes', 'tables', 'view', 'usable', 'seats'];

/** Time, environment and randomness come in here only. */
const kernelOnly: readonly { what: string; pattern: RegExp; allowed: RegExp }[] = [
  {
    what: 'time',
    pattern:
      /\bDate\.now\b|\bnew Date(?:\(\s*\)|(?!\w|\s*\())|\bperformance\.now\b|\bTemporal\.Now\b|\bhrtime\b|\.nextRun\(\s*\)|\bBun\.nanoseconds\b/,
    allowed: /^src\/kernel\//,
  },
  {
    what: 'timers',
    pattern:
      /(?<![.\w])(?:globalThis\.)?set(?:Timeout|Interval|Immediate)\b|\bBun\.sleep|['"](?:node:)?timers(?:\/promises)?['"]/,
    allowed: /^src\/kernel\//,
  },
  {
    what: 'randomness',
    pattern: /\bMath\.random\b|\brandom(?:UUID(?:v\d)?|Bytes|Int|FillSync)\b|\bgetRandomValues\b/,
    allowed: /^src\/kernel\//,
  },
  {
    what: 'the environment',
    pattern: /\bprocess\.env\b|\bBun\.env\b|\bimport\.meta\.env\b/,
    // The bundler of the pages only names the variable that React asks for.
    allowed: /^src\/(?:kernel\/|main\.ts$|http\/pages\/bundle\/build\.ts$)/,
  },
  {
    what: 'the end of the process',
    pattern: /\bprocess\.(?:exit|exitCode|abort|reallyExit)\b/,
    allowed: /^src\/main\.ts$/,
  },
  {
    what: 'the length of a day or an hour in milliseconds',
    pattern: /\b(?:86_?400_?000|3_?600_?000)\b|\b60 \* 60 \* 1_?000\b/,
    allowed: /^src\/kernel\/durations\.ts$/,
  },
  {
    what: 'a package by require, which the bundler resolves to files that it cannot follow',
    pattern: /(?<![.\w])require\((?!'\.)/,
    allowed: /^$/,
  },
  {
    what: 'the rules of time zones of the runtime',
    pattern:
      /\btoZonedDateTime(?:ISO)?\((?!'UTC'\))|\bZonedDateTime\(|\bDateTimeFormat\([^)]*\btimeZone\b(?!: 'UTC')|\bruntimeDateFormat\b|\bgetTimezoneOffset\b/,
    // Earlier releases computed their data with them; browsers write what they have no rules of the server for.
    allowed: /^src\/(?:kernel\/date-formats\.ts$|resources\/time-zones\/runtime-clock\.ts$)/,
  },
  {
    what: 'time or randomness of SQLite',
    pattern:
      /\bCURRENT_(?:TIMESTAMP|DATE|TIME)\b|\b(?:date|time|datetime|julianday|unixepoch|strftime)\([^)\n]*'now'|\b(?:unixepoch|julianday)\(\s*\)|\brandomblob\(/i,
    allowed: /^$/,
  },
];

/** `src/database/backup/x.ts` -> `database`, `src/main.ts` -> `main`. */
const folderOf = (path: string): string => (path.split('/')[1] ?? '').replace(/\.ts$/, '');
const layerOf = (folder: string): number => layers.findIndex((layer) => layer.includes(folder));
const familyOf = (path: string): string => path.split('/')[2] ?? '';
/** Files beside the families, reactions.ts and named-sites.ts, are what all of them use. */
const isFamily = (path: string): boolean => path.split('/').length > 3;

const familyComplaint = (path: string, target: string): string | undefined => {
  if (!isFamily(target) || !isFamily(path)) return undefined;
  const [from, to] = [familyOf(path), familyOf(target)];
  const name = basename(target, '.ts');
  if (from !== to && readable.includes(name)) return undefined;
  const isReadable = readable.includes(basename(path, '.ts')) && dirname(path) === `src/resources/${familyOf(path)}`;
  if (isReadable && from !== to) return `${path}: what every family may read uses no verbs of others (${target})`;
  if (from === to) return undefined;
  const [before, after] = [families.indexOf(to), families.indexOf(from)];
  return before < after ? undefined : `${path}: ${to} comes after ${from} in the order of families (${target})`;
};

const complaint = (path: string, specifier: string, isType: boolean): string | undefined => {
  const from = folderOf(path);
  if (!specifier.startsWith('.')) {
    const isRuleOfZones =
      path.startsWith('src/kernel/zones/') && /^(?:node:(?:fs|path)$|moment-timezone\/)/.test(specifier);
    const isMarkdown = path.startsWith('src/kernel/markdown/') && specifier === 'markdown-it';
    const isBare =
      layerOf(from) === 0 &&
      !isRuleOfZones &&
      !isMarkdown &&
      !/^(?:@sinclair\/typebox(?:\/|$)|ipaddr\.js$|node:async_hooks$|bun:jsc$)/.test(specifier);
    return isBare
      ? `${path}: ${from} uses nothing but the schema library, ipaddr.js and the runtime, not ${specifier}`
      : undefined;
  }
  const target = targetOf(path, specifier);
  if (!target.startsWith('src/')) {
    return /\.tsx?$/.test(target) ? `${path}: ${target} is not part of the program` : undefined;
  }
  const to = folderOf(target);
  if (from === 'resources' && to === 'resources') return isType ? undefined : familyComplaint(path, target);
  if (from === to) return undefined;
  if (layerOf(to) > layerOf(from)) return `${path}: ${from} is below ${to} and must not import ${target}`;
  if (layerOf(to) === layerOf(from) && layerOf(from) < top) {
    return `${path}: ${from} and ${to} are of one layer and do not import one another (${target})`;
  }
  if (from === 'resources' && to === 'webhooks' && familyOf(path) !== 'webhooks') {
    return `${path}: resources raise events and never call webhooks (${target})`;
  }
  return undefined;
};

const written = sources('src/**/*.{ts,tsx}').filter(({ path }) => !path.endsWith('.d.ts'));
/** What runs in the browser: the console, which is a client of the interface, the scripts of the members' pages, and what both share. */
const isConsole = ({ path }: Source): boolean => /^src\/(?:console|ui|pages\/book\/client)\//.test(path);
const browser = written.filter(isConsole);
const program = written.filter((file) => !isConsole(file));
const tests = sources('test/**/*.ts');
const everything = [...written, ...sources('scripts/**/*.ts'), ...tests];

describe('layers', () => {
  test('every file of src belongs to a layer', () => {
    expect(program.map(({ path }) => path).filter((path) => layerOf(folderOf(path)) < 0)).toEqual([]);
  });

  test('imports go down', () => {
    const complaints = program.flatMap((file) =>
      importsOf(file).flatMap(({ specifier, isType }) => complaint(file.path, specifier, isType) ?? []),
    );
    expect([...new Set(complaints)]).toEqual([]);
  });

  test('imports never go round', () => {
    expect(importRing(program)).toBeUndefined();
  });
});

describe('what runs in the browser', () => {
  test('imports its own files, the texts, the colours of a brand, drawings, countries, durations, formats of a locale, names of ways to pay, Markdown, the folding of searches and codes, and nothing else of the program', () => {
    const allowed =
      /^src\/(?:console|texts|ui|pages\/book\/client)\/|^src\/kernel\/(?:(?:brand-theme|sign-drawings|clock-hours|countries|currencies|date-formats|durations|folding|locale-formats|six-digits|way-names)\.ts$|markdown\/)/;
    const others = browser.flatMap((file) =>
      importsOf(file).flatMap(({ specifier }) => {
        const isForeign = specifier.startsWith('.') && !allowed.test(targetOf(file.path, specifier));
        return isForeign ? [`${file.path}: ${specifier}`] : [];
      }),
    );
    expect(others).toEqual([]);
  });

  test('is imported by nothing else of the program, which has the types of the interface from there in one file', () => {
    const found = program.flatMap((file) =>
      importsOf(file).flatMap(({ specifier }) => {
        const target = targetOf(file.path, specifier);
        return specifier.startsWith('.') && target.startsWith('src/console/') ? [`${file.path}: ${target}`] : [];
      }),
    );
    expect(found).toEqual(['src/pages/book/api-operations.ts: src/console/api/schema.d.ts']);
  });

  test('imports never go round', () => {
    expect(importRing(browser)).toBeUndefined();
  });

  test('of the console goes down its floors, and no page imports another one', () => {
    const floors = 'base api session formats live ui forms lists parts kiosk shell pages app'.split(' ');
    const console = browser.filter(({ path }) => path.startsWith('src/console/'));
    const floorOf = (path: string): number => floors.indexOf(path.split('/')[2] ?? '');
    expect(console.map(({ path }) => path).filter((path) => floorOf(path) < 0)).toEqual([]);
    const complaints = console.flatMap(({ path, text }) =>
      [...text.matchAll(/(?:from |import\(|import )'(\.[^']+)'/g)].flatMap(([, specifier = '']) => {
        const target = targetOf(path, specifier);
        if (!target.startsWith('src/console/')) return [];
        const isUp = floorOf(target) > floorOf(path);
        const areElsewhere = [path, target].every((file) => file.startsWith('src/console/pages/'));
        const isOther = areElsewhere && path.split('/')[3] !== target.split('/')[3];
        return isUp || isOther ? [`${path}: ${specifier}`] : [];
      }),
    );
    expect(complaints).toEqual([]);
  });

  test('has at most 12 files in a folder of the console, or of what it shares', () => {
    const folders = Map.groupBy(sources('src/{console,ui}/**/*.{ts,tsx,css}'), ({ path }) => dirname(path));
    expect([...folders].filter(([, files]) => files.length > 12).map(([folder]) => folder)).toEqual([]);
  });

  test('reads what has one key in one place, so that no page is shown what another one has made of it', () => {
    const places = browser.flatMap(({ path, text }) =>
      [...text.matchAll(/queryKey: \[([^\]]*)\],\s*(?:\/\/[^\n]*\s*)*(?:queryFn|enabled)/g)].map(([, key = '']) => ({
        path,
        // What is no text is some value.
        key: key.replace(/(^|, )[^',][^,]*/g, '$1*'),
      })),
    );
    expect(places.length).toBeGreaterThan(100);
    const several = [...Map.groupBy(places, ({ key }) => key)].filter(([, found]) => found.length > 1);
    expect(several.map(([key, found]) => [key, ...found.map(({ path }) => path)])).toEqual([]);
  });

  test('reads the time in one file of each program only', () => {
    const others = browser.filter(
      ({ path }) => !/^src\/(?:console\/base\/time\/now|pages\/book\/client\/now)\.ts$/.test(path),
    );
    expect(
      matching(others, /\bDate\.now\b|\bnew Date\(\s*\)|\bperformance\.now\b|\bset(?:Timeout|Interval)\b/),
    ).toEqual([]);
  });

  test('has the lengths of days and hours from the kernel', () => {
    expect(matching(browser, /\b(?:86_?400_?000|3_?600_?000)\b|\b60 \* 60 \* 1_?000\b/)).toEqual([]);
  });

  test('no file is longer than 300 lines', () => {
    expect(browser.filter(({ text }) => lineCount(text) > 300).map(({ path }) => path)).toEqual([]);
  });
});

describe('families', () => {
  const resources = program.filter(({ path }) => folderOf(path) === 'resources' && isFamily(path));

  test('every folder is a family of api.ts', () => {
    const folders = new Set(resources.map(({ path }) => familyOf(path)));
    expect([...folders].sort()).toEqual(families.toSorted());
  });

  test('no folder of a family has more than 12 files besides family.ts', () => {
    const own = resources.filter(({ path }) => !path.endsWith('/family.ts'));
    const folders = Map.groupBy(own, ({ path }) => dirname(path));
    expect([...folders].filter(([, files]) => files.length > 12).map(([folder]) => folder)).toEqual([]);
  });
});

describe('time, environment and randomness', () => {
  const read = [...program, ...sources('migrations/*.sql')];
  for (const { what, pattern, allowed } of kernelOnly) {
    test(`${what} is read where it belongs only`, () => {
      const others = read.filter(({ path }) => !allowed.test(path));
      expect(matching(others, pattern)).toEqual([]);
    });
  }
});

describe('habits', () => {
  test('dates, numbers and lists are written by the formats of the kernel', () => {
    const others = written.filter(({ path }) => !/^src\/kernel\/(?:date|locale)-formats\.ts$/.test(path));
    expect(
      matching(others, /\bnew Intl\.(?:DateTime|Number|List|RelativeTime)Format\b|\.toLocale(?:Date|Time)?String\(/),
    ).toEqual([]);
  });

  test('no barrel files, and no folder for leftovers', () => {
    const paths = written.map(({ path }) => path);
    expect(paths.filter((path) => /\/index\.tsx?$|\/(?:utils?|common|helpers?)(?:\/|\.ts$)/.test(path))).toEqual([]);
  });

  test('no default exports and no `any`', () => {
    expect(matching(written, /\bexport default\b|\bas default\b|\bas any\b|[:<|(,]\s*any\b(?!\w|:)/)).toEqual([]);
  });

  test('shapes make their fields with the first use', () => {
    const eager = /^(?:export )?const \w+ = (?:shape|part)\(\s*(?:'[^']*',\s*)?\{(?!\})/m;
    expect(program.filter(({ code }) => eager.test(code)).map(({ path }) => path)).toEqual([]);
  });

  test('few casts', () => {
    const count = (pattern: RegExp): number =>
      program.reduce((sum, { code }) => sum + (code.match(pattern)?.length ?? 0), 0);
    expect(count(/\bas unknown as\b/g)).toBeLessThanOrEqual(5);
    const casts = /(?<!\bimport \*)(?<!\w,?\s*\{[^}]*)\bas (?!const\b|unknown as\b)[A-Z{(\w'"[]/g;
    const lines = program
      // Statements of SQL that take several lines name their columns.
      .flatMap(({ code }) => code.replace(/`[^`$]*`/g, "''").split('\n'))
      .filter((line) => !/^\s*(?:import|export) .*\bas\b.*from|^\s*type \w+ as \w+,$|^\s*\w+ as \w+,$/.test(line))
      // Words in texts are no casts; what stands in the places of a text is code.
      .map((line) => line.replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g, "''"))
      .map((line) => line.replace(/`[^`]*`/g, (text) => (text.match(/\$\{[^}]*\}/g) ?? []).join(';')));
    expect(lines.reduce((sum, line) => sum + (line.match(casts)?.length ?? 0), 0)).toBeLessThanOrEqual(135);
  });

  test('no file but a catalogue of texts is longer than 320 lines, and half of them have at most 80', () => {
    const isLong = ({ path, text }: Source): boolean =>
      lineCount(text) > (path.startsWith('test/browser/') ? 400 : 320) && !path.startsWith('src/texts/');
    expect(everything.filter(isLong).map(({ path }) => path)).toEqual([]);
    const lengths = written.map(({ text }) => lineCount(text)).sort((a, b) => a - b);
    expect(lengths[Math.floor(lengths.length / 2)] ?? 0).toBeLessThanOrEqual(80);
  });

  const lines = (files: readonly Source[]): number => files.reduce((sum, { text }) => sum + lineCount(text), 0);

  test.each([
    ['plans', 250],
    ['sites', 400],
  ])('the family %s stays within %i lines', (family, most) => {
    const files = program.filter(({ path }) => path.startsWith(`src/resources/${family}/`));
    expect(lines(files)).toBeGreaterThan(0);
    expect(lines(files)).toBeLessThanOrEqual(most);
  });

  test('the tests have at least 0.8 of the lines of the program, without its texts', () => {
    const server = program.filter(({ path }) => !path.startsWith('src/texts/'));
    expect(lines(tests)).toBeGreaterThanOrEqual(0.8 * lines(server));
  });
});

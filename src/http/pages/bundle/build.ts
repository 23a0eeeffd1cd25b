import { join, resolve } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import type { BunPlugin } from 'bun';
import { objectOf } from '../../../kernel/objects.ts';
import { loadCatalogue } from '../../../texts/catalogue.ts';
import { STAFF_LANGUAGES } from '../../../texts/made/languages.ts';
import { FIRST, FIRST_TEXTS } from '../../../texts/made/loaders.ts';
import { SECTIONS } from '../console/first-picture.ts';
import { BOOK_SCRIPTS, FILES_PREFIX, type PageBundle, type PageEntry, type PageFile } from './bundle.ts';

const root = resolve(import.meta.dir, '../../../..');
const folder = join(root, 'src/console');

const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  woff2: 'font/woff2',
};

const typeOf = (name: string): string => TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream';

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

const NAMING = { entry: '[name]-[hash].[ext]', chunk: '[name]-[hash].[ext]', asset: '[name]-[hash].[ext]' };

const fonts = join(root, 'node_modules/@fontsource-variable/figtree/files');
/** The fonts by the names that the stylesheet gives them. The bundler would write them into the stylesheet. */
const FONTS = {
  'figtree-latin.woff2': 'figtree-latin-wght-normal.woff2',
  'figtree-latin-ext.woff2': 'figtree-latin-ext-wght-normal.woff2',
} as const;

/** FullCalendar writes a font into its styles, for icons that the console does not show; the policy of the pages refuses it. */
const withoutIconFont: BunPlugin = {
  name: 'without-icon-font',
  setup(building) {
    building.onLoad({ filter: /@fullcalendar[\\/]core[\\/]internal-common\.js$/ }, async ({ path }) => {
      const source = await Bun.file(path).text();
      return { contents: source.replace(/@font-face\{font-family:fcicons[^}]*\}/, ''), loader: 'js' };
    });
  },
};

/** React Aria has words in 34 languages, and each page would load them all. The others get its English ones. */
const languagesOfConsole: BunPlugin = {
  name: 'languages-of-the-console',
  setup(building) {
    building.onLoad(
      { filter: /react-(?:aria|stately)[\\/]dist[\\/]private[\\/]intl[\\/].*\.mjs$/ },
      async ({ path }) => {
        const isShown =
          /[\\/](?:en-US|de-DE|es-ES|fr-FR)\.mjs$/.test(path) || !/[\\/][a-z]{2}-[A-Z]{2}\.mjs$/.test(path);
        const contents = isShown ? await Bun.file(path).text() : "export { default } from './en-US.mjs';";
        return { contents, loader: 'js' };
      },
    );
  },
};

/** The texts format numbers and dates by styles alone: what reads skeletons of formats is left out, with the hours of all regions. */
const withoutSkeletons: BunPlugin = {
  name: 'without-skeletons',
  setup(building) {
    building.onLoad({ filter: /@formatjs[\\/]icu-skeleton-parser[\\/]index\.js$/ }, () => ({
      contents: `const refuse = () => { throw new Error('a text has a skeleton'); };
        export { refuse as parseNumberSkeleton, refuse as parseNumberSkeletonFromString, refuse as parseDateTimeSkeleton };`,
      loader: 'js',
    }));
    building.onLoad({ filter: /@formatjs[\\/]icu-messageformat-parser[\\/]index\.js$/ }, async ({ path }) => {
      const source = await Bun.file(path).text();
      return { contents: source.replace(/^const timeData = \{$[\s\S]*?^\};$/m, 'const timeData = {};'), loader: 'js' };
    });
  },
};

/**
 * markdown-it brings the 2,000 names of characters of HTML, which browsers know, and what finds links and writes domains, which
 * is not used: more than half of what it is.
 */
const markdownAlone: BunPlugin = {
  name: 'markdown-alone',
  setup(building) {
    const instead: readonly (readonly [filter: RegExp, contents: string, loader: 'js' | 'json'])[] = [
      [
        /^entities$/,
        `export const decodeHTMLStrict = (text) =>
          new DOMParser().parseFromString(text.replaceAll('<', '&lt;'), 'text/html').body.textContent;`,
        'js',
      ],
      [/^linkify-it$/, 'export class LinkifyIt {}', 'js'],
      [/^punycode\.js$/, '{}', 'json'],
    ];
    for (const [filter, contents, loader] of instead) {
      building.onResolve({ filter }, ({ path }) => ({ path, namespace: 'markdown-alone' }));
      building.onLoad({ filter, namespace: 'markdown-alone' }, () => ({ contents, loader }));
    }
  },
};

/**
 * Smaller scripts are written into one that is loaded with them, bytes of their source: on a slow line each file costs more than
 * what it has.
 */
const LEAST_CHUNK = 16_384;

const build = (entrypoints: readonly string[]) =>
  Bun.build({
    entrypoints: entrypoints.map((each) => join(folder, each)),
    root: folder,
    target: 'browser',
    splitting: true,
    minify: true,
    minChunkSize: LEAST_CHUNK,
    publicPath: FILES_PREFIX,
    naming: NAMING,
    metafile: true,
    plugins: [withoutIconFont, languagesOfConsole, withoutSkeletons, markdownAlone],
    external: [`${FILES_PREFIX}*`],
    define: { 'process.env.NODE_ENV': '"production"' },
  });

type Built = Awaited<ReturnType<typeof build>>;

/** The style of the pages for members and strangers, which have the tokens and fonts of the console. */
const BOOK_STYLES = ['../pages/book/styles/book.css', '../pages/book/styles/member.css'];

const buildMain = () => build(['app/main.tsx', 'kiosk/kiosk.tsx']);
const buildBook = () => build(BOOK_SCRIPTS.map((name) => `../pages/book/client/${name}.ts`));

/** The scripts of the console, and of the pages for members. */
export const buildScripts = () => Promise.all([buildMain(), buildBook()]);

/** The script of a source, and the scripts that it imports statically, directly or through others. */
const entryOf = ({ metafile }: Built, source: string): PageEntry => {
  const outputs = Object.entries(metafile?.outputs ?? {}).map(([path, output]) => [nameOf(path), output] as const);
  const byName = new Map(outputs);
  const entry = outputs.find(([name, { entryPoint }]) => name.endsWith('.js') && entryPoint?.endsWith(`/${source}`));
  if (entry === undefined) throw new Error(`the bundler has made no script of ${source}`);
  const preloads = new Set<string>();
  const follow = (name: string): void => {
    for (const { path, kind } of byName.get(name)?.imports ?? []) {
      const imported = nameOf(path);
      if (kind !== 'import-statement' || preloads.has(imported) || !byName.has(imported)) continue;
      preloads.add(imported);
      follow(imported);
    }
  };
  follow(entry[0]);
  return { script: entry[0], preloads: [...preloads] };
};

/** The scripts with the texts of the first page, by language. */
const textsOf = (built: Built): PageBundle['texts'] =>
  objectOf(STAFF_LANGUAGES, (language) => FIRST_TEXTS[language].map((tag) => entryOf(built, `first/${tag}.ts`).script));

/** The words of the frame in each language. */
const framesOf = async (): Promise<PageBundle['frame']> => {
  const names = SECTIONS.flatMap(([group, sections]) => [group, ...sections]);
  const all = await Promise.all(STAFF_LANGUAGES.map((language) => loadCatalogue(FIRST[language])));
  const shells = new Map(STAFF_LANGUAGES.map((language, index) => [language, all[index]?.shell ?? {}]));
  return objectOf(STAFF_LANGUAGES, (language) => objectOf(names, (name) => shells.get(language)?.[name] ?? ''));
};

const styleOf = (files: readonly PageFile[], source: string): string =>
  files.find(({ name }) => name.startsWith(`${source}-`) && name.endsWith('.css'))?.name ?? '';

/** `quality` of brotli is 0 to 11. @throws AggregateError with the messages of the bundler. */
export const buildPages = async (quality: number): Promise<PageBundle> => {
  const [scripts, book, styles] = await Promise.all([
    buildMain(),
    buildBook(),
    build(['styles/console.css', 'styles/later.css', 'styles/kiosk.css', ...BOOK_STYLES]),
  ]);
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality };
  const outputs = [...scripts.outputs, ...book.outputs, ...styles.outputs].filter(({ path }) => !path.endsWith('.map'));
  const files = await Promise.all(
    outputs.map(async (output): Promise<PageFile> => {
      const name = nameOf(output.path);
      return { name, type: typeOf(name), brotli: brotliCompressSync(await output.arrayBuffer(), { params }) };
    }),
  );
  for (const [name, source] of Object.entries(FONTS)) {
    const bytes = await Bun.file(join(fonts, source)).bytes();
    files.push({ name, type: typeOf(name), brotli: brotliCompressSync(bytes, { params }) });
  }
  return {
    entries: { main: entryOf(scripts, 'app/main.tsx'), kiosk: entryOf(scripts, 'kiosk/kiosk.tsx') },
    texts: textsOf(scripts),
    frame: await framesOf(),
    style: styleOf(files, 'console'),
    laterStyle: styleOf(files, 'later'),
    kioskStyle: styleOf(files, 'kiosk'),
    bookStyle: styleOf(files, 'book'),
    memberStyle: styleOf(files, 'member'),
    bookScripts: objectOf(BOOK_SCRIPTS, (name) => entryOf(book, `client/${name}.ts`).script),
    font: 'figtree-latin.woff2',
    files: [...new Map(files.map((file) => [file.name, file])).values()].sort((a, b) => (a.name < b.name ? -1 : 1)),
  };
};

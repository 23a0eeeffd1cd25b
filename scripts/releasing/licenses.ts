// The packages inside the executable, with the texts of their licenses.
import { join, resolve } from 'node:path';
import type { BuildMetafile } from 'bun';

const root = resolve(import.meta.dir, '../..');

/** A package whose code is in the executable. */
export interface BundledPackage {
  readonly name: string;
  readonly version: string;
  /** An SPDX expression. */
  readonly license: string;
  readonly text: string;
}

/** Bun's own files are not in its npm package, which names its license only. */
const RUNTIME_TEXT = `Bun is the JavaScript runtime inside this executable. It is MIT-licensed, copyright its authors, and links
JavaScriptCore and parts of WebKit (LGPL-2.1), tinycc (LGPL-2.1), and other libraries under MIT, BSD, Apache-2.0, zlib,
ICU and OpenSSL/ISC licenses. The list, the source code, and how to link it with a changed JavaScriptCore:
https://github.com/oven-sh/bun/blob/main/LICENSE.md`;

const LICENSE_FILE = /^(?:licen[cs]e|copying|notice)(?:[.-].*)?$/i;

/** The texts in a package, the license before the notice; empty if it has none. */
const textsIn = async (folder: string): Promise<string[]> => {
  const files = [...new Bun.Glob('*').scanSync({ cwd: folder })].filter((file) => LICENSE_FILE.test(file)).sort();
  return Promise.all(files.map(async (file) => (await Bun.file(join(folder, file)).text()).trim()));
};

/** The names of the packages with a file in the outputs of builds. */
const namesIn = (builds: readonly BuildMetafile[]): string[] => {
  const outputs = builds.flatMap((build) => Object.values(build.outputs));
  // A file may be named that leaves nothing, such as a package that only marks where code runs.
  const inputs = outputs.flatMap((output) =>
    Object.entries(output.inputs).flatMap(([input, { bytesInOutput }]) => (bytesInOutput === 0 ? [] : [input])),
  );
  const names = inputs.flatMap((input) => /.*\bnode_modules\/((?:@[^/]+\/)?[^/]+)/.exec(input)?.[1] ?? []);
  return [...new Set(names)].sort();
};

/**
 * The packages whose files are in bundles, and the runtime.
 * @throws Error for a package without a license, or whose text is nowhere.
 */
export const bundledPackages = async (builds: readonly BuildMetafile[]): Promise<BundledPackage[]> => {
  const found = await Promise.all(
    namesIn(builds).map(async (name) => {
      const folder = join(root, 'node_modules', name);
      const { version, license } = await Bun.file(join(folder, 'package.json')).json();
      if (typeof license !== 'string') throw new Error(`the package ${name} names no license`);
      return { name, version: String(version), license, texts: await textsIn(folder) };
    }),
  );
  const packages = found.map(({ texts, ...each }): BundledPackage => {
    if (texts.length > 0) return { ...each, text: texts.join('\n\n') };
    // A package may name a license without its text. Apache-2.0 is the same text everywhere, and packages of one scope
    // with the same license come from one repository.
    const [scope = ''] = /^@[^/]+\//.exec(each.name) ?? [];
    const alike =
      each.license === 'Apache-2.0'
        ? found.find((other) => other.name === 'swagger-ui-dist')
        : found.find(({ name, license, texts: [own] }) => {
            return scope !== '' && name.startsWith(scope) && license === each.license && own !== undefined;
          });
    const text = alike?.texts[0];
    if (text === undefined) throw new Error(`the package ${each.name} has no license file`);
    return { ...each, text };
  });
  return [{ name: 'bun', version: Bun.version, license: 'MIT', text: RUNTIME_TEXT }, ...packages];
};

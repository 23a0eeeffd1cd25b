import { printResult, type Verb, VerbError } from '../verb.ts';

interface BundledPackage {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly text: string;
}

const sectionOf = ({ name, version, license, text }: BundledPackage): string =>
  `${'='.repeat(80)}\n${name} ${version} (${license})\n${'='.repeat(80)}\n\n${text}`;

export const licenses: Verb = {
  name: 'licenses',
  summary: 'Print the licenses of the packages in the executable',
  example: 'studiod licenses',
  run(call) {
    if (typeof BUILD_LICENSES === 'undefined') {
      throw new VerbError('Only the executable has the licenses of its packages. Build it: npm run build');
    }
    const packages: readonly BundledPackage[] = JSON.parse(
      Bun.zstdDecompressSync(Buffer.from(BUILD_LICENSES, 'base64')).toString(),
    );
    printResult(call, packages, packages.map(sectionOf).join('\n\n'));
  },
};

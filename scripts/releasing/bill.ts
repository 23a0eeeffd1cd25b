// The software bill of materials (SBOM) of a release, in CycloneDX.
import type { BundledPackage } from './licenses.ts';

const purl = ({ name, version }: { name: string; version: string }): string =>
  `pkg:npm/${name.replace('@', '%40')}@${version}`;

/**
 * The SBOM as CycloneDX 1.6 JSON: studiod and every package whose code is in the executable.
 * @param time the time of the release in seconds since 1970. The same release gives the same text.
 */
export const billOfMaterials = (version: string, time: number, packages: readonly BundledPackage[]): string => {
  const components = packages.map((each) => ({
    type: each.name === 'bun' ? 'platform' : 'library',
    'bom-ref': purl(each),
    name: each.name,
    version: each.version,
    licenses: [{ expression: each.license }],
    purl: purl(each),
  }));
  const self = { type: 'application', 'bom-ref': `studiod@${version}`, name: 'studiod', version };
  const bill = {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      timestamp: new Date(time * 1000).toISOString(),
      component: { ...self, licenses: [{ expression: 'MIT' }] },
    },
    components,
    dependencies: [{ ref: self['bom-ref'], dependsOn: components.map((each) => each['bom-ref']) }],
  };
  return `${JSON.stringify(bill, undefined, 2)}\n`;
};

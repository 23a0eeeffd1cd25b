import { migrations } from '../../database/migrate.ts';
import { commit, release } from '../release.ts';
import { printResult, type Verb } from '../verb.ts';

export const version: Verb = {
  name: 'version',
  summary: 'prints the version',
  example: 'studiod version --json',
  run(call) {
    const runtime = `bun ${Bun.version}`;
    const build = commit === '' ? '' : ` (${commit})`;
    const json = { version: release, commit: commit || null, schema: migrations.length, runtime };
    printResult(call, json, `studiod ${release}${build}, ${runtime}`);
  },
};

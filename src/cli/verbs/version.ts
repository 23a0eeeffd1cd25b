import { migrations } from '../../database/migrate.ts';
import { timeZones } from '../../kernel/zones/time-zones.ts';
import { commit, release } from '../release.ts';
import { printResult, type Verb } from '../verb.ts';

export const version: Verb = {
  name: 'version',
  summary: 'Print the version',
  example: 'studiod version --json',
  run(call) {
    const runtime = `bun ${Bun.version}`;
    const build = commit === '' ? '' : ` (${commit})`;
    const { version: zones, source } = timeZones().rules;
    const json = {
      version: release,
      commit: commit || null,
      schema: migrations.length,
      runtime,
      timeZones: { version: zones, source },
    };
    printResult(call, json, `studiod ${release}${build}, ${runtime}, time zones ${zones} of ${source}`);
  },
};

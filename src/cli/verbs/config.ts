import { settingNames, settings } from '../../config/settings.ts';
import { environmentName, flagName } from '../../config/sources.ts';
import { exit, type Verb } from '../verb.ts';

export const config: Verb = {
  name: 'config',
  summary: 'prints every setting and its source, without the values of secrets',
  example: 'studiod config --json',
  flags: [],
  settings: settingNames,
  hasJson: true,
  run(call) {
    const configured = call.configure();
    const rows = settingNames.map((name) => ({
      name: flagName(name),
      env: environmentName(name),
      value: settings[name].isSecret ? null : (configured.config[name] ?? null),
      source: configured.sources[name],
      secret: settings[name].isSecret,
    }));
    if (call.json) {
      call.print(JSON.stringify({ settings: rows }));
      return exit.done;
    }
    for (const { name, value, source, secret } of rows) {
      const shown = secret && source !== 'default' ? '(set)' : (value ?? '');
      call.print(`${name.padEnd(26)} ${String(shown).padEnd(24)} ${source}`);
    }
    return exit.done;
  },
};

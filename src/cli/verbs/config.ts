import { settingNames, settings } from '../../config/settings.ts';
import { environmentName, flagName } from '../../config/sources.ts';
import { printResult, type Verb } from '../verb.ts';

export const config: Verb = {
  name: 'config',
  summary: 'Print every setting and its source, without the values of secrets',
  example: 'studiod config --json',
  settings: settingNames,
  run(call) {
    const configured = call.configure();
    const rows = settingNames.map((name) => ({
      name: flagName(name),
      env: environmentName(name),
      value: settings[name].isSecret ? null : (configured.config[name] ?? null),
      source: configured.sources[name],
      secret: settings[name].isSecret,
    }));
    const lines = rows.map(({ name, value, source, secret }) => {
      const shown = secret && source !== 'default' ? '(set)' : (value ?? '');
      return `${name.padEnd(26)} ${String(shown).padEnd(24)} ${source}`;
    });
    printResult(call, { settings: rows }, lines.join('\n'));
  },
};

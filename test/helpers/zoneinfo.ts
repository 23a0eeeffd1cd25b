import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A file of the tz database without changes of its own: its rule, such as `PST8PDT,M3.2.0,M11.1.0`, says everything. */
const tzif = (rule: string): Buffer => {
  const header = Buffer.alloc(44);
  header.write('TZif2');
  header.writeUInt32BE(1, 36);
  header.writeUInt32BE(4, 40);
  const type = Buffer.alloc(6);
  const block = Buffer.concat([header, type, Buffer.from('LMT\0')]);
  return Buffer.concat([block, block, Buffer.from(`\n${rule}\n`)]);
};

/** Writes a directory with rules of time zones, as machines have it, in place of one before. @param rules by zone. */
export const writeZoneinfo = (directory: string, version: string, rules: Readonly<Record<string, string>>): void => {
  rmSync(directory, { recursive: true, force: true });
  const all = { 'Europe/London': 'GMT0BST,M3.5.0/1,M10.5.0', 'America/New_York': 'EST5EDT,M3.2.0,M11.1.0', ...rules };
  for (const [name, rule] of Object.entries(all)) {
    const path = join(directory, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, tzif(rule));
  }
  const lines = Object.keys(all).map((name) => `Z ${name} 0 - LMT`);
  writeFileSync(join(directory, 'tzdata.zi'), [`# version ${version}`, ...lines, ''].join('\n'));
};

import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const path = join(resolve(import.meta.dir, '../..'), 'docs/contract/conventions.md');

/** The codes of errors that the contract names (conventions.md "Errors"), each with its status. */
export const contractCodes = (): Map<string, number> => {
  const contract = readFileSync(path, 'utf8');
  const section = contract.slice(contract.indexOf('\n## Errors'), contract.indexOf('\n## Idempotency'));
  const table = section.slice(section.indexOf('\n- **400**'), section.indexOf('\n- `details`'));
  // Not the reasons in brackets, such as those of member_not_found, and not the types.
  const listed = table.replace(/\([^)]*\)/g, '').replace(/`[^`]*`/g, '');
  return new Map(
    listed.split(/\n- /).flatMap((row) => {
      const status = Number(/\d{3}/.exec(row)?.[0]);
      return [...row.matchAll(/[a-z]+(?:_[a-z]+)+/g)].map(([code]) => [code, status] as const);
    }),
  );
};

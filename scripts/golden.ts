// Writes the OpenAPI document of the current version and the list of operations to test/golden, or compares them with
// --check; then docs/schema.md. Every change of the API must be a visible change of these files.
import { allowanceOf } from '../src/auth/roles.ts';
import { detachedApp } from '../src/cli/verbs/openapi.ts';
import { STAFF_ROLES } from '../src/events/enumerations.ts';
import { API_VERSION } from '../src/events/envelope.ts';
import type { Operation, StaffRule } from '../src/http/operations/operation.ts';
import type { Permission } from '../src/kernel/permissions.ts';

const golden = (name: string): URL => new URL(`../test/golden/${name}`, import.meta.url);

const permissionOf = (rule: StaffRule): Permission => (typeof rule === 'string' ? rule : rule[0]);

const staffText = (rule: StaffRule): string =>
  typeof rule === 'string' ? rule : `${rule[0]}, own: ${rule[1].permission}`;

/** The roles that may call an operation; `?` when only with a permission that was granted. */
const rolesText = (rule: StaffRule): string =>
  STAFF_ROLES.flatMap((role) => {
    const allowance = allowanceOf(role, permissionOf(rule));
    return allowance === 'no' ? [] : [allowance === 'yes' ? role : `${role}?`];
  }).join(' ');

const cellsOf = ({ method, path, id, audience, scope, sites, staff }: Operation): string[] => [
  method,
  path,
  id,
  audience,
  scope ?? '-',
  sites,
  staff === undefined ? '-' : staffText(staff),
  staff === undefined ? '-' : rolesText(staff),
];

/** A text table without trailing spaces. */
const table = (rows: readonly (readonly string[])[]): string => {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ');
  return rows.map((row) => `${line(row).trimEnd()}\n`).join('');
};

const app = detachedApp();
const heads = ['method', 'path', 'operationId', 'audience', 'scope', 'sites', 'staff permission', 'roles'];
const files: readonly (readonly [name: string, content: string])[] = [
  [`openapi-${API_VERSION}.json`, `${JSON.stringify(await app.document(), null, 2)}\n`],
  ['operations.txt', table([heads, ...app.operations.map(cellsOf)])],
];

for (const [name, content] of files) {
  const file = Bun.file(golden(name));
  if (!process.argv.includes('--check')) await Bun.write(file, content);
  else if ((await file.text().catch(() => '')) !== content) {
    console.error(`test/golden/${name} differs from the program. If the change is intended: bun run golden`);
    process.exitCode = 1;
  }
}

// The page of the database's schema, in the same way.
await import('./schema.ts');

import { expect } from 'bun:test';
import type { ApiResponse } from '../helpers/api.ts';
import { importFile } from '../resources/imports/set-up.ts';
import type { SecretsWorld } from './secrets-world.ts';

type Try = (headers: Record<string, string>) => Promise<ApiResponse>;

export interface Case {
  /** The operations and fields that it tries: `updateStaff email`. */
  readonly of: readonly string[];
  readonly what: string;
  /** Who may. Everybody else is refused. */
  readonly may: string;
  /** The scopes of the key that has those of the operation alone. */
  readonly family: readonly string[];
  /** Makes what it is tried on, anew for each caller. */
  prepare(world: SecretsWorld): Promise<Try>;
}

export const PEERS = 'owner manager star oauth';
/** A password would outlive the token. */
export const LASTING = 'owner manager star';
export const OWNERS = 'owner star oauth';
export const GRANTED = { role: 'manager', permissionOverrides: { grant: ['integrations:manage'] } };

export const staff = ['staff:write'];
export const teachers = ['instructors:write'];

export const changeOf =
  (path: string, person: object, body: (world: SecretsWorld) => object, isLetIn = true): Case['prepare'] =>
  async (world) => {
    const id = await (isLetIn ? world.person(person) : world.recorded(person));
    return (headers) => world.studio.patch(`${path}/${id}`, body(world), headers);
  };
export const newEmail = ({ fresh }: SecretsWorld) => ({ email: fresh().email });

export const staffCase = (field: string, what: string, may: string, prepare: Case['prepare']): Case => ({
  of: [`updateStaff ${field}`],
  what,
  may,
  family: staff,
  prepare,
});
export const teacherCase = (field: string, what: string, may: string, prepare: Case['prepare']): Case => ({
  of: [`updateInstructor ${field}`],
  what,
  may,
  family: teachers,
  prepare,
});
export const importOf =
  (family: string, row: (world: SecretsWorld) => Promise<object>): Case['prepare'] =>
  async (world) => {
    const file = [await row(world)];
    return async (headers) => {
      const tried = await importFile(world.studio, family, file, { dryRun: true, headers });
      const done = await importFile(world.studio, family, file, { headers });
      // A dry run says what the import will say.
      expect(tried.status).toBe(done.status);
      return done;
    };
  };

export const STAFF_V2 = '/v2/staff';
export const TEACHERS_V2 = '/v2/instructors';

import { describe, expect, test } from 'bun:test';
import { permissionsOf } from '../../src/auth/roles.ts';
import { PERMISSIONS } from '../../src/kernel/permissions.ts';

const NONE = { grant: [], revoke: [] } as const;

describe('the permissions of a role', () => {
  test('owner: all permissions, even those revoked', () => {
    expect(permissionsOf('owner', { grant: [], revoke: ['backups:manage'] })).toEqual(PERMISSIONS);
  });

  test('manager: most permissions, integrations only when granted', () => {
    const manager = permissionsOf('manager', NONE);
    expect(PERMISSIONS.filter((permission) => !manager.includes(permission))).toEqual([
      'clients:erase',
      'sites:archive',
      'staff:write_owners',
      'settings:processor',
      'integrations:manage',
      'reports:close_months',
      'backups:manage',
    ]);
    expect(permissionsOf('manager', { grant: ['integrations:manage'], revoke: [] })).toContain('integrations:manage');
  });

  test('front_desk: clients and bookings, refunds only when granted', () => {
    const desk = permissionsOf('front_desk', NONE);
    expect(desk).toContain('bookings:create');
    expect(desk).not.toContain('payments:refund');
    expect(desk).not.toContain('schedules:write');
    expect(permissionsOf('front_desk', { grant: ['payments:refund'], revoke: [] })).toContain('payments:refund');
  });

  test('instructor: own rosters and own sessions, and nothing can be granted', () => {
    const instructor = permissionsOf('instructor', { grant: ['payments:refund', 'backups:manage'], revoke: [] });
    expect(instructor).toEqual([
      'clients:read_own_rosters',
      'bookings:check_in_own_sessions',
      'bookings:no_show_own_sessions',
      'schedules:read',
      'sessions:read',
      'sites:read',
      'staff:read_own_profile',
    ]);
  });

  test('a revoked permission is gone, even when it was granted', () => {
    const both = { grant: ['payments:refund'], revoke: ['payments:refund', 'clients:write'] } as const;
    const desk = permissionsOf('front_desk', both);
    expect(desk).not.toContain('payments:refund');
    expect(desk).not.toContain('clients:write');
  });
});

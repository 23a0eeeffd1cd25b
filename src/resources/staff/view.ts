import { unpack, unpackList, unpackPairs } from '../../database/json.ts';
import type { StaffRow } from '../../database/tables/staff.ts';
import { type Overrides, permissionsOf } from './permissions.ts';
import type { StaffWire } from './shapes.ts';

const NO_OVERRIDES: Overrides = { grant: [], revoke: [] };

export const overridesOf = (row: Pick<StaffRow, 'permissionOverrides'>): Overrides =>
  unpack<Overrides>(row.permissionOverrides) ?? NO_OVERRIDES;

/** What a person is in both families. */
export const personView = (row: StaffRow): Omit<StaffWire, 'id' | 'object' | 'createdAt' | 'updatedAt'> => {
  const role = row.role as StaffWire['role'];
  const siteIds = unpackList<string>(row.siteIds);
  const overrides = overridesOf(row);
  return {
    firstName: row.firstName,
    lastName: row.lastName,
    email: row.email,
    phone: row.phone,
    displayName: row.displayName,
    photoUrl: row.photoUrl,
    bio: row.bio,
    pronouns: row.pronouns,
    role,
    status: row.status as StaffWire['status'],
    siteIds,
    locationIds: siteIds,
    primarySiteId: row.primarySiteId,
    permissions: [...permissionsOf(role, overrides)],
    permissionOverrides: { grant: [...overrides.grant], revoke: [...overrides.revoke] },
    isInstructor: row.isInstructor === 1,
    employmentType: row.employmentType,
    hiredOn: row.hiredOn,
    terminatedOn: row.terminatedOn,
    lastLoginAt: row.lastLoginAt,
    metadata: unpackPairs(row.metadata),
    externalId: row.externalId,
  };
};

export const staffView = (row: StaffRow): StaffWire => ({
  id: row.id,
  object: 'staff',
  ...personView(row),
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
});

/** A certificate that a teacher holds. */
export interface Certification {
  readonly name: string;
  readonly issuer: string | null;
  readonly expiresOn: string | null;
}

/** What a person is as a teacher only. The pay is no part of it: no event and few callers may know it. */
export const teacherView = (row: StaffRow) => ({
  specialties: unpackList<string>(row.specialties),
  certifications: unpackList<Certification>(row.certifications),
  sortOrder: row.sortOrder,
  isBookable: row.isBookable === 1,
});

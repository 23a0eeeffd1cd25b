import { Type } from '@sinclair/typebox';
import { type Overrides, permissionsOf, type Role } from '../../auth/roles.ts';
import * as field from '../../database/fields.ts';
import { unpack, unpackList } from '../../database/json.ts';
import { type CreateOf, type PatchOf, type RowOf, record } from '../../database/record.ts';
import { STAFF_ROLES, STAFF_STATUSES } from '../../events/enumerations.ts';
import { PERMISSIONS } from '../../kernel/permissions.ts';
import {
  count,
  currency,
  date,
  deletedShape,
  description,
  email,
  id,
  integer,
  line,
  name,
  nullable,
  oneOf,
  optional,
  part,
  phone,
  type Static,
  url,
} from '../../kernel/schemas.ts';

const permission = oneOf(...PERMISSIONS);
const permissions = Type.Array(permission, { maxItems: 100, uniqueItems: true });
const siteIds = Type.Array(id(), { maxItems: 1000, uniqueItems: true, description: 'Empty means every site.' });

const payRate = part({
  type: oneOf('per_class', 'hourly', 'per_head'),
  amount: integer(0, 100_000_000),
  currency: currency(),
});
export type PayRate = Static<typeof payRate>;

const NO_OVERRIDES: Overrides = { grant: [], revoke: [] };

export const overridesOf = (row: { readonly permissionOverrides: string | null }): Overrides =>
  unpack<Overrides>(row.permissionOverrides) ?? NO_OVERRIDES;

/** The fields of a person, as staff and as an instructor. */
export const person = {
  firstName: field.text(name()),
  lastName: field.text(name()),
  email: field.text(email()),
  phone: field.text(phone()).nullable(),
  displayName: field.text(name()).nullable(),
  photoUrl: field.text(url()).nullable(),
  bio: field.text(description()).nullable(),
  pronouns: field.text(line(40)).nullable(),
  role: field.word(STAFF_ROLES),
  status: field.word(STAFF_STATUSES).default('active'),
  siteIds: field.list(siteIds).answeredAs(Type.Array(id())),
  locationIds: field
    .computed(Type.Array(id()), (row: { siteIds: string | null }) => unpackList<string>(row.siteIds))
    .sentAs(siteIds),
  primarySiteId: field.id().nullable(),
  permissions: field.computed(Type.Array(permission), (row: { role: Role; permissionOverrides: string | null }) => [
    ...permissionsOf(row.role, overridesOf(row)),
  ]),
  permissionOverrides: field
    .group({ grant: field.list(permissions), revoke: field.list(permissions) })
    .sentAs(nullable(part({ grant: optional(permissions), revoke: optional(permissions) })))
    .optional(),
  isInstructor: field.flag().optional(),
  employmentType: field.text(line(40)).nullable(),
  hiredOn: field.text(date()).nullable(),
  terminatedOn: field.text(date()).nullable(),
  lastLoginAt: field.instant().nullable().readOnly(),
  searchText: field.text(Type.String()).internal(),
  ...field.integrationFields,
};

/** The fields of a person as an instructor only. Few callers and no events show the pay. */
export const teaching = {
  specialties: field.list(Type.Array(name(), { maxItems: 50, uniqueItems: true })),
  certifications: field.listOf(50, {
    name: field.text(name()),
    issuer: field.text(name()).nullable(),
    expiresOn: field.text(date()).nullable(),
  }),
  sortOrder: field.integer(integer(-1_000_000, 1_000_000)).default(0),
  isBookable: field.flag().default(true),
  payRate: field
    .object(payRate)
    .nullable()
    .derivedAs(optional(nullable(payRate))),
};

/** Someone who works for the brand (records.md "Staff"). */
export const Staff = record(
  'staff',
  'staff',
  {
    ...person,
    specialties: teaching.specialties.internal(),
    certifications: teaching.certifications.internal(),
    sortOrder: teaching.sortOrder.internal(),
    isBookable: teaching.isBookable.internal(),
    payRate: teaching.payRate.internal(),
  },
  { sites: { list: 'siteIds' }, label: 'staff member' },
);

export const DeletedStaff = deletedShape('staff', { futureSessionCount: count() });

export type StaffRow = RowOf<typeof Staff>;
export type CreateStaffBody = CreateOf<typeof Staff>;
export type UpdateStaffBody = PatchOf<typeof Staff>;

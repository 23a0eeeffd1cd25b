import { Type } from '@sinclair/typebox';
import { type Overrides, permissionsOf, type Role } from '../../auth/roles.ts';
import { STAFF_ROLES, STAFF_STATUSES } from '../../events/enumerations.ts';
import { inMinorUnits } from '../../kernel/minor-units.ts';
import { PERMISSIONS } from '../../kernel/permissions.ts';
import {
  count,
  currency,
  date,
  deletedShape,
  described,
  description,
  email,
  id,
  integer,
  line,
  name,
  nullable,
  object,
  oneOf,
  optional,
  type Static,
  url,
} from '../../kernel/schemas.ts';
import * as field from '../../records/fields.ts';
import { unpack, unpackList } from '../../records/json.ts';
import { type CreateOf, type PatchOf, type RowOf, record } from '../../records/record.ts';

const permission = oneOf(...PERMISSIONS);
const permissions = Type.Array(permission, { maxItems: 100, uniqueItems: true });
const siteIds = Type.Array(id(), { maxItems: 1000, uniqueItems: true, description: 'Empty for all sites.' });

const payRate = object(() => ({
  type: described(oneOf('per_class', 'hourly', 'per_head'), 'What is paid for.'),
  amount: inMinorUnits(integer(0, 100_000_000)),
  currency: currency(),
}));
export type PayRate = Static<typeof payRate>;

const NO_OVERRIDES: Overrides = { grant: [], revoke: [] };

export const overridesOf = (row: { readonly permissionOverrides: string | null }): Overrides =>
  unpack<Overrides>(row.permissionOverrides) ?? NO_OVERRIDES;

export const person = {
  firstName: field.text(name()),
  lastName: field.text(name()),
  email: field.text(email()),
  phone: field.phone().nullable(),
  displayName: field.text(name()).nullable().described('The name shown to members.'),
  photoUrl: field.text(url()).nullable().described('The URL of a picture.'),
  bio: field.text(description()).nullable().described('A biography, for members.'),
  pronouns: field.text(line(40)).nullable().described("The person's pronouns, such as she/her."),
  role: field.word(STAFF_ROLES).described('Determines the permissions.'),
  status: field.word(STAFF_STATUSES).default('active').described('Only active people can sign in.'),
  siteIds: field.list(siteIds).shownAs(Type.Array(id())),
  locationIds: field
    .computed(Type.Array(id()), (row: { siteIds: string | null }) => unpackList<string>(row.siteIds))
    .sentAs(siteIds),
  primarySiteId: field.id().nullable(),
  permissions: field
    .computed(Type.Array(permission), (row: { role: Role; permissionOverrides: string | null }) => [
      ...permissionsOf(row.role, overridesOf(row)),
    ])
    .described("The permissions in effect: the role's, with overrides applied."),
  permissionOverrides: field
    .group({
      grant: field.list(permissions).described("Permissions granted in addition to the role's."),
      revoke: field.list(permissions).described('Permissions of the role that are removed.'),
    })
    .sentAs(
      nullable(
        object({
          grant: optional(described(permissions, "Permissions granted in addition to the role's.")),
          revoke: optional(described(permissions, 'Permissions of the role that are removed.')),
        }),
      ),
    )
    .optional()
    .described("Permissions granted in addition to the role's, and permissions removed."),
  isInstructor: field
    .flag()
    .optional()
    .described('Whether the person teaches. Defaults to whether the role is instructor.'),
  employmentType: field.text(line(40)).nullable().described('Free text, such as part-time.'),
  hiredOn: field.text(date()).nullable().described('The first day of work.'),
  terminatedOn: field.text(date()).nullable().described('The last day of work.'),
  lastLoginAt: field.instant().nullable().derived().described("Time of the person's last sign-in."),
  searchText: field.text(Type.String()).internal(),
  ...field.integrationFields,
};

const pay = field.object(payRate).nullable();

/** The fields of a person as an instructor only. Few callers and no events show the pay. */
export const teaching = {
  specialties: field
    .list(Type.Array(name(), { maxItems: 50, uniqueItems: true }))
    .described('What the person specializes in.'),
  certifications: field
    .listOf(50, {
      name: field.text(name()),
      issuer: field.text(name()).nullable().described('The issuer.'),
      expiresOn: field.text(date()).nullable().described('The last day it is valid.'),
    })
    .described('Certifications.'),
  sortOrder: field
    .integer(integer(-1_000_000, 1_000_000))
    .default(0)
    .described('The position in member-facing lists, lowest first.'),
  isBookable: field.flag().default(true).described('Whether members can book appointments.'),
  payRate: pay
    .derivedAs(optional(nullable(payRate)))
    .described("The person's pay. Only included with the required permission."),
};

/** Someone who works for the brand (records.md "Staff"). */
export const Staff = record(
  'staff',
  'staff',
  () => ({
    ...person,
    specialties: teaching.specialties.internal(),
    certifications: teaching.certifications.internal(),
    sortOrder: teaching.sortOrder.internal(),
    isBookable: teaching.isBookable.internal(),
    payRate: teaching.payRate.internal(),
  }),
  { sites: { list: 'siteIds' }, label: 'staff member' },
);

/** A person with the fields of both, as files have them. */
export const Person = record('staff', 'staff', () => ({ ...person, ...teaching, payRate: pay }), {
  sites: { list: 'siteIds' },
  label: 'staff member',
  title: 'Person',
});

export const DeletedStaff = deletedShape('staff', {
  futureSessionCount: described(count(), 'The number of upcoming sessions that need another instructor.'),
});

export type StaffRow = RowOf<typeof Staff>;
export type CreatePersonBody = CreateOf<typeof Person>;
export type UpdatePersonBody = PatchOf<typeof Person>;

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
const siteIds = Type.Array(id(), { maxItems: 1000, uniqueItems: true, description: 'Empty means every site.' });

const payRate = object(() => ({
  type: described(oneOf('per_class', 'hourly', 'per_head'), 'What it is paid for.'),
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
  displayName: field.text(name()).nullable().described('The name that members see.'),
  photoUrl: field.text(url()).nullable().described('The address of a picture.'),
  bio: field.text(description()).nullable().described('A text about the person, for members.'),
  pronouns: field.text(line(40)).nullable().described('Such as she/her.'),
  role: field.word(STAFF_ROLES).described('Gives the permissions.'),
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
    .described('The permissions in effect: of the role, with the overrides.'),
  permissionOverrides: field
    .group({
      grant: field.list(permissions).described('Permissions that the role does not have.'),
      revoke: field.list(permissions).described('Permissions of the role that are taken away.'),
    })
    .sentAs(
      nullable(
        object({
          grant: optional(described(permissions, 'Permissions that the role does not have.')),
          revoke: optional(described(permissions, 'Permissions of the role that are taken away.')),
        }),
      ),
    )
    .optional()
    .described('Permissions that the role does not have, and permissions that are taken away.'),
  isInstructor: field.flag().optional().described('Whether the person teaches; by default if the role is instructor.'),
  employmentType: field.text(line(40)).nullable().described('Free text, such as part-time.'),
  hiredOn: field.text(date()).nullable().described('The first day at work.'),
  terminatedOn: field.text(date()).nullable().described('The last day at work.'),
  lastLoginAt: field.instant().nullable().derived().described('When the person last signed in.'),
  searchText: field.text(Type.String()).internal(),
  ...field.integrationFields,
};

const pay = field.object(payRate).nullable();

/** The fields of a person as an instructor only. Few callers and no events show the pay. */
export const teaching = {
  specialties: field
    .list(Type.Array(name(), { maxItems: 50, uniqueItems: true }))
    .described('What the person teaches.'),
  certifications: field
    .listOf(50, {
      name: field.text(name()),
      issuer: field.text(name()).nullable().described('Who issued it.'),
      expiresOn: field.text(date()).nullable().described('The last day on which it is valid.'),
    })
    .described('Proofs of training.'),
  sortOrder: field
    .integer(integer(-1_000_000, 1_000_000))
    .default(0)
    .described('The place in lists for members; low numbers first.'),
  isBookable: field.flag().default(true).described('Whether members can book appointments.'),
  payRate: pay
    .derivedAs(optional(nullable(payRate)))
    .described('What the person is paid; shown with a permission only.'),
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
  futureSessionCount: described(count(), 'Sessions ahead that need another instructor.'),
});

export type StaffRow = RowOf<typeof Staff>;
export type CreatePersonBody = CreateOf<typeof Person>;
export type UpdatePersonBody = PatchOf<typeof Person>;

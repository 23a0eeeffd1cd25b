import { type Static, Type } from '@sinclair/typebox';
import { PERMISSIONS } from '../../kernel/permissions.ts';
import {
  added,
  count,
  date,
  deletedShape,
  description,
  email,
  flag,
  id,
  instant,
  line,
  listOf,
  name,
  nullable,
  oneOf,
  optional,
  ownFields,
  ownInput,
  part,
  patchOf,
  phone,
  recordFields,
  shape,
  url,
} from '../../kernel/schemas.ts';

export const staffRole = oneOf('owner', 'manager', 'front_desk', 'instructor');
const status = oneOf('active', 'inactive', 'suspended');
const permission = oneOf(...PERMISSIONS);
const permissionList = Type.Array(permission, { maxItems: 100, uniqueItems: true });
const siteList = Type.Array(id(), { maxItems: 1000, uniqueItems: true, description: 'Empty means every site.' });

/** What is answered of every person, as staff and as a teacher. */
export const personFields = {
  firstName: Type.String(),
  lastName: Type.String(),
  email: Type.String(),
  phone: nullable(Type.String()),
  displayName: nullable(Type.String()),
  photoUrl: nullable(Type.String()),
  bio: nullable(Type.String()),
  pronouns: nullable(Type.String()),
  role: staffRole,
  status,
  siteIds: Type.Array(id()),
  locationIds: Type.Array(id()),
  primarySiteId: nullable(id()),
  permissions: Type.Array(permission),
  permissionOverrides: part({ grant: Type.Array(permission), revoke: Type.Array(permission) }),
  isInstructor: flag(),
  employmentType: nullable(Type.String()),
  hiredOn: nullable(date()),
  terminatedOn: nullable(date()),
  lastLoginAt: nullable(instant()),
  ...ownFields,
};

/** What both families take of a person. */
export const personInput = {
  firstName: name(),
  lastName: name(),
  email: email(),
  phone: optional(nullable(phone())),
  displayName: optional(nullable(name())),
  photoUrl: optional(nullable(url())),
  bio: optional(nullable(description())),
  pronouns: optional(nullable(line(40))),
  status: optional(status),
  siteIds: optional(siteList),
  locationIds: optional(siteList),
  primarySiteId: optional(nullable(id())),
  employmentType: optional(nullable(line(40))),
  hiredOn: optional(nullable(date())),
  terminatedOn: optional(nullable(date())),
  ...ownInput,
};

/** The filters that both lists take. */
export const personFilters = {
  siteId: optional(id()),
  locationId: optional(id()),
  status: optional(status),
  search: optional(Type.String({ minLength: 1, maxLength: 200, description: 'Part of the name or email.' })),
  external_id: added(line(255)),
};

/** Someone who works here (records.md "Staff"). */
export const Staff = shape('Staff', { ...recordFields('staff'), ...personFields });

export const CreateStaff = shape('CreateStaffRequest', {
  ...personInput,
  role: staffRole,
  isInstructor: optional(flag()),
  permissionOverrides: optional(nullable(part({ grant: optional(permissionList), revoke: optional(permissionList) }))),
});

export const UpdateStaff = patchOf('UpdateStaffRequest', CreateStaff);

export const StaffList = listOf(Staff);

export const DeletedStaff = deletedShape('staff', { futureSessionCount: count() });

const person = part(personInput);

export type StaffWire = Static<typeof Staff>;
export type CreateStaffBody = Static<typeof CreateStaff>;
export type UpdateStaffBody = Static<typeof UpdateStaff>;
export type PersonBody = Partial<Static<typeof person>>;

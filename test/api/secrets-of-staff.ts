import {
  type Case,
  changeOf,
  GRANTED,
  LASTING,
  newEmail,
  OWNERS,
  PEERS,
  STAFF_V2,
  staff,
  staffCase,
  TEACHERS_V2,
  teacherCase,
  teachers,
} from './secrets-cases.ts';

/** Who decides who signs in as a person, by what has the person. */
export const STAFF_CASES: readonly Case[] = [
  staffCase('email', 'of a manager', LASTING, changeOf(STAFF_V2, { role: 'manager' }, newEmail)),
  staffCase('email', 'of an owner', 'owner star', changeOf(STAFF_V2, { role: 'owner' }, newEmail)),
  staffCase('email', 'of a manager with more rights', 'owner star', changeOf(STAFF_V2, GRANTED, newEmail)),
  staffCase(
    'email',
    'of a manager whom nobody has let in',
    PEERS,
    changeOf(STAFF_V2, { role: 'manager' }, newEmail, false),
  ),
  staffCase(
    'email',
    'of a teacher whom nobody has let in',
    `${PEERS} family`,
    changeOf(STAFF_V2, { role: 'instructor' }, newEmail, false),
  ),
  staffCase('email', 'of somebody at West', `${LASTING} west`, async (world) =>
    changeOf(STAFF_V2, { role: 'front_desk', siteIds: [world.west] }, newEmail)(world),
  ),
  staffCase(
    'role',
    'of a manager, to less',
    PEERS,
    changeOf(STAFF_V2, { role: 'manager' }, () => ({ role: 'front_desk' })),
  ),
  staffCase(
    'role',
    'of a manager with more rights, to less',
    OWNERS,
    changeOf(STAFF_V2, GRANTED, () => ({ role: 'front_desk' })),
  ),
  staffCase(
    'role',
    'of a teacher, to an owner',
    OWNERS,
    changeOf(STAFF_V2, { role: 'instructor' }, () => ({ role: 'owner' })),
  ),
  staffCase(
    'role',
    'of a teacher whom nobody has let in',
    PEERS,
    changeOf(STAFF_V2, { role: 'instructor' }, () => ({ role: 'manager' }), false),
  ),
  staffCase(
    'status',
    'of a manager',
    PEERS,
    changeOf(STAFF_V2, { role: 'manager' }, () => ({ status: 'suspended' })),
  ),
  staffCase('status', 'of a manager who comes back', PEERS, async (world) => {
    const id = await world.person({ role: 'manager' });
    await world.studio.given(world.studio.patch(`${STAFF_V2}/${id}`, { status: 'inactive' }));
    return (headers) => world.studio.patch(`${STAFF_V2}/${id}`, { status: 'active' }, headers);
  }),
  staffCase(
    'siteIds',
    'of a manager',
    PEERS,
    changeOf(STAFF_V2, { role: 'manager' }, ({ west }) => ({ siteIds: [west] })),
  ),
  staffCase(
    'locationIds',
    'of a manager',
    PEERS,
    changeOf(STAFF_V2, { role: 'manager' }, ({ west }) => ({ locationIds: [west] })),
  ),
  staffCase(
    'permissionOverrides',
    'of the front desk',
    PEERS,
    changeOf(STAFF_V2, { role: 'front_desk' }, () => ({
      permissionOverrides: { grant: ['payments:refund'] },
    })),
  ),
  {
    of: ['deleteStaff'],
    what: 'a manager',
    may: PEERS,
    family: staff,
    prepare: async (world) => {
      const id = await world.person({ role: 'manager' });
      return (headers) => world.studio.delete(`${STAFF_V2}/${id}`, headers);
    },
  },
  ...(
    [
      ['owner', OWNERS],
      ['manager', PEERS],
      ['front_desk', PEERS],
      ['instructor', `${PEERS} family`],
    ] as const
  ).map(
    ([role, may]): Case => ({
      of: ['email', 'role', 'status', 'siteIds', 'locationIds', 'permissionOverrides'].map(
        (name) => `createStaff ${name}`,
      ),
      what: `a new person with the role ${role}`,
      may,
      family: staff,
      prepare:
        async ({ studio, fresh }) =>
        (headers) =>
          studio.post(STAFF_V2, { ...fresh(), role }, headers),
    }),
  ),
  {
    of: ['email', 'role', 'status', 'siteIds', 'locationIds'].map((name) => `createInstructor ${name}`),
    what: 'a new teacher',
    may: `${PEERS} family`,
    family: teachers,
    prepare:
      async ({ studio, fresh }) =>
      (headers) =>
        studio.post(TEACHERS_V2, fresh(), headers),
  },
  teacherCase('email', 'of a teacher', LASTING, changeOf(TEACHERS_V2, { role: 'instructor' }, newEmail)),
  teacherCase(
    'email',
    'of a manager who teaches',
    LASTING,
    changeOf(TEACHERS_V2, { role: 'manager', isInstructor: true }, newEmail),
  ),
  teacherCase(
    'email',
    'of a teacher whom nobody has let in',
    `${PEERS} family`,
    changeOf(TEACHERS_V2, { role: 'instructor' }, newEmail, false),
  ),
  teacherCase(
    'status',
    'of a teacher',
    PEERS,
    changeOf(TEACHERS_V2, { role: 'instructor' }, () => ({ status: 'inactive' })),
  ),
  teacherCase(
    'siteIds',
    'of a teacher',
    PEERS,
    changeOf(TEACHERS_V2, { role: 'instructor' }, ({ west }) => ({ siteIds: [west] })),
  ),
  teacherCase(
    'locationIds',
    'of a teacher',
    PEERS,
    changeOf(TEACHERS_V2, { role: 'instructor' }, ({ west }) => ({ locationIds: [west] })),
  ),
  {
    of: ['deleteInstructor'],
    what: 'a teacher',
    may: PEERS,
    family: teachers,
    prepare: async (world) => {
      const id = await world.person({ role: 'instructor' });
      return (headers) => world.studio.delete(`${TEACHERS_V2}/${id}`, headers);
    },
  },
];

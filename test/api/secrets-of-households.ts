import { addHousehold } from '../helpers/households.ts';
import { type Case, importOf } from './secrets-cases.ts';
import type { SecretsWorld } from './secrets-world.ts';

/** The desk has the people before it; a key that may not act for members lets no one act for them. */
const MAY = 'owner manager desk star site oauth';
const CLIENTS = ['clients:write'];

const AT = '/manage/households';

/** An adult, and a client who has signed in, whom nothing joins yet. */
const people = async (world: SecretsWorld) => ({ adult: await world.client(false), teen: await world.client(true) });

/** A household of an adult and someone who has signed in, as a dependant. */
const household = async (world: SecretsWorld): Promise<string> => {
  const { adult, teen } = await people(world);
  const members = [
    { clientId: adult, role: 'adult', hasAgreed: true },
    { clientId: teen, role: 'dependant', hasAgreed: true },
  ];
  return (await addHousehold(world.studio, adult, { members })).id;
};

const alone = async (world: SecretsWorld) => {
  const { adult, teen } = await people(world);
  return { id: (await addHousehold(world.studio, adult)).id as string, adult, teen };
};

/** Adults act for dependants: what makes someone act for a client who has signed in. */
export const HOUSEHOLD_CASES: readonly Case[] = [
  {
    of: ['createHousehold members.role'],
    what: 'of a client who has signed in and an adult',
    may: MAY,
    family: CLIENTS,
    prepare: async (world) => {
      const { adult, teen } = await people(world);
      const members = [
        { clientId: teen, role: 'dependant', hasAgreed: true },
        { clientId: adult, role: 'adult', hasAgreed: true },
      ];
      return (headers) => world.studio.post(AT, { name: 'Reed', members }, headers);
    },
  },
  {
    of: ['addHouseholdMember role'],
    what: 'of a client who has signed in',
    may: MAY,
    family: CLIENTS,
    prepare: async (world) => {
      const { id, teen } = await alone(world);
      const body = { clientId: teen, role: 'dependant', hasAgreed: true };
      return (headers) => world.studio.post(`${AT}/${id}/members`, body, headers);
    },
  },
  {
    of: ['addHouseholdMember role'],
    what: 'of an adult beside a dependant who has signed in',
    may: MAY,
    family: CLIENTS,
    prepare: async (world) => {
      const id = await household(world);
      const body = { clientId: await world.client(false), role: 'adult', hasAgreed: true };
      return (headers) => world.studio.post(`${AT}/${id}/members`, body, headers);
    },
  },
  {
    of: ['addHouseholdMember role'],
    what: 'of a new adult beside a dependant who has signed in',
    may: MAY,
    family: CLIENTS,
    prepare: async (world) => {
      const id = await household(world);
      const { firstName, lastName, email } = world.fresh();
      const body = { client: { firstName, lastName, email }, role: 'adult', hasAgreed: true };
      return (headers) => world.studio.post(`${AT}/${id}/members`, body, headers);
    },
  },
  {
    of: ['addHouseholdMember role'],
    what: 'of a child who never signed in',
    may: `${MAY} family`,
    family: CLIENTS,
    prepare: async (world) => {
      const { id } = await alone(world);
      const body = { clientId: await world.client(false), role: 'dependant' };
      return (headers) => world.studio.post(`${AT}/${id}/members`, body, headers);
    },
  },
  {
    of: ['updateHouseholdMember role'],
    what: 'of an adult who has signed in',
    may: MAY,
    family: CLIENTS,
    prepare: async (world) => {
      const { id, teen } = await alone(world);
      const body = { clientId: teen, role: 'adult', hasAgreed: true };
      await world.studio.given(world.studio.post(`${AT}/${id}/members`, body));
      return (headers) =>
        world.studio.patch(`${AT}/${id}/members/${teen}`, { role: 'dependant', hasAgreed: true }, headers);
    },
  },
  {
    of: ['inviteToHousehold email'],
    what: 'of an adult, beside a dependant who has signed in',
    may: MAY,
    family: CLIENTS,
    prepare: async (world) => {
      const id = await household(world);
      const { email } = world.fresh();
      return (headers) => world.studio.post(`${AT}/${id}/invitations`, { email }, headers);
    },
  },
  {
    of: ['import households members.role'],
    what: 'of a client who has signed in',
    may: 'owner manager star site oauth',
    family: ['manage', ...CLIENTS],
    prepare: importOf('households', async (world) => {
      const { id, teen } = await alone(world);
      return { id, members: [{ clientId: teen, role: 'dependant', isPayer: false }] };
    }),
  },
];

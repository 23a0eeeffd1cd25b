import { expect } from 'bun:test';
import { type Case, importOf, LASTING, newEmail, OWNERS, PEERS, staff, teachers } from './secrets-cases.ts';

/** Imports, links and sessions of people, settings of owners, and what lets somebody in as a client. */
export const OTHER_CASES: readonly Case[] = [
  {
    of: ['import staff email'],
    what: 'of a manager, by the external id',
    may: LASTING,
    family: ['manage', ...staff, ...teachers],
    prepare: importOf('staff', async (world) => {
      const { externalId } = world.fresh();
      await world.person({ role: 'manager', externalId });
      return { externalId, email: world.fresh().email };
    }),
  },
  ...(['role', 'status', 'siteIds', 'locationIds', 'permissionOverrides'] as const).map(
    (field): Case => ({
      of: [`import staff ${field}`],
      what: 'of a manager',
      may: PEERS,
      family: ['manage', ...staff, ...teachers],
      prepare: importOf('staff', async (world) => {
        const values = {
          role: 'front_desk',
          status: 'suspended',
          siteIds: [world.west],
          locationIds: [world.west],
          permissionOverrides: { revoke: ['sites:write'] },
        };
        return { id: await world.person({ role: 'manager' }), [field]: values[field] };
      }),
    }),
  ),
  {
    of: ['staffId', 'removesSecondFactor'].map((name) => `createStaffInvitation ${name}`),
    what: 'for a manager',
    may: LASTING,
    family: ['manage', ...staff],
    prepare: async (world) => {
      const staffId = await world.person({ role: 'manager' });
      return (headers) =>
        world.studio.post('/manage/staff/invitations', { staffId, removesSecondFactor: true }, headers);
    },
  },
  {
    of: ['email', 'role', 'siteIds', 'permissionOverrides'].map((name) => `createStaffInvitation person.${name}`),
    what: 'for a new one',
    may: LASTING,
    family: ['manage', ...staff],
    prepare:
      async ({ studio, fresh }) =>
      (headers) => {
        const { externalId: _id, ...person } = fresh();
        return studio.post('/manage/staff/invitations', { person: { ...person, role: 'manager' } }, headers);
      },
  },
  {
    of: ['deleteStaffInvitation'],
    what: 'of an owner',
    may: OWNERS,
    family: ['manage', ...staff],
    prepare: async (world) => {
      const staffId = await world.recorded({ role: 'owner' });
      const { id } = await world.studio.given(world.studio.post('/manage/staff/invitations', { staffId }));
      return (headers) => world.studio.delete(`/manage/staff/invitations/${id}`, headers);
    },
  },
  {
    of: ['endStaffSession'],
    what: 'of a manager',
    may: PEERS,
    family: ['manage', ...staff],
    prepare: async (world) => {
      const { id, sessionId } = await world.signedIn({ role: 'manager' });
      return (headers) => world.studio.delete(`/manage/staff/${id}/sessions/${sessionId}`, headers);
    },
  },
  ...(
    [
      ['brand.requireSecondFactor', { brand: { requireSecondFactor: false } }],
      ['payment.processor', { payment: { processor: { confirmOnConnectedAccount: false } } }],
    ] as const
  ).map(
    ([field, body]): Case => ({
      of: [`updateSettings ${field}`],
      what: 'of the brand',
      may: OWNERS,
      family: ['settings:write'],
      prepare:
        async ({ studio }) =>
        (headers) =>
          studio.patch('/v2/settings', body, headers),
    }),
  ),
  {
    of: ['import settings brand.requireSecondFactor'],
    what: 'of the brand',
    may: OWNERS,
    family: ['manage', 'settings:write'],
    prepare: importOf('settings', async () => ({ brand: { requireSecondFactor: false } })),
  },
  {
    of: ['updateClient email'],
    what: 'of a client who has signed in',
    may: 'owner manager star site oauth',
    family: ['clients:write'],
    prepare: async (world) => {
      const id = await world.client(true);
      return (headers) => world.studio.patch(`/v2/clients/${id}`, newEmail(world), headers);
    },
  },
  {
    of: ['updateClient email'],
    what: 'of a client who never signed in',
    may: 'owner manager desk star family site oauth',
    family: ['clients:write'],
    prepare: async (world) => {
      const id = await world.client(false);
      return (headers) => world.studio.patch(`/v2/clients/${id}`, newEmail(world), headers);
    },
  },
  {
    of: ['import clients email'],
    what: 'of a client who has signed in',
    may: 'owner manager star site oauth',
    family: ['manage', 'clients:write'],
    prepare: importOf('clients', async (world) => ({ id: await world.client(true), email: world.fresh().email })),
  },
  {
    of: ['mergeClients keepClientId'],
    what: 'gives somebody who has signed in an email',
    may: 'owner manager star site oauth',
    family: ['manage'],
    prepare: async (world) => {
      const id = await world.client(true, { email: null });
      const body = { clientId: await world.client(false), keepClientId: id };
      return async (headers) => {
        const tried = await world.studio.post(`/manage/clients/${id}/merge?dry_run=true`, body, headers);
        const done = await world.studio.post(`/manage/clients/${id}/merge`, body, headers);
        expect(tried.status).toBe(done.status);
        return done;
      };
    },
  },
  {
    of: ['createMemberLink subject'],
    what: 'of a client',
    may: 'owner star site oauth',
    family: ['manage'],
    prepare: async (world) => {
      const clientId = await world.client(false);
      const body = { clientId, issuer: 'https://id.example', subject: `new ${clientId}` };
      return (headers) => world.studio.post('/manage/member-links', body, headers);
    },
  },
  {
    of: ['import member_links subject'],
    what: 'of a client',
    may: 'owner star site oauth',
    family: ['manage', 'clients:write'],
    prepare: importOf('member_links', async (world) => {
      const clientId = await world.client(false);
      return { clientId, issuer: 'https://id.example', subject: `imported ${clientId}` };
    }),
  },
];

/** What decides nothing of that kind, or is guarded in its own way: why, and where a test says so. */
export const OTHERWISE: Readonly<Record<string, string>> = {
  'setMailServer password': 'owners in person, and never for another server: test/resources/services',
  'testMailServer server.password': 'as setMailServer',
  'createSite email': 'how a site is reached',
  'updateSite email': 'how a site is reached',
  'import sites email': 'how a site is reached',
  'createClient email': 'a client whom nobody was before; a taken email is 409',
  'createWalkIn email': 'a client whom nobody was before; a taken email is 409',
  'createClient emergencyContact.email': 'whom to call',
  'updateClient emergencyContact.email': 'whom to call',
  'createWalkIn emergencyContact.email': 'whom to call',
  'import clients emergencyContact.email': 'whom to call',
  'updateMemberProfile emergencyContact.email': 'whom to call',
  'createCheckin email': 'finds a client',
  removeStaffPhoto: 'a picture',
  'updateMessageTemplate subject': 'what a mail says',
  'previewMessageTemplate subject': 'what a mail says',
  'testMessageTemplate subject': 'what a mail to the caller says',
  'updateSettings notification.replyTo':
    'answers of clients to mails have no secret: mails with codes say not to send them',
  'import settings notification.replyTo': 'as updateSettings',
  'import settings payment.processor': 'files of settings have no keys: test/resources/settings',
  'createApiKey scopes': 'nobody gives what they lack: test/resources/api-keys',
  'createApiKey staffId': 'only owners for others: test/resources/api-keys',
  'createOAuthClient scopes': 'nobody gives what they lack: test/resources/oauth-clients',
  'updateOAuthClient scopes': 'nobody gives what they lack: test/resources/oauth-clients',
  'signIn email': 'with the password',
  'signIn password': 'is the secret',
  'setUp token': 'is the secret, of the first start',
  'setUp owner.email': 'with the token',
  'setUp owner.password': 'with the token',
  'requestPasswordReset email': 'mails to the address that the studio has: test/resources/sign-in/forgotten.test.ts',
  'viewInvitation token': 'is the secret',
  'acceptInvitation token': 'is the secret',
  'acceptInvitation password': 'with the token',
  'confirmPassword password': 'is the secret',
  'requestMemberCode email': 'mails to the address itself: test/resources/member-sign-in/codes.test.ts',
  'createMemberToken email': 'with the code',
  'requestMemberEmail email': 'mails to the address itself: test/resources/member-sign-in/email.test.ts',
  'confirmMemberEmail email': 'with the code: test/resources/member-sign-in/email.test.ts',
  'import payment_methods processor':
    'names where a card is kept; takes settings:processor: test/resources/imports/rights.test.ts',
  'import payments processor': 'names where a payment was made',
  'createHousehold members.client.email': 'as createClient',
  'addHouseholdMember client.email': 'as createClient',
  'inviteMemberAdult email':
    'an adult asks for themselves; who accepts has signed in with it: test/resources/households/acting.test.ts',
  'bringMemberGuest email': 'mails the link to the address itself, never to the host: test/resources/guests',
  'import packages ledger.staffId': 'who has done it',
  'import checkins override.staffId': 'who has done it',
};

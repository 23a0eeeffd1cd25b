import { expect, test } from 'bun:test';
import { eventTypes } from '../../src/events/catalogue.ts';
import { type EventFamily, familyRights, rightsToRead } from '../../src/events/rights.ts';
import { openStudio } from '../helpers/api.ts';

/** The operations that read the records of which the events of a family tell: of each list, one is enough. */
const READ_BY: { readonly [Family in EventFamily]: readonly (readonly string[])[] } = {
  booking: [['listBookings', 'manageListBookings']],
  session: [['listSessions', 'manageListSessions']],
  schedule: [['listSchedules']],
  client: [['listClients']],
  household: [['listHouseholds']],
  package: [['listPackages', 'manageListPackages']],
  payment: [['listPayments', 'manageListPayments']],
  payment_method: [['listPayments', 'manageListPayments']],
  checkin: [['listCheckins']],
  checkIn: [
    ['listCheckins'],
    ['listClients'],
    ['listPackages', 'manageListPackages'],
    ['listSessions', 'manageListSessions'],
  ],
  site: [['listSites']],
  staff: [['listStaff']],
  instructor: [['listInstructors']],
  settings: [['getSettings']],
  import: [['importFamily']],
  challenge: [['listChallengeEnrollments']],
  leaderboard: [['manageListLeaderboards']],
  award: [['listAwardGrants']],
  metric: [['listClients'], ['manageListContentEntries']],
  content: [['listClients'], ['manageListContentEntries']],
  video: [['listClients'], ['manageListContentEntries']],
  streak: [['listClients'], ['manageListContentEntries']],
  milestone: [['listClients'], ['manageListContentEntries']],
  // No operation reads backups.
  backup: [],
  webhook: [['listWebhooks']],
  ping: [['listWebhooks']],
};

test('the rights to read events are those of the operations that read their records', async () => {
  const { app } = await openStudio();
  const needOf = (ids: readonly string[]) => {
    const found = ids.map((id) => app.operations.find((operation) => operation.id === id));
    const permissions = new Set(found.map((each) => [each?.staff].flat()[0]));
    expect(permissions.size).toBe(1);
    return { scopes: found.map((each) => String(each?.scope)), permission: String([...permissions][0]) };
  };
  for (const [family, readBy] of Object.entries(READ_BY)) {
    if (family === 'backup') continue;
    const declared = familyRights[family as EventFamily].map(({ scopes, permission }) => ({ scopes, permission }));
    expect([family, declared]).toEqual([family, readBy.map(needOf)] as never);
  }
  expect(familyRights.backup).toEqual([{ scopes: ['manage'], permission: 'backups:manage' }]);
});

test('every type has the rights of its family, and an unknown one all rights', () => {
  for (const type of eventTypes) {
    expect(rightsToRead(type)).toBe(familyRights[type.replace(/\..*/, '') as EventFamily]);
  }
  expect(rightsToRead('later.thing')).toEqual(Object.values(familyRights).flat());
});

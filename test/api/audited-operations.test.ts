import { beforeAll, describe, expect, test } from 'bun:test';
import type { Operation } from '../../src/http/operations/operation.ts';
import { HOUR_MS } from '../../src/kernel/durations.ts';
import { forAllTests } from '../helpers/api.ts';
import { addClient } from '../helpers/bookings.ts';
import { addWaitlist } from '../helpers/waitlist.ts';
import { openAccessWorld } from './access-world.ts';
import { type Entry, entriesOf } from './audit-entries.ts';

/** The operations that change something and have no entry, each with the reason. */
const NOT_AUDITED: Readonly<Record<string, string>> = {
  createClient: 'profile: the event log has client.created with actor and request',
  updateClient: 'profile: the event log has client.updated with actor and request',
  checkInBooking: 'check-in: the event log',
  checkInAtKiosk: 'check-in: the event log',
  leaveKiosk: 'adds its entry by itself, with the kiosk',
  createCheckin: 'check-in: the event log',
  giveSecondFactor: 'adds its entry by itself, with the person',
  beginTotp: 'changes nothing that counts before confirmTotp',
  confirmTotp: 'adds its entry by itself, with the person',
  removeTotp: 'adds its entry by itself, with the person',
  replaceRecoveryCodes: 'adds its entry by itself, with the person',
  getPasskeyOptions: 'changes nothing: the options are in memory',
  getMemberPasskeyOptions: 'changes nothing: the options are in memory',
  requestMemberCode: 'an address that may be of nobody',
  createMemberToken: 'a member signs in, which the list of devices shows',
  signMemberInWithPasskey: 'a member signs in, which the list of devices shows',
  signGuestWaiver: 'a guest: the agreement is stored with its name, time and address',
  cancelGuestVisit: 'a guest: the event log',
  stopGuestMails: 'a guest, about mails to themselves',
  signMemberUp: 'a member of the studio; the event says that the client is new',
  beginPasskey: 'changes nothing: the options are in memory',
  signInWithPasskey: 'adds its entry by itself, with the person',
  addPasskey: 'adds its entry by itself, with the person',
  removePasskey: 'adds its entry by itself, with the person',
  setUp: 'adds its entry by itself, with the person',
  signIn: 'adds its entry by itself, with the person',
  changePassword: 'adds its entry by itself, with the person',
  acceptInvitation: 'adds its entry by itself, with the person',
  requestPasswordReset: 'adds its entry by itself, with the person',
  viewInvitation: 'only reads: the token of the link must not be in an address',
  signOut: 'adds its entry by itself, with the person',
  confirmPassword: 'changes nothing but its session',
  updateMe: 'how the console looks for one person',
  previewMessageTemplate: 'only reads: texts are too long for an address',
  previewImport: 'only reads: a file is too long for an address',
  checkImport: 'only reads: a file is too long for an address',
  checkSystem: 'only reads, which takes too long for a page',
  verifyBackup: 'only reads, which takes too long for a page',
  continueUpload: 'receives bytes only; its upload is created and deleted by audited operations',
};
/** The operations that have an entry only when their body has one of these fields. */
const CONDITIONAL: Readonly<Record<string, readonly string[]>> = {
  createBooking: ['overrideCapacity'],
  cancelBooking: ['isLateCancel', 'waivePenalty'],
  moveBooking: ['isLateCancel', 'overrideCapacity'],
  markNoShow: ['waivePenalty'],
};

/** What any of these fields says may change. */
const TEXT_FIELDS = ['name', 'title', 'summary', 'notes', 'label', 'firstName', 'description'];
/** The operations that take what this test made: what the studio has is in use. */
const UNUSED = ['publishChallenge', 'deleteStaffInvitation', 'deleteSite', 'deleteContentType', 'deleteContentFeature'];
/** The operations that this studio refuses: it has no such booking, and no disabled webhook. The test after it tries them. */
const REFUSED = [
  'approveSignUp',
  'checkImport',
  'createBackup',
  'createBooking',
  'decidePaymentDispute',
  'declineErasure',
  'declineSignUp',
  'enableWebhook',
  'markNoShow',
  'overrideCheckin',
  'previewImport',
  'promoteBooking',
  'removeCardProcessor',
  'removeMailServer',
  'restoreBackup',
  'sendPaymentReceipt',
  'setCardProcessor',
  'setMailServer',
  'testMailServer',
  'testMessageTemplate',
  'verifyBackup',
  'voidPayment',
  'waivePenalty',
];
/** The operations that answer 201 with the record to which they add. */
const ADDING = ['addHouseholdMember', 'inviteToHousehold'];
/** The operations that are done and change no field of what they are about, each with the reason. */
const WITHOUT_CHANGES: Readonly<Record<string, string>> = {
  renewCalendarAddress: 'an address is a secret',
  testWebhook: 'sends something',
  testPaymentProcessor: 'asks the processor',
  removeDemoData: 'the demo studio has none that can be removed',
  redeliverWebhookDelivery: 'sends something',
  redeliverFailedDeliveries: 'sends something',
  completeClientPaymentMethod: 'is complete already',
  eraseClient: 'what was erased is not kept here either',
};

let operations: readonly Operation[];
const world = forAllTests(openAccessWorld);
beforeAll(() => {
  ({ operations } = world.studio.app);
});

const isWrite = ({ method, id }: Operation): boolean =>
  (!['GET', 'HEAD', 'OPTIONS'].includes(method) && true) || id === 'exportFamily' || id === 'downloadBackup';
const newest = async (): Promise<Entry> => (await entriesOf(world.studio))[0] as Entry;

describe('every operation that changes something', () => {
  test('is audited, or has a reason why not', () => {
    const silent = operations
      .filter((each) => isWrite(each) && each.audience !== 'member' && each.audited === false)
      .map(({ id }) => id);
    expect(silent.sort()).toEqual(Object.keys(NOT_AUDITED).sort());
    const conditional = operations.flatMap(({ id, audited }) => (typeof audited === 'object' ? [[id, audited]] : []));
    expect(Object.fromEntries(conditional)).toEqual(CONDITIONAL);
    // What members do is in the event log and in the facts.
    expect(operations.filter(({ audience, audited }) => audience === 'member' && audited !== false)).toEqual([]);
    expect(operations.filter((each) => !isWrite(each) && each.audited !== false)).toEqual([]);
  });

  test('has an operation that reads what it changes, unless it is about a file', () => {
    const ofFiles = ['exportFamily', 'importFamily', 'createUpload', 'deleteUpload'];
    ofFiles.push('createBackup', 'downloadBackup', 'restoreBackup');
    const audited = operations.filter(({ audited, id }) => audited !== false && !ofFiles.includes(id));
    expect(audited.length).toBeGreaterThan(60);
    const reading = operations.filter(({ handler }) => handler.kind === 'read').map(({ id }) => id);
    const isRead = ({ reads = '' }: Operation): boolean =>
      typeof reads === 'function' || [reads].flat().every((id) => reading.includes(id));
    expect(audited.filter((each) => !isRead(each)).map(({ id }) => id)).toEqual([]);
  });

  test('adds one entry when it is done, with what it changed, and none when it is refused; no entry has a secret', async () => {
    const { studio, ids, naming, bodies, headers, deliveryId, variantId, grantId, parts } = world;
    const secrets: string[] = [];
    const wrong: string[] = [];
    const refused: string[] = [];
    const without: string[] = [];
    let done = 0;
    const inPath: Readonly<Record<string, string>> = {
      ...parts,
      deliveryId,
      variantId,
      grantId,
      family: 'clients',
      language: 'en',
      template: 'booking_confirmed.en',
    };
    /** The ids of what was made here, by operationId. */
    const made: Record<string, string> = {};
    const familyOf = ({ path }: Operation) =>
      /^\/\w+\/(content\/\w+|staff\/invitations|staff\/:id\/sessions|[\w-]+)/.exec(path)?.[1] ?? '';
    const idOf = (operation: Operation): string => {
      const maker = operation.id.replace(/^(?:delete|publish)/, 'create');
      return (UNUSED.includes(operation.id) ? made[maker] : undefined) ?? String(ids[familyOf(operation)]);
    };
    /** A body with one change, for the operations of which any field will do. */
    const changeOf = ({ method, body }: Operation): object => {
      const fields = Object.keys(method === 'PATCH' ? (body?.properties ?? {}) : {});
      const field = TEXT_FIELDS.find((each) => fields.includes(each));
      return field === undefined ? {} : { [field]: 'Changed' };
    };
    const own: Readonly<Record<string, object>> = {
      ...bodies,
      ...naming,
      createInstructor: { ...naming.createInstructor, email: 'ina@example.com' },
      createDiscountCode: { ...naming.createDiscountCode, code: 'OTHER' },
      setCaptions: { label: 'English', text: 'WEBVTT\n\n00:00.000 --> 00:01.000\nHi\n' },
      updateSettings: { booking: { lateCancelWindowMinutes: 61 } },
      updateWebhook: { name: 'Other' },
      updateChallengeArticle: { position: 2 },
      updateMessageTemplate: { heading: 'Changed' },
    };
    // What is inside another record is deleted before it, the picture of a session before the session is cancelled, and clients after all that concerns them.
    const orderOf = ({ method, id, path }: Operation): number =>
      method === 'DELETE' || /cancel|revoke|erase/i.test(id)
        ? /^(?:deleteClient|eraseClient|deleteMedia)$/.test(id)
          ? 3
          : path.split(':').length > 2 || /^(?:deleteStaffInvitation|removeSessionImage)$/.test(id)
            ? 1
            : 2
        : 0;
    const writes = operations
      .filter((each) => isWrite(each) && each.audience === 'business' && each.handler.kind !== 'exchange')
      .sort((left, right) => orderOf(left) - orderOf(right));
    for (const operation of writes) {
      const path = operation.path.replace(/:(\w+)/g, (_, name) => inPath[name] ?? idOf(operation));
      const query = { importFamily: '?family=clients', exportFamily: '?format=json' }[operation.id] ?? '';
      const body = own[operation.id] ?? changeOf(operation);
      const before = (await newest()).number;
      const response = await studio.send(
        operation.method,
        path + query,
        ['GET', 'DELETE'].includes(operation.method) ? undefined : body,
        { 'content-type': 'application/json', ...headers[operation.id] },
      );
      const isDone = response.status < 300;
      const last = await newest();
      const isExpected = isDone && operation.audited !== false && typeof operation.audited !== 'object';
      if (last.number - before !== Number(isExpected)) wrong.push(`${operation.id}: ${response.status}`);
      if (!isDone) refused.push(operation.id);
      made[operation.id] = response.body?.id;
      for (const name of ['secret', 'key', 'clientSecret', 'link']) {
        if (typeof response.body?.[name] === 'string' && response.body[name].length > 20)
          secrets.push(response.body[name]);
      }
      if (!isExpected) continue;
      done += 1;
      if (last.type !== operation.id || typeof last.requestId !== 'string') wrong.push(`${operation.id}: ${last.type}`);
      const changes = { ...last.before, ...last.after };
      if (Object.keys(changes).length === 0) without.push(operation.id);
      const isNew = operation.method === 'POST' && response.status === 201 && !ADDING.includes(operation.id);
      if (isNew && (last.before !== null || last.recordId !== response.body.id))
        wrong.push(`${operation.id}: no new record`);
    }
    expect(wrong).toEqual([]);
    expect(refused.sort()).toEqual(REFUSED);
    expect(without.sort()).toEqual(Object.keys(WITHOUT_CHANGES).sort());
    expect(done).toBeGreaterThan(80);
    expect(secrets.length).toBeGreaterThanOrEqual(4);
    const all = JSON.stringify(studio.db.query('select * from auditLog').all());
    for (const secret of [...secrets, studio.mainKey].filter((each) => each !== undefined)) {
      expect(all.includes(secret)).toBe(false);
    }
  });
});

test('an override, a waiver, a decision and an enabled webhook have an entry with what they changed', async () => {
  const { studio } = world;
  await studio.patch('/v2/settings', {
    booking: { waitlistPromotionMode: 'manual' },
    payment: { lateCancelFee: 500, noShowFee: 700, feesApplyTo: 'all' },
  });
  const { sessionId, seated, waiting } = await addWaitlist(studio, 3, 1, { startsIn: HOUR_MS });
  const [noShow, late, waived] = seated;
  const changeOf = async (path: string, body: object): Promise<unknown[]> => {
    const { status, body: response } = await studio.post(path, body);
    expect([path, status, response.error]).toEqual([path, path === '/v2/bookings' ? 201 : 200, undefined]);
    const { type, recordId, before, after } = await newest();
    expect(recordId).toBe(response.id);
    return [type, before?.status ?? null, after?.status ?? null, Object(after?.penalty).status ?? null];
  };
  const clientId = await addClient(studio);
  expect([
    await changeOf('/v2/bookings', { clientId, sessionId, overrideCapacity: true }),
    await changeOf(`/v2/bookings/${noShow}/noshow`, { waivePenalty: true }),
    await changeOf(`/v2/bookings/${late}/cancel`, { isLateCancel: true, waivePenalty: true }),
    await changeOf(`/v2/bookings/${waived}/noshow`, { waivePenalty: false }),
    await changeOf(`/manage/bookings/${waived}/waive-penalty`, { reason: 'The bus was late' }),
  ]).toEqual([
    ['createBooking', null, 'confirmed', null],
    ['markNoShow', 'confirmed', 'noshow', 'waived'],
    ['cancelBooking', 'confirmed', 'cancelled', 'waived'],
    ['markNoShow', 'confirmed', 'noshow', 'pending'],
    ['waivePenalty', null, null, 'waived'],
  ]);
  await studio.patch(`/manage/sessions/${sessionId}`, { capacity: 9 });
  expect(await changeOf(`/manage/bookings/${waiting[0]}/promote`, {})).toEqual([
    'promoteBooking',
    'waitlisted',
    'confirmed',
    null,
  ]);
  const { body: webhook } = await studio.post('/v2/webhooks', {
    name: 'Door',
    url: 'http://127.0.0.1:9/door',
    eventTypes: ['*'],
  });
  studio.db.run("update webhookEndpoints set status = 'disabled' where id = ?", [webhook.id]);
  expect(await changeOf(`/v2/webhooks/${webhook.id}/enable`, {})).toEqual([
    'enableWebhook',
    'disabled',
    'enabled',
    null,
  ]);
});

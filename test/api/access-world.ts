import { DAY_MS } from '../../src/kernel/durations.ts';
import { SITES } from '../../src/resources/demo-ids.ts';
import { PaymentMethod } from '../../src/resources/payment-methods/record.ts';
import { MAIN_SITE, type Studio } from '../helpers/api.ts';
import { addBooking, addClient, addSession } from '../helpers/bookings.ts';
import { openStudioForMembers } from '../helpers/members.ts';
import { addMessage } from '../helpers/messages.ts';
import { signedIn } from '../helpers/people.ts';
import { pngWithText } from '../helpers/pictures.ts';
import { sellPackage } from '../helpers/sales.ts';
import { imported } from '../resources/imports/set-up.ts';
import { addStaffKey } from './staff-keys.ts';

const created = async (studio: Studio, path: string, body: object): Promise<string> => {
  const response = await studio.post(path, body);
  if (response.status !== 201) throw new Error(`${path}: ${JSON.stringify(response.body)}`);
  return response.body.id;
};

/** A studio with a record of every kind at its main site, and a second site where there is nothing. */
export const openAccessWorld = async () => {
  const studio = await openStudioForMembers();
  const here = [MAIN_SITE];
  const otherSite = await created(studio, '/v2/sites', { name: 'Uptown' });
  const clientId = await addClient(studio);
  const sessionId = await addSession(studio);
  const bookingId = await addBooking(studio, clientId, sessionId);
  const { id: packageId, planId, paymentId } = await sellPackage(studio, clientId, { eligibleSiteIds: here });
  const person = { role: 'instructor', siteIds: here };
  const { id: staffId } = await addStaffKey(studio, person);
  const inBrowser = await signedIn(studio, person);
  const instructorId = await created(studio, '/v2/instructors', {
    firstName: 'Ana',
    lastName: 'Lee',
    email: 'ana@example.com',
    siteIds: here,
  });
  const schedule = {
    name: 'Flow',
    siteId: MAIN_SITE,
    startDate: '2026-03-05',
    startTime: '18:00',
    durationMinutes: 60,
    capacity: 10,
    horizonDays: 14,
    recurrenceRule: { frequency: 'weekly', daysOfWeek: ['TH'] },
  };
  const webhook = {
    name: 'Mine',
    url: 'http://127.0.0.1:9/hook',
    eventTypes: ['booking.*'],
    locationScope: 'selected',
    locationIds: here,
  };
  const credential = { name: 'Mine', scopes: ['clients:read'], siteIds: here };
  const link = { clientId, issuer: 'https://id.example.com', subject: 'ann' };
  const tag = { name: 'Strength' };
  const tagging = { act: 'add_tags', tags: ['regular'] };
  const category = { name: 'Yoga', siteIds: here };
  const entry = { title: 'Flow', type: 'video', status: 'published', siteIds: here };
  const award = { name: 'Kind', trigger: 'manual' };
  const household = (of: string) => ({ name: 'Park', members: [{ clientId: of, role: 'adult', hasAgreed: true }] });
  const householdId = await created(studio, '/manage/households', household(await addClient(studio)));
  const board = { name: 'Visits', rankBy: 'attendance', periodType: 'weekly', scope: 'site', siteId: MAIN_SITE };
  const banner = { title: 'Spring', placement: 'home', siteIds: here };
  const challenge = { title: 'Spring', type: 'points', startDate: '2026-03-05', endDate: '2026-03-20', siteIds: here };
  const goal = { title: 'Walk', targetType: 'boolean' };
  const assessment = { name: 'Start', stage: 'baseline', fields: [{ key: 'weight', label: 'Weight' }] };
  const entryId = await created(studio, '/manage/content/entries', entry);
  const media = { externalUrl: 'https://video.example/flow.mp4', entryId };
  const ids: Record<string, string> = {
    sites: MAIN_SITE,
    staff: staffId,
    'staff/invitations': await created(studio, '/manage/staff/invitations', { staffId }),
    'staff/:id/sessions': inBrowser.id,
    instructors: instructorId,
    clients: clientId,
    schedules: await created(studio, '/v2/schedules', schedule),
    sessions: sessionId,
    packages: packageId,
    payments: paymentId,
    bookings: bookingId,
    checkins: await created(studio, '/v2/checkins', { clientId, locationId: MAIN_SITE }),
    webhooks: await created(studio, '/v2/webhooks', webhook),
    plans: planId,
    'api-keys': await created(studio, '/manage/api-keys', credential),
    'oauth-clients': await created(studio, '/manage/oauth-clients', credential),
    'member-links': await created(studio, '/manage/member-links', link),
    households: householdId,
    leaderboards: await created(studio, '/manage/leaderboards', board),
    'content/types': '00000000-0000-8000-8000-000000000101',
    'content/features': '00000000-0000-8000-8000-000000000201',
    'content/tags': await created(studio, '/manage/content/tags', tag),
    'content/categories': await created(studio, '/manage/content/categories', category),
    'content/entries': entryId,
    'content/search': entryId,
    'content/media': await created(studio, '/manage/content/media', media),
    'client-changes': await created(studio, '/manage/clients/bulk', { clientIds: [clientId], ...tagging }),
    challenges: await created(studio, '/manage/challenges', challenge),
    'content/banners': await created(studio, '/manage/content/banners', banner),
    awards: await created(studio, '/manage/awards', award),
    'pay-months': await created(studio, '/manage/pay-months', { month: '2026-01', siteId: MAIN_SITE }),
    messages: await addMessage(studio, clientId),
    'audit-log': (studio.db.query('select id from auditLog where siteId = ?').get(MAIN_SITE) as { id: string }).id,
    events: (studio.db.query('select id from events where siteId = ?').get(MAIN_SITE) as { id: string }).id,
  };
  const variant = { quality: '720p', protocol: 'hls', url: 'https://video.example/flow.m3u8' };
  const variantId = await created(studio, `/manage/content/media/${ids['content/media']}/variants`, variant);
  const grantId = await created(studio, `/manage/awards/${ids.awards}/grants`, { clientId: await addClient(studio) });
  const delivery = await studio.post(`/v2/webhooks/${ids.webhooks}/test`);

  const inChallenge = `/manage/challenges/${ids.challenges}`;
  /** The ids of what belongs to the challenge and the client, by their names in paths. */
  const parts: Record<string, string> = {
    goalId: await created(studio, `${inChallenge}/goals`, goal),
    assessmentId: await created(studio, `${inChallenge}/assessments`, assessment),
    articleId: await created(studio, `${inChallenge}/articles`, { contentEntryId: entryId }),
  };
  const card = {
    clientId,
    processor: 'sandbox',
    mode: 'test',
    status: 'active',
    brand: 'visa',
    last4: '4242',
    expMonth: 12,
    expYear: 2030,
  } as const;
  parts.sessionId = inBrowser.sessionId;
  const inHousehold = `/manage/households/${householdId}`;
  parts.clientId = await addClient(studio);
  await created(studio, `${inHousehold}/members`, { clientId: parts.clientId, role: 'dependant' });
  const { body: inviting } = await studio.post(`${inHousehold}/invitations`, { email: 'bo@example.com' });
  parts.invitationId = inviting.invitations[0].id;
  parts.methodId = await studio.store.write((tx) => {
    const method = PaymentMethod.make(tx, {}, card);
    PaymentMethod.rows.insert(tx, method);
    return method.id;
  });
  const signed = { kind: 'waiver', version: '1', text: 'x', name: 'Ann Lee', signedAt: '2026-01-01T00:00:00Z' };
  parts.agreementId = (await imported(studio, 'agreements', [{ ...signed, clientId }])).results[0].id;
  await studio.post(`${inChallenge}/publish`);
  const member = await studio.signIn(clientId);
  await studio.post(`/v2/member/challenges/${ids.challenges}/enroll`, { acceptRules: true }, member.headers);

  /** Bodies that name the main site or a record of it, by operationId. */
  const naming: Record<string, object> = {
    createSite: { name: 'Third' },
    createStaff: { firstName: 'Ben', lastName: 'Ray', email: 'ben@example.com', role: 'manager', siteIds: here },
    createInstructor: { firstName: 'Ben', lastName: 'Ray', email: 'ben@example.com', siteIds: here },
    updateSettings: { booking: { requireCredit: false } },
    createClient: { firstName: 'Cy', lastName: 'Poe', email: 'cy@example.com', homeLocationId: MAIN_SITE },
    createWalkIn: { firstName: 'Di', lastName: 'Fox', homeLocationId: MAIN_SITE },
    createSchedule: schedule,
    createBooking: { clientId, sessionId },
    createCheckin: { clientId, locationId: MAIN_SITE },
    createWebhook: webhook,
    createPlan: {
      name: 'Ten',
      type: 'credit_pack',
      price: 1,
      currency: 'USD',
      creditsTotal: 10,
      eligibleSiteIds: here,
    },
    sellPackage: { clientId, planId, paymentMethod: 'cash' },
    recordPayment: { clientId, amount: 100, currency: 'USD', paymentMethod: 'cash', purpose: 'other' },
    createSession: { name: 'Flow', siteId: MAIN_SITE, startTime: '2026-03-05T18:00:00Z', durationMinutes: 60 },
    createApiKey: credential,
    createStaffInvitation: { staffId },
    createOAuthClient: credential,
    createMemberLink: { ...link, subject: 'bea' },
    changeClients: { clientIds: [clientId], ...tagging },
    createLeaderboard: board,
    createContentTag: tag,
    createContentCategory: category,
    createContentType: { key: 'podcast', name: 'Podcast', pluralName: 'Podcasts' },
    createContentFeature: { key: 'video', name: 'Video', placement: 'home' },
    createContentBanner: banner,
    createAward: { ...award, name: 'Other' },
    createHousehold: household(await addClient(studio)),
    grantAward: { clientId },
    createContentEntry: { ...entry, title: 'Other flow' },
    createMedia: media,
    closePayMonth: { month: '2026-02', siteId: MAIN_SITE },
    createChallenge: challenge,
    importFamily: [{ firstName: 'Cy', lastName: 'Poe', email: 'cy@example.com', homeLocationId: MAIN_SITE }],
    checkImport: [{ firstName: 'Cy', lastName: 'Poe', email: 'cy@example.com', homeLocationId: MAIN_SITE }],
    restoreBackup: { studioName: 'Test studio' },
  };
  // Of other families there is what the examples of their operations create.
  for (const { method, path, id, example } of studio.app.operations) {
    const [, family] = /^\/manage\/([\w-]+)$/.exec(path) ?? [];
    if (method !== 'POST' || family === undefined || family in ids || id in naming || example?.body === undefined)
      continue;
    naming[id] = JSON.parse(JSON.stringify(example.body).replaceAll(SITES.downtown, MAIN_SITE));
    ids[family] = await created(studio, path, naming[id] ?? {});
  }
  /** Bodies of operations on a record that need one, by operationId. */
  const bodies: Readonly<Record<string, object>> = {
    setMailServer: { host: 'mail.example.com', port: 465, security: 'tls', fromAddress: 'studio@example.com' },
    setCardProcessor: { secretKey: 'sk_test_1', publishableKey: 'pk_test_1' },
    setClientPhoto: { image: pngWithText().toString('base64') },
    setScheduleImage: { image: pngWithText().toString('base64') },
    setSessionImage: { image: pngWithText().toString('base64') },
    setStaffPhoto: { image: pngWithText().toString('base64') },
    setAwardBadge: { image: pngWithText().toString('base64') },
    setBrandLogo: { image: pngWithText().toString('base64') },
    setBrandPhoto: { image: pngWithText().toString('base64') },
    decidePaymentDispute: { decision: 'waive' },
    addHouseholdMember: { client: { firstName: 'Theo', lastName: 'Poe' }, role: 'dependant' },
    updateHouseholdMember: { role: 'adult', hasAgreed: true },
    inviteToHousehold: { email: 'sam@example.com' },
    adjustPackage: { delta: 1, reason: 'gift' },
    moveBooking: { sessionId: await addSession(studio, { startsIn: 3 * DAY_MS }) },
    mergeClients: { clientId: await addClient(studio) },
    freezePackage: { startsAt: '2026-03-10T00:00:00Z', endsAt: '2026-03-20T00:00:00Z' },
    substituteInstructor: { instructorId },
    refundPayment: { amount: 1 },
    updateWebhook: { name: 'Other' },
    createMediaVariant: variant,
    setCaptions: { label: 'English', text: 'WEBVTT' },
    createChallengeGoal: goal,
    createChallengeAssessment: assessment,
    createChallengeArticle: { contentEntryId: entryId },
    waivePenalty: { reason: 'The bus was late' },
    overrideCheckin: { reason: 'Pays tomorrow' },
  };
  /** Headers of operations that need some, by operationId. */
  const headers: Readonly<Record<string, Record<string, string>>> = {
    createUpload: { 'tus-resumable': '1.0.0', 'upload-length': '1', 'upload-metadata': `entryId ${btoa(entryId)}` },
  };
  return {
    headers,
    studio,
    otherSite,
    clientId,
    ids,
    deliveryId: String(delivery.body.id),
    parts,
    variantId,
    grantId,
    naming,
    bodies,
  };
};

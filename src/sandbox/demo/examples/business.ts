import type { Examples } from '../../../http/openapi/examples.ts';
import { BOOKINGS, MEMBER, METHODS, PACKAGES, PAYMENTS, PLANS, SESSIONS, SITES } from '../ids.ts';
import { at, createdBy, from } from './ids.ts';

const clientId = MEMBER;

/** Bookings and check-ins. */
export const bookingExamples: Examples = {
  listBookings: { query: { client_id: clientId } },
  createBooking: { body: { clientId, sessionId: SESSIONS.offered } },
  getBooking: { ...at(BOOKINGS.confirmed), query: { 'expand[]': ['client', 'session'] } },
  cancelBooking: { ...at(BOOKINGS.confirmed), body: {} },
  checkInBooking: { ...at(BOOKINGS.confirmed), body: {} },
  markNoShow: { ...at(BOOKINGS.confirmed), body: {} },
  manageListBookings: { query: { client_id: clientId } },
  manageGetBooking: at(BOOKINGS.confirmed),
  updateBooking: { ...at(BOOKINGS.confirmed), body: { notes: 'Brings a guest.' } },
  promoteBooking: { ...at(BOOKINGS.waitlisted), body: { reason: 'The instructor agreed.' } },
  waivePenalty: { ...at(BOOKINGS.confirmed), body: { reason: 'Ill' } },
  listCheckins: { query: { client_id: clientId } },
  createCheckin: { body: { clientId, locationId: SITES.downtown } },
  getCheckin: { path: { id: from('listCheckins', '/data/0/id') } },
};

/** Plans, packages and payments. */
export const moneyExamples: Examples = {
  listPlans: {},
  createPlan: {
    body: {
      name: 'Five classes',
      type: 'credit_pack',
      price: 8_000,
      currency: 'USD',
      creditsTotal: 5,
      validityDays: 60,
    },
  },
  getPlan: at(PLANS.tenClasses),
  updatePlan: { ...at(PLANS.tenClasses), body: { description: 'Valid for every class.' } },
  deletePlan: at(PLANS.dropIn),
  listPackages: { query: { client_id: clientId } },
  getPackage: { ...at(PACKAGES.tenClasses), query: { 'expand[]': ['ledger'] } },
  cancelPackage: { ...at(PACKAGES.tenClasses), body: { reason: 'Moves away' } },
  manageListPackages: { query: { client_id: clientId } },
  manageGetPackage: at(PACKAGES.tenClasses),
  sellPackage: { body: { clientId, planId: PLANS.monthly, paymentMethod: 'cash' } },
  updatePackage: { ...at(PACKAGES.tenClasses), body: { name: 'Ten classes, gift' } },
  adjustPackage: { ...at(PACKAGES.tenClasses), body: { delta: 1, reason: 'A class was cut short.' } },
  freezePackage: { ...at(PACKAGES.monthly), body: { reason: 'On holiday' } },
  unfreezePackage: at(PACKAGES.monthly),
  listPayments: { query: { client_id: clientId } },
  getPayment: at(PAYMENTS.tenClasses),
  refundPayment: { ...at(PAYMENTS.tenClasses), body: { amount: 5_000, reason: 'service_issue' } },
  manageListPayments: { query: { client_id: clientId } },
  recordPayment: {
    body: {
      clientId,
      amount: 2_500,
      currency: 'USD',
      paymentMethod: 'cash',
      purpose: 'product',
      description: 'Yoga mat',
    },
  },
  manageGetPayment: at(PAYMENTS.tenClasses),
  updatePayment: { ...at(PAYMENTS.tenClasses), body: { description: 'Ten classes, paid at the desk' } },
};

/** Webhooks, events, credentials, imports and exports. */
export const integrationExamples: Examples = {
  listWebhooks: {},
  createWebhook: {
    body: {
      name: 'My inbox',
      url: 'http://127.0.0.1:8420/sandbox/inbox/mine',
      eventTypes: ['booking.*', 'client.created'],
    },
  },
  getWebhook: createdBy('createWebhook'),
  updateWebhook: { ...createdBy('createWebhook'), body: { eventTypes: ['*'] } },
  deleteWebhook: createdBy('createWebhook'),
  rotateWebhookSecret: createdBy('createWebhook'),
  enableWebhook: createdBy('createWebhook'),
  testWebhook: createdBy('createWebhook'),
  listWebhookDeliveries: createdBy('createWebhook'),
  getWebhookDelivery: {
    path: { id: from('testWebhook', '/webhookId'), deliveryId: from('testWebhook') },
  },
  redeliverWebhookDelivery: {
    path: { id: from('testWebhook', '/webhookId'), deliveryId: from('testWebhook') },
  },
  listAuditLog: {},
  listEvents: {},
  getEvent: { path: { event: from('listEvents', '/data/0/id') } },
  listApiKeys: {},
  createApiKey: { body: { name: 'Website', scopes: ['clients:write', 'bookings:write'] } },
  getApiKey: createdBy('createApiKey'),
  revokeApiKey: createdBy('createApiKey'),
  listOAuthClients: {},
  createOAuthClient: { body: { name: 'Reporting', scopes: ['payments:read'] } },
  getOAuthClient: createdBy('createOAuthClient'),
  updateOAuthClient: { ...createdBy('createOAuthClient'), body: { name: 'Monthly reports' } },
  revokeOAuthClient: createdBy('createOAuthClient'),
  listMemberLinks: {},
  createMemberLink: { body: { clientId, issuer: 'https://login.demo-studio.example', subject: 'user-1' } },
  getMemberLink: createdBy('createMemberLink'),
  deleteMemberLink: createdBy('createMemberLink'),
  exportFamily: { path: { family: 'clients' }, query: { format: 'csv' } },
  importFamily: {
    query: { family: 'clients' },
    body: [{ firstName: 'Ada', lastName: 'Park', email: 'ada.park@members.example' }],
    csv: 'firstName,lastName,email\nAda,Park,ada.park@members.example\n',
  },
};

/** The member API, for the client of the ready line. */
export const memberExamples: Examples = {
  getMemberProfile: {},
  updateMemberProfile: { body: { phone: '+1 212 555 0104', marketingConsent: { email: true } } },
  getMemberSchedule: {},
  listMemberBookings: {},
  createMemberBooking: { body: { sessionId: SESSIONS.offered } },
  getMemberBooking: at(BOOKINGS.ofMember),
  cancelMemberBooking: at(BOOKINGS.ofMember),
  acceptMemberOffer: { path: { id: from('listMemberBookings', '/data/0/id') } },
  checkMemberIn: { body: {} },
  listStreaks: {},
  listMilestones: {},
  initiatePaymentMethod: {},
  completePaymentMethod: createdBy('initiatePaymentMethod'),
  listPaymentMethods: {},
  deletePaymentMethod: at(METHODS.visa),
  makePaymentMethodDefault: at(METHODS.visa),
  listMemberPayments: {},
  getExperienceStatus: {},
  getNotificationPreferences: {},
  putNotificationPreferences: {
    body: {
      channels: { email: true, sms: false, push: true },
      categories: { marketing: { email: true, push: false } },
      reminderMinutesBefore: [720, 60],
      quietHours: { start: '21:30', end: '07:00' },
    },
  },
  getUnitPreferences: {},
  putUnitPreferences: { body: { system: 'metric', distance: 'mi' } },
};

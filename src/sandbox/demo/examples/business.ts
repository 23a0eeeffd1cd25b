import type { Examples } from '../../../http/openapi/examples.ts';
import {
  BOOKINGS,
  CHECKINS,
  DELIVERIES,
  EVENTS,
  KEYS,
  MEMBER,
  MEMBER_LINKS,
  METHODS,
  OAUTH_CLIENTS,
  PACKAGES,
  PAYMENTS,
  PLANS,
  SESSIONS,
  SITES,
  WEBHOOKS,
} from '../ids.ts';
import { at, from, like } from './ids.ts';

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
  promoteBooking: { ...at(BOOKINGS.offered), body: { reason: 'The instructor agreed.' } },
  waivePenalty: { ...at(BOOKINGS.penalized), body: { reason: 'Ill' } },
  listCheckins: { query: { client_id: clientId } },
  createCheckin: { body: { clientId, locationId: SITES.downtown } },
  getCheckin: { path: { id: from(CHECKINS.first, 'listCheckins', '/data/0/id') } },
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
  unfreezePackage: at(PACKAGES.frozen),
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
  getWebhook: like(WEBHOOKS.inbox, 'createWebhook'),
  updateWebhook: { ...like(WEBHOOKS.inbox, 'createWebhook'), body: { eventTypes: ['*'] } },
  deleteWebhook: like(WEBHOOKS.inbox, 'createWebhook'),
  rotateWebhookSecret: like(WEBHOOKS.inbox, 'createWebhook'),
  enableWebhook: like(WEBHOOKS.disabled, 'createWebhook'),
  testWebhook: like(WEBHOOKS.inbox, 'createWebhook'),
  listWebhookDeliveries: like(WEBHOOKS.inbox, 'createWebhook'),
  getWebhookDelivery: {
    path: { id: from(WEBHOOKS.inbox, 'testWebhook', '/webhookId'), deliveryId: from(DELIVERIES.first, 'testWebhook') },
  },
  redeliverWebhookDelivery: {
    path: { id: from(WEBHOOKS.inbox, 'testWebhook', '/webhookId'), deliveryId: from(DELIVERIES.first, 'testWebhook') },
  },
  listAuditLog: {},
  listEvents: {},
  getEvent: { path: { event: from(EVENTS.frozen, 'listEvents', '/data/0/id') } },
  listApiKeys: {},
  createApiKey: { body: { name: 'Website', scopes: ['clients:write', 'bookings:write'] } },
  getApiKey: like(KEYS.website, 'createApiKey'),
  revokeApiKey: like(KEYS.website, 'createApiKey'),
  listOAuthClients: {},
  createOAuthClient: { body: { name: 'Reporting', scopes: ['payments:read'] } },
  getOAuthClient: like(OAUTH_CLIENTS.reporting, 'createOAuthClient'),
  updateOAuthClient: { ...like(OAUTH_CLIENTS.reporting, 'createOAuthClient'), body: { name: 'Monthly reports' } },
  revokeOAuthClient: like(OAUTH_CLIENTS.reporting, 'createOAuthClient'),
  listMemberLinks: {},
  createMemberLink: { body: { clientId, issuer: 'https://login.demo-studio.example', subject: 'user-1' } },
  getMemberLink: like(MEMBER_LINKS.second, 'createMemberLink'),
  deleteMemberLink: like(MEMBER_LINKS.second, 'createMemberLink'),
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
  acceptMemberOffer: { path: { id: from(BOOKINGS.offeredToMember, 'listMemberBookings', '/data/0/id') } },
  checkMemberIn: { body: {} },
  listStreaks: {},
  listMilestones: {},
  initiatePaymentMethod: {},
  completePaymentMethod: like(METHODS.visa, 'initiatePaymentMethod'),
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

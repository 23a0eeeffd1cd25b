import { inDocumentOrder } from './api/document-order.ts';
import { type FamilyDeps, familyDeps, type Ports } from './api/family-deps.ts';
import { joinReactions } from './api/join.ts';
import type { Operation } from './http/operations/operation.ts';
import type { Job } from './kernel/periods.ts';
import { apiKeys } from './resources/api-keys/family.ts';
import { auditLog } from './resources/audit-log/family.ts';
import { awards } from './resources/awards/family.ts';
import { bookingOptions } from './resources/booking-options/family.ts';
import { bookings } from './resources/bookings/family.ts';
import { calendars } from './resources/calendars/family.ts';
import { challenges } from './resources/challenges/family.ts';
import { checkins } from './resources/checkins/family.ts';
import { clientChanges } from './resources/client-changes/family.ts';
import { clientLists } from './resources/client-lists/family.ts';
import { clients } from './resources/clients/family.ts';
import { content } from './resources/content/family.ts';
import { contentMedia } from './resources/content-media/family.ts';
import { demoData } from './resources/demo-data/family.ts';
import { desk } from './resources/desk/family.ts';
import { discountCodes } from './resources/discount-codes/family.ts';
import { erasures } from './resources/erasures/family.ts';
import { events } from './resources/events/family.ts';
import { experience } from './resources/experience/family.ts';
import { dataExports } from './resources/exports/family.ts';
import { facts } from './resources/facts/family.ts';
import type { Family } from './resources/family.ts';
import { guests } from './resources/guests/family.ts';
import { health } from './resources/health/family.ts';
import { households } from './resources/households/family.ts';
import { dataImports } from './resources/imports/family.ts';
import { instructors } from './resources/instructors/family.ts';
import { jobs } from './resources/jobs/family.ts';
import { kiosks } from './resources/kiosks/family.ts';
import { leaderboards } from './resources/leaderboards/family.ts';
import { library } from './resources/library/family.ts';
import { live } from './resources/live/family.ts';
import { memberLinks } from './resources/member-links/family.ts';
import { memberProfile } from './resources/member-profile/family.ts';
import { memberSchedule } from './resources/member-schedule/family.ts';
import { memberSignIn } from './resources/member-sign-in/family.ts';
import { merges } from './resources/merges/family.ts';
import { messages } from './resources/messages/family.ts';
import { metrics } from './resources/metrics/family.ts';
import { oauthClients } from './resources/oauth-clients/family.ts';
import { packages } from './resources/packages/family.ts';
import { paymentMethods } from './resources/payment-methods/family.ts';
import { payments } from './resources/payments/family.ts';
import { pictures } from './resources/pictures/family.ts';
import { plans } from './resources/plans/family.ts';
import { preferences } from './resources/preferences/family.ts';
import type { Reactions } from './resources/reactions.ts';
import { reports } from './resources/reports/family.ts';
import { sales } from './resources/sales/family.ts';
import { schedules } from './resources/schedules/family.ts';
import { services } from './resources/services/family.ts';
import { sessions } from './resources/sessions/family.ts';
import { settings } from './resources/settings/family.ts';
import { signIn } from './resources/sign-in/family.ts';
import { sites } from './resources/sites/family.ts';
import { staff } from './resources/staff/family.ts';
import { streaks } from './resources/streaks/family.ts';
import { studio } from './resources/studio/family.ts';
import { system } from './resources/system/family.ts';
import { timeZones } from './resources/time-zones/family.ts';
import { timeline } from './resources/timeline/family.ts';
import { video } from './resources/video/family.ts';
import { webhooks } from './resources/webhooks/family.ts';

/** Families by folder, in order: each changes data of earlier families only, and reactions run in this order. */
export const families = {
  health,
  sites,
  staff,
  instructors,
  settings,
  apiKeys,
  oauthClients,
  signIn,
  clients,
  pictures,
  memberLinks,
  memberSignIn,
  facts,
  content,
  contentMedia,
  schedules,
  sessions,
  plans,
  discountCodes,
  clientLists,
  clientChanges,
  packages,
  memberProfile,
  payments,
  paymentMethods,
  bookings,
  households,
  sales,
  memberSchedule,
  checkins,
  events,
  webhooks,
  erasures,
  library,
  video,
  metrics,
  challenges,
  streaks,
  leaderboards,
  timeZones,
  awards,
  experience,
  studio,
  bookingOptions,
  preferences,
  calendars,
  messages,
  guests,
  merges,
  timeline,
  desk,
  live,
  kiosks,
  reports,
  auditLog,
  jobs,
  services,
  system,
  exports: dataExports,
  imports: dataImports,
  demoData,
} satisfies Record<string, Family<FamilyDeps>>;

const all: readonly Family<FamilyDeps>[] = Object.values(families);

export const reactions: Reactions = joinReactions(Object.values(families));

/** The changes that may take several transactions. `app.ts` adds the erasures. */
export const longChanges = all.flatMap((family) => family.longChanges?.(reactions) ?? []);

/** All operations of the API, and the recurring jobs of families. test/golden/operations.txt has a line for each operation. */
export const createApi = (
  ports: Ports,
): { readonly operations: readonly Operation[]; readonly jobs: readonly Job[] } => {
  const deps = familyDeps(ports, reactions, () => operations);
  const operations: readonly Operation[] = inDocumentOrder(
    all
      .flatMap((family) => family.operations ?? [])
      .flatMap((list) => (typeof list === 'function' ? list(deps) : list)),
  );
  const jobs = all
    .flatMap((family) => family.jobs ?? [])
    .map(({ isIdle, ...job }) => ({
      ...job,
      run: () => job.run(deps),
      isIdleUntil: isIdle && ((instant: number) => isIdle(deps.store.viewAt(instant), deps)),
    }));
  return { operations, jobs };
};

/** The records that the examples of families name, in the demo studio. */
export const examples = all.flatMap((family) => family.examples ?? []);

export const alarms = all.flatMap((family) => family.alarms ?? []);

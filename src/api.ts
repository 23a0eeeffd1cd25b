import { type AnyElysia, Elysia } from 'elysia';
import { expansionsFor, type Kinds } from './api/expansions.ts';
import type { ExpansionsFor } from './http/expansions.ts';
import type { Processor } from './payments-processor/port.ts';
import { apiKeyRoutes, type CredentialRouteDeps } from './resources/api-keys/operations.ts';
import { moveBookings } from './resources/bookings/book.ts';
import {
  cancelBookingsOf,
  cancelFutureBookings,
  cancelSessionBookings,
  seatsFreed,
} from './resources/bookings/cancel.ts';
import { standingOf } from './resources/bookings/member/eligibility.ts';
import { memberBookingRoutes } from './resources/bookings/member/operations.ts';
import { bookingRoutes, manageBookingRoutes } from './resources/bookings/operations.ts';
import { recordBookingCheckIn } from './resources/checkins/check-in.ts';
import { memberCheckinRoutes } from './resources/checkins/member/operations.ts';
import { checkinRoutes } from './resources/checkins/operations.ts';
import { profileRoutes } from './resources/clients/member-operations.ts';
import { clientRoutes } from './resources/clients/operations.ts';
import { eventRoutes } from './resources/events/operations.ts';
import { exportRoutes } from './resources/exports/operations.ts';
import { type Appliance, infoRoutes } from './resources/health/operations.ts';
import { importRoutes } from './resources/imports/operations.ts';
import { instructorRoutes } from './resources/instructors/operations.ts';
import { memberLinkRoutes } from './resources/member-links/operations.ts';
import { oauthClientRoutes } from './resources/oauth-clients/operations.ts';
import { managePackageRoutes, packageRoutes } from './resources/packages/operations.ts';
import { MemberPackage } from './resources/packages/shapes.ts';
import { activePackagesOf } from './resources/packages/view.ts';
import { methodRoutes } from './resources/payment-methods/operations.ts';
import type { ChargeDeps } from './resources/payments/charging/charge.ts';
import { historyRoutes } from './resources/payments/member-operations.ts';
import { managePaymentRoutes, paymentRoutes, saleRoutes } from './resources/payments/operations.ts';
import { planRoutes } from './resources/plans/operations.ts';
import type { SessionConsequences } from './resources/schedules/changes/apply.ts';
import { followSites, noteSiteChange } from './resources/schedules/changes/site.ts';
import { scheduleRoutes } from './resources/schedules/operations.ts';
import { scheduleOfMemberRoutes } from './resources/sessions/member-operations.ts';
import { manageSessionRoutes, sessionRoutes } from './resources/sessions/operations.ts';
import { settingsRoutes } from './resources/settings/operations.ts';
import type { ProcessorTold } from './resources/settings/view.ts';
import { siteRoutes } from './resources/sites/operations.ts';
import type { SiteConsequences } from './resources/sites/sites.ts';
import { staffRoutes } from './resources/staff/operations.ts';
import { type WebhookRouteDeps, webhookRoutes } from './resources/webhooks/operations.ts';

/** What the families need, all together. */
export interface ApiDeps extends WebhookRouteDeps, CredentialRouteDeps {
  readonly processor: Processor;
  /** Charging saved cards, and what the settings tell of the processor. */
  readonly cards: { readonly charging: ChargeDeps; readonly told: () => ProcessorTold };
  /** Told what an operator should know. */
  readonly report: (message: string, error: unknown) => void;
  readonly appliance: Appliance;
}

/** What changes of sessions do to bookings. */
export const consequences: SessionConsequences = { cancelBookings: cancelSessionBookings, moveBookings, seatsFreed };

/** What changes of a site do to its sessions. */
const siteConsequences = ({ store, fault }: ApiDeps): SiteConsequences => ({
  note: noteSiteChange,
  follow: () =>
    followSites({ store, consequences, fault: (error, id) => fault(error, `following a site, schedule ${id}`) }),
});

const everywhere = expansionsFor(null);

const including = (kind: keyof Kinds): { expansions: ExpansionsFor } => ({
  expansions: (siteIds) => (siteIds === null ? everywhere : expansionsFor(siteIds))[kind],
});

/** THE LIST: every family of the interface, mounted where its path says. */
export const mountApi = (deps: ApiDeps): AnyElysia => {
  const { charging, told: processorTold } = deps.cards;
  const money = { ...deps, charging, cancelBookingsOf };
  return new Elysia({ normalize: false })
    .use(
      new Elysia({ prefix: '/v2', normalize: false })
        .use(infoRoutes(deps, deps.appliance))
        .use(siteRoutes({ ...deps, siteConsequences: siteConsequences(deps) }))
        .use(staffRoutes(deps))
        .use(instructorRoutes(deps))
        .use(settingsRoutes({ ...deps, processorTold }))
        .use(clientRoutes({ ...deps, cancelFutureBookings, ...including('client') }))
        .use(scheduleRoutes({ ...deps, consequences }))
        .use(sessionRoutes(deps))
        .use(packageRoutes({ ...money, ...including('package') }))
        .use(paymentRoutes({ ...money, ...including('payment') }))
        .use(bookingRoutes({ ...deps, recordCheckIn: recordBookingCheckIn, ...including('booking') }))
        .use(checkinRoutes({ ...deps, ...including('checkin') }))
        .use(webhookRoutes(deps)),
    )
    .use(
      new Elysia({ prefix: '/public-api/v2/member', normalize: false })
        .use(profileRoutes({ ...deps, heldPackages: { shape: MemberPackage, of: activePackagesOf } }))
        .use(scheduleOfMemberRoutes({ ...deps, standingOf }))
        .use(memberBookingRoutes(money))
        .use(memberCheckinRoutes(deps))
        .use(methodRoutes(money))
        .use(historyRoutes(deps)),
    )
    .use(
      new Elysia({ prefix: '/manage', normalize: false })
        .use(planRoutes(deps))
        .use(managePackageRoutes({ ...money, ...including('package') }))
        .use(saleRoutes({ ...money, ...including('payment') }))
        .use(managePaymentRoutes({ ...money, ...including('payment') }))
        .use(manageSessionRoutes({ ...deps, consequences }))
        .use(manageBookingRoutes({ ...deps, ...including('booking') }))
        .use(eventRoutes(deps))
        .use(apiKeyRoutes(deps))
        .use(oauthClientRoutes(deps))
        .use(memberLinkRoutes(deps))
        .use(exportRoutes(deps))
        .use(importRoutes(deps)),
    );
};

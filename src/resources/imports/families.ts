import type { Read } from '../../database/database.ts';
import { IMPORT_FAMILIES } from '../../events/enumerations.ts';
import type { Fields } from '../../http/csv-columns.ts';
import type { Caller } from '../../kernel/caller.ts';
import { createDiscountCode, updateDiscountCode } from '../discount-codes/codes.ts';
import { codeWritten } from '../discount-codes/queries.ts';
import { DiscountCode, type DiscountCodeRow } from '../discount-codes/record.ts';
import { recordLocalDays } from '../packages/lifecycle/local-days.ts';
import { createPlan, updatePlan } from '../plans/plans.ts';
import { planPage } from '../plans/queries.ts';
import { Plan } from '../plans/record.ts';
import type { Reactions } from '../reactions.ts';
import { recordSiteChange } from '../schedules/changes/site-change.ts';
import { sitePage } from '../sites/queries.ts';
import { Site, type SiteRow } from '../sites/record.ts';
import { createSite, updateSite } from '../sites/sites.ts';
import { idOfEmail, staffPage } from '../staff/queries.ts';
import { Person, type StaffRow, teaching } from '../staff/record.ts';
import { createStaff, updateStaff } from '../staff/staff.ts';
import { importBookings } from './importers/bookings/booking.ts';
import { importCheckins } from './importers/bookings/check-in.ts';
import { importSchedules } from './importers/calendar/schedule.ts';
import { importSessions } from './importers/calendar/session.ts';
import { importPaymentMethods } from './importers/cards/payment-method.ts';
import { importAgreements } from './importers/clients/agreement.ts';
import { importClients } from './importers/clients/client.ts';
import { importHouseholds } from './importers/clients/household.ts';
import { importMemberLinks } from './importers/clients/member-link.ts';
import { importContentEntries } from './importers/content/entry.ts';
import {
  importContentBanners,
  importContentCategories,
  importContentFeatures,
  importContentTags,
  importContentTypes,
} from './importers/content/kinds.ts';
import { importMedia } from './importers/content/media.ts';
import { importContentStatuses } from './importers/content/status.ts';
import { importAwards, importGrants } from './importers/engagement/award.ts';
import { importChallenges } from './importers/engagement/challenge.ts';
import { importArticles, importAssessments, importGoals } from './importers/engagement/challenge-parts.ts';
import { importEnrollments } from './importers/engagement/enrollment.ts';
import { importFacts } from './importers/engagement/fact.ts';
import { importGoalEntries } from './importers/engagement/goal-entry.ts';
import { importLeaderboards, importScores } from './importers/engagement/leaderboard.ts';
import { importStreaks } from './importers/engagement/streaks.ts';
import type { FamilyImport, ImportFamily } from './importers/family.ts';
import { importMetricEntries } from './importers/metric-entry.ts';
import { importPackages } from './importers/package.ts';
import { importPayments } from './importers/payment.ts';
import { importRecords } from './importers/records.ts';
import { importSettings } from './importers/settings.ts';
import type { ImportFamilyName } from './shapes.ts';

const staffByEmail = (read: Read, { email }: Fields, caller: Caller): StaffRow | undefined =>
  typeof email === 'string' ? Person.lookUp(read, caller, idOfEmail(read, email)) : undefined;

/** An archived code is found by its id alone: another one may have its text. */
const liveCode = (read: Read, { code, archivedAt }: Fields, caller: Caller): DiscountCodeRow | undefined => {
  const row = typeof code === 'string' && typeof archivedAt !== 'string' ? codeWritten(read, code) : undefined;
  return row !== undefined && DiscountCode.canAccess(caller, row) ? row : undefined;
};

const siteChanged: Reactions['siteChanged'] = (...change) => {
  recordSiteChange(...change);
  recordLocalDays(...change);
};

const imports: Readonly<Record<ImportFamilyName, FamilyImport>> = {
  sites: importRecords(Site, {
    page: sitePage,
    create: createSite,
    update: (tx, _caller, row: SiteRow, body) => updateSite(tx, row, body, { siteChanged }),
    operations: 'Site',
  }),
  settings: importSettings,
  // Callers who may write staff may set their pay, too.
  staff: importRecords(Person, {
    page: staffPage,
    create: createStaff,
    update: updateStaff,
    operations: 'Staff',
    others: { fields: Object.keys(teaching), operations: 'Instructor' },
    otherwise: ['externalId or email', staffByEmail],
  }),
  plans: importRecords(Plan, {
    page: planPage,
    create: createPlan,
    update: updatePlan,
    operations: 'Plan',
  }),
  discount_codes: importRecords(DiscountCode, {
    create: (tx, caller, body, id, row) =>
      createDiscountCode(tx, caller, body, { id, isArchived: typeof row.archivedAt === 'string' }),
    update: updateDiscountCode,
    operations: 'DiscountCode',
    otherwise: ['code', liveCode],
  }),
  schedules: importSchedules,
  sessions: importSessions,
  content_types: importContentTypes,
  content_categories: importContentCategories,
  content_tags: importContentTags,
  content_entries: importContentEntries,
  media: importMedia,
  content_banners: importContentBanners,
  content_features: importContentFeatures,
  clients: importClients,
  households: importHouseholds,
  agreements: importAgreements,
  member_links: importMemberLinks,
  payment_methods: importPaymentMethods,
  packages: importPackages,
  bookings: importBookings,
  payments: importPayments,
  checkins: importCheckins,
  content_statuses: importContentStatuses,
  challenges: importChallenges,
  challenge_goals: importGoals,
  challenge_assessments: importAssessments,
  challenge_articles: importArticles,
  metric_entries: importMetricEntries,
  facts: importFacts,
  challenge_enrollments: importEnrollments,
  challenge_goal_entries: importGoalEntries,
  leaderboards: importLeaderboards,
  leaderboard_scores: importScores,
  awards: importAwards,
  award_grants: importGrants,
  streaks: importStreaks,
};

export const importFamilyNamed = (name: ImportFamilyName): ImportFamily => ({ name, ...imports[name] });

/** Every family that can be imported, in the order in which records refer to one another. */
export const importFamilies: readonly ImportFamily[] = IMPORT_FAMILIES.map(importFamilyNamed);

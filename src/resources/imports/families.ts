import type { Read } from '../../database/database.ts';
import type { Fields } from '../../http/csv-columns.ts';
import type { Caller } from '../../kernel/caller.ts';
import { createPlan, updatePlan } from '../plans/plans.ts';
import { planPage } from '../plans/queries.ts';
import { Plan } from '../plans/record.ts';
import { recordSiteChange } from '../schedules/changes/follow-site.ts';
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
import { importClients } from './importers/clients/client.ts';
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
import type { ImportFamily } from './importers/family.ts';
import { importMetricEntries } from './importers/metric-entry.ts';
import { importPackages } from './importers/package.ts';
import { importPayments } from './importers/payment.ts';
import { importRecords } from './importers/records.ts';
import { importSettings } from './importers/settings.ts';

const importSites = importRecords('sites', Site, {
  page: sitePage,
  create: createSite,
  update: (tx, _caller, row: SiteRow, body) => updateSite(tx, row, body, { siteChanged: recordSiteChange }),
  operations: 'Site',
});

const staffByEmail = (read: Read, { email }: Fields, caller: Caller): StaffRow | undefined => {
  if (typeof email !== 'string') return undefined;
  const found = Person.rows.find(read, idOfEmail(read, email) ?? '');
  return found !== undefined && Person.canAccess(caller, found) ? found : undefined;
};

/** Callers who may write staff may set their pay, too. */
const importStaff = importRecords('staff', Person, {
  page: staffPage,
  create: createStaff,
  update: updateStaff,
  operations: 'Staff',
  others: { fields: Object.keys(teaching), operations: 'Instructor' },
  otherwise: ['externalId or email', staffByEmail],
});

const importPlans = importRecords('plans', Plan, {
  page: planPage,
  create: createPlan,
  update: updatePlan,
  operations: 'Plan',
});

/** Every family that can be imported, in the order in which records refer to one another. */
export const importFamilies: readonly ImportFamily[] = [
  importSites,
  importSettings,
  importStaff,
  importPlans,
  importSchedules,
  importSessions,
  importContentTypes,
  importContentCategories,
  importContentTags,
  importContentEntries,
  importMedia,
  importContentBanners,
  importContentFeatures,
  importClients,
  importMemberLinks,
  importPaymentMethods,
  importPackages,
  importBookings,
  importPayments,
  importCheckins,
  importContentStatuses,
  importChallenges,
  importGoals,
  importAssessments,
  importArticles,
  importMetricEntries,
  importFacts,
  importEnrollments,
  importGoalEntries,
  importLeaderboards,
  importScores,
  importAwards,
  importGrants,
  importStreaks,
];

/** The family of this name. */
export const importFamilyNamed = (name: string): ImportFamily => {
  const found = importFamilies.find((each) => each.name === name);
  if (found === undefined) throw new Error(`there is no family '${name}' to import`);
  return found;
};

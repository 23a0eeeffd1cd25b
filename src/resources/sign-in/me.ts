import { and, eq, isNull } from 'drizzle-orm';
import { factorsLeft } from '../../auth/staff/second-factor/factors.ts';
import { changeSignIn, findSignIn, type SignInRow } from '../../auth/staff/sign-in-rows.ts';
import type { Read, Tx } from '../../database/database.ts';
import { CONFIRMED_MS } from '../../http/operations/authorize.ts';
import type { StaffCaller } from '../../kernel/caller.ts';
import { isoInstant } from '../../kernel/clock.ts';
import { PERMISSIONS } from '../../kernel/permissions.ts';
import { notFound } from '../../kernel/problem.ts';
import { query, select } from '../../records/query.ts';
import { STAFF_LANGUAGES } from '../../texts/made/languages.ts';
import { hasDemoData } from '../demo-data/queries.ts';
import { shownName } from '../instructors/view.ts';
import { brandCurrency, brandSettings } from '../settings/queries.ts';
import { Site, type SiteRow } from '../sites/record.ts';
import { Staff, type StaffRow } from '../staff/record.ts';
import { type MeResponse, THEMES, type UpdateMeBody } from './shapes.ts';

const openSites = query<SiteRow>(() =>
  select.select().from(Site.table).where(isNull(Site.table.archivedAt)).orderBy(Site.table.name, Site.table.id),
);

const sitesOf = (read: Read, caller: StaffCaller): MeResponse['sites'] =>
  openSites
    .all(read)
    .filter((row) => Site.canAccess(caller, row))
    .map((row) => {
      const { id, name, timezone, currency, isDigital, rooms } = Site.view(row);
      return { id, name, timezone, currency, isDigital, rooms };
    });

const studioOf = (read: Read, environment: MeResponse['studio']['environment']): MeResponse['studio'] => {
  const { name, locale, defaultTimezone: timezone, weekStart, logoUrl, defaultSiteId } = brandSettings(read);
  return { name, locale, currency: brandCurrency(read), timezone, weekStart, logoUrl, defaultSiteId, environment };
};

const preferencesOf = (row: SignInRow | undefined): Pick<MeResponse, 'theme' | 'language' | 'singleKeys'> => ({
  theme: THEMES.find((each) => each === row?.theme) ?? 'system',
  language: STAFF_LANGUAGES.find((each) => each === row?.language) ?? null,
  singleKeys: row?.singleKeys !== 0,
});

const personOf = (read: Read, staffId: string): MeResponse['staff'] => {
  const row = Staff.rows.find(read, staffId);
  if (row === undefined) throw notFound('staff member', staffId);
  const { id, firstName, lastName, email, photoUrl, role } = row;
  return { id, displayName: shownName(row), firstName, lastName, email, photoUrl, role };
};

const firstOwners = query<StaffRow>(() =>
  select
    .select()
    .from(Staff.table)
    .where(and(eq(Staff.table.role, 'owner'), eq(Staff.table.status, 'active')))
    .orderBy(Staff.table.id)
    .limit(3),
);

/** Who calls, and what every page of the console needs. */
export const meView = (
  read: Read,
  caller: StaffCaller,
  environment: MeResponse['studio']['environment'],
): MeResponse => {
  const { staffId, permissions } = caller.actor;
  const { session } = caller;
  return {
    object: 'me',
    staff: personOf(read, staffId),
    permissions: PERMISSIONS.filter((permission) => permissions.has(permission)),
    owners: firstOwners.all(read).map(shownName),
    sites: sitesOf(read, caller),
    hasAllSites: caller.siteIds === null,
    studio: studioOf(read, environment),
    ...preferencesOf(findSignIn(read, staffId)),
    secondFactor: { isRequired: brandSettings(read).requireSecondFactor, ...factorsLeft(read, staffId) },
    sessionId: session?.id ?? null,
    passwordConfirmedUntil: session === undefined ? null : isoInstant(session.confirmedAt + CONFIRMED_MS),
    serverTime: read.now,
    hasDemoData: hasDemoData(read),
    isSandbox: environment === 'sandbox',
  };
};

/** Changes how the console looks for the caller. */
export const updateMe = (tx: Tx, { actor }: StaffCaller, { singleKeys, ...body }: UpdateMeBody): void => {
  changeSignIn(tx, actor.staffId, {
    ...body,
    ...(singleKeys === undefined ? {} : { singleKeys: Number(singleKeys) }),
  });
};

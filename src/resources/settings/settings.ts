import type { Read, Tx } from '../../database/database.ts';
import { eventChanges } from '../../events/changes.ts';
import { SETTINGS_GROUPS } from '../../events/enumerations.ts';
import { upperSnake } from '../../events/payload-fields.ts';
import { type Caller, requirePermission } from '../../kernel/caller.ts';
import { changesBetween, isChanged } from '../../kernel/changes.ts';
import { isMap } from '../../kernel/objects.ts';
import { conflict, type Detail, forbidden, invalid, invalidDetail, missingDetail } from '../../kernel/problem.ts';
import { namedSite } from '../named-sites.ts';
import type { Reactions } from '../reactions.ts';
import { Site, type SiteRow } from '../sites/record.ts';
import { overlay, valuesIn } from './overlay.ts';
import { brandRow, findOverrides, groupsOf, type ScopedSettings } from './queries.ts';
import {
  type GroupName,
  isNullable,
  missingFields,
  type NamedScope,
  Settings,
  type UpdateSettingsBody,
} from './shapes.ts';
import type { SettingsRow } from './tables.ts';

const COLUMNS = ['scope', ...SETTINGS_GROUPS, 'createdAt', 'updatedAt'] as const;

const SAVE =
  `insert into settings (${COLUMNS.join(', ')}) values (${COLUMNS.map(() => '?').join(', ')}) ` +
  `on conflict (scope) do update set ${COLUMNS.slice(1)
    .map((column) => `${column} = excluded.${column}`)
    .join(', ')}`;

export const saveSettings = (tx: Tx, row: SettingsRow): void => {
  tx.db.query(SAVE).run(...COLUMNS.map((column) => row[column]));
  tx.cached.clear();
};

export const emptyRow = (scope: string, now: string): SettingsRow => ({
  scope,
  booking: '{}',
  payment: '{}',
  notification: '{}',
  membership: '{}',
  brand: '{}',
  createdAt: now,
  updatedAt: now,
});

type Sent = Readonly<Record<string, unknown>>;

/**
 * The settings of a site, named by `siteId` or its alias `locationId`, or the brand's when none is named.
 * @throws Problem 400 when there is no such site or two are named, 403 when it is not the caller's.
 */
export const findSettings = (read: Read, caller: Caller, named: NamedScope): ScopedSettings => {
  const site = namedSite(read, caller, named);
  return { brand: brandRow(read), site, own: site === undefined ? undefined : findOverrides(read, site.id) };
};

/** The fields sent as null that the brand cannot leave empty. */
const nullsAtBrand = (group: GroupName, sent: Sent): Detail[] =>
  Object.entries(sent)
    .filter(([field, value]) => value === null && !isNullable(group, field))
    .map(([field]) =>
      invalidDetail(
        `${group}.${field}`,
        `'${group}.${field}' cannot be empty. Send a value, or leave it out; null clears it at a site only.`,
        { reason: 'empty' },
      ),
    );

/** The fields of a body that a site cannot override. */
const brandOnly = ({ brand, payment }: UpdateSettingsBody): Detail[] => {
  const details: Detail[] = [];
  const reject = (param: string, message: string) =>
    details.push(invalidDetail(param, message, { reason: 'not_accepted' }));
  if (brand !== undefined) reject('brand', "'brand' applies to every site. Send it without 'siteId'.");
  if (payment?.currency !== undefined) {
    reject('payment.currency', "A site's currency is a field of the site. Change it with PATCH /v2/sites/{id}.");
  }
  return details;
};

/** @throws Problem 400 with every field that does not fit the scope; 409 `site_inactive` for an inactive default site. */
const checkScope = (read: Read, site: SiteRow | undefined, body: UpdateSettingsBody): void => {
  const details =
    site === undefined ? SETTINGS_GROUPS.flatMap((group) => nullsAtBrand(group, body[group] ?? {})) : brandOnly(body);
  const defaultSiteId = site === undefined ? body.brand?.defaultSiteId : undefined;
  const target = typeof defaultSiteId === 'string' ? Site.rows.find(read, defaultSiteId) : undefined;
  if (typeof defaultSiteId === 'string' && target === undefined)
    details.push(missingDetail('brand.defaultSiteId', 'site', defaultSiteId));
  if (details.length > 0) throw invalid(details);
  if (target !== undefined && target.status !== 'active') {
    throw conflict('site_inactive', `The site '${target.id}' is inactive. Activate it first, or choose another site.`);
  }
};

/** At a site null removes the override. `effective` completes an object that can be null: it is stored whole. */
const columnAfter = (text: string, sent: Sent, isSite: boolean, effective: Sent, group: GroupName): string => {
  const own = valuesIn(text);
  for (const [field, value] of Object.entries(sent)) {
    if (value === null && isSite) delete own[field];
    else if (!isMap(value) || Object.keys(value).length > 0) {
      const base = own[field] ?? (isNullable(group, field) ? effective[field] : undefined);
      own[field] = overlay(base, value);
    }
  }
  return JSON.stringify(own);
};

/** @throws Problem 400 `parameter_missing` when a request leaves an object without one of its fields. */
const requireWhole = (group: GroupName, sent: Sent, text: string): void => {
  const own = valuesIn(text);
  const details = Object.keys(sent).flatMap((field) =>
    missingFields(group, field, own[field]).map((name): Detail => {
      const param = `${group}.${field}.${name}`;
      return { param, code: 'parameter_missing', message: `'${param}' is missing. Send it too.` };
    }),
  );
  if (details.length > 0) throw invalid(details);
};

const changedColumns = (before: ScopedSettings, current: SettingsRow, body: UpdateSettingsBody) => {
  const columns: Partial<SettingsRow> = {};
  const effective = groupsOf(before);
  for (const group of SETTINGS_GROUPS) {
    const sent = body[group];
    if (sent === undefined) continue;
    const text = columnAfter(current[group], sent, before.site !== undefined, { ...effective[group] }, group);
    if (text === current[group]) continue;
    requireWhole(group, sent, text);
    columns[group] = text;
  }
  return columns;
};

const changedGroups = (before: ScopedSettings, after: ScopedSettings) => {
  const [old, now] = [groupsOf(before), groupsOf(after)];
  return SETTINGS_GROUPS.map((group) => ({
    group: upperSnake(group),
    ...eventChanges(Settings.properties[group], changesBetween(old[group], now[group])),
  })).filter(isChanged);
};

/** Whether waitlists of the scope may have another cut-off: a schedule can override one of the two settings. */
const changesCutoff = (before: ScopedSettings, after: ScopedSettings): boolean => {
  const [old, now] = [groupsOf(before).booking, groupsOf(after).booking];
  return (
    old.waitlistCutoffMinutes !== now.waitlistCutoffMinutes ||
    old.lateCancelWindowMinutes !== now.lateCancelWindowMinutes
  );
};

/**
 * Changes the settings of a scope, each group field by field. A site keeps only what it overrides, so that it follows
 * the brand in everything else.
 * @throws Problem 403 `site_not_allowed` when a caller that is restricted to sites changes the brand's.
 */
export const changeSettings = (
  tx: Tx,
  caller: Caller,
  before: ScopedSettings,
  body: UpdateSettingsBody,
  reactions: Pick<Reactions, 'cutoffsChanged'>,
): ScopedSettings => {
  const { brand, site, own } = before;
  if (site === undefined && caller.siteIds !== null) {
    throw forbidden(
      "This credential is restricted to sites, and the brand's settings apply to all. Send 'siteId'.",
      'site_not_allowed',
    );
  }
  if (body.payment?.processor !== undefined) requirePermission(caller, 'settings:processor');
  if (body.brand?.requireSecondFactor !== undefined) requirePermission(caller, 'staff:write_owners');
  checkScope(tx, site, body);
  const current = site === undefined ? brand : (own ?? emptyRow(site.id, tx.now));
  const columns = changedColumns(before, current, body);
  if (Object.keys(columns).length === 0) return before;
  const next: SettingsRow = { ...current, ...columns };
  const after: ScopedSettings = site === undefined ? { ...before, brand: next } : { ...before, own: next };
  const changed = changedGroups(before, after);
  // A value that is stored as it was by default is not a change; at a site it is one, since it is no longer inherited.
  if (site !== undefined || changed.length > 0) next.updatedAt = tx.now;
  saveSettings(tx, next);
  // The events of the brand belong to its default site.
  const siteId = site?.id ?? groupsOf(after).brand.defaultSiteId;
  for (const data of changed) tx.raise('settings.updated', siteId, data);
  if (changesCutoff(before, after)) reactions.cutoffsChanged(tx);
  return after;
};

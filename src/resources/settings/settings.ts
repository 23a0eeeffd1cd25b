import type { Read, Tx } from '../../database/database.ts';
import type { SettingsRow } from '../../database/tables/settings.ts';
import { upperSnake } from '../../events/catalogue.ts';
import { changesInEvents } from '../../events/changes.ts';
import { type Caller, requirePermission } from '../../kernel/caller.ts';
import { changesBetween, isChanged } from '../../kernel/changes.ts';
import { conflict, type Detail, forbidden, invalid } from '../../kernel/problem.ts';
import { namedSite } from '../sites/named-sites.ts';
import { Site, type SiteRow } from '../sites/record.ts';
import { groupsOf, overlay, type Scoped } from './effective.ts';
import { emptyRow, findBrand, findOverrides, saveSettings } from './queries.ts';
import { type GroupName, isNullable, type NamedScope, Settings, type UpdateSettingsBody } from './shapes.ts';

const GROUPS: readonly GroupName[] = ['booking', 'payment', 'notification', 'membership', 'brand'];

type Sent = Readonly<Record<string, unknown>>;

/**
 * The settings of a site, named by `siteId` or its alias `locationId`, or the brand's when none is named.
 * @throws Problem 400 when there is no such site or two are named, 403 when it is not the caller's.
 */
export const findSettings = (read: Read, caller: Caller, named: NamedScope): Scoped => {
  const site = namedSite(read, caller, named);
  const brand = findBrand(read);
  if (brand === undefined) throw new Error('the brand has no settings: the first start did not finish');
  return { brand, site, own: site === undefined ? undefined : findOverrides(read, site.id) };
};

const emptyAtBrand = (group: GroupName, sent: Sent): Detail[] =>
  Object.entries(sent)
    .filter(([field, value]) => value === null && !isNullable(group, field))
    .map(([field]) => ({
      param: `${group}.${field}`,
      code: 'parameter_invalid',
      message: `'${group}.${field}' cannot be empty. Send a value, or leave it out; null clears it at a site only.`,
    }));

/** What a site cannot have of its own. */
const brandOnly = (body: UpdateSettingsBody): Detail[] => {
  const refused = (param: string, message: string): Detail => ({ param, code: 'parameter_invalid', message });
  return [
    ...(body.brand === undefined ? [] : [refused('brand', "'brand' holds for every site. Send it without 'siteId'.")]),
    ...(body.payment?.currency === undefined
      ? []
      : [
          refused('payment.currency', "A site's currency is a field of the site. Change it with PATCH /v2/sites/{id}."),
        ]),
  ];
};

const missingSite = (id: string): Detail => ({
  param: 'brand.defaultSiteId',
  code: 'resource_missing',
  message: `There is no site with the id '${id}'. Send the id of an existing site.`,
});

/** @throws Problem 400 with everything that does not fit the scope; 409 `site_inactive` for a default site out of use. */
const checkScope = (read: Read, site: SiteRow | undefined, body: UpdateSettingsBody): void => {
  const details =
    site === undefined ? GROUPS.flatMap((group) => emptyAtBrand(group, body[group] ?? {})) : brandOnly(body);
  const defaultSiteId = site === undefined ? body.brand?.defaultSiteId : undefined;
  const target = typeof defaultSiteId === 'string' ? Site.rows.find(read, defaultSiteId) : undefined;
  if (typeof defaultSiteId === 'string' && target === undefined) details.push(missingSite(defaultSiteId));
  if (details.length > 0) throw invalid(details);
  if (target !== undefined && target.status !== 'active') {
    throw conflict('site_inactive', `The site '${target.id}' is inactive. Activate it first, or choose another one.`);
  }
};

const isEmptyObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length === 0;

/** A column after a request; at a site null takes the override away. */
const columnAfter = (text: string, sent: Sent, isSite: boolean): string => {
  const own = JSON.parse(text) as Record<string, unknown>;
  for (const [field, value] of Object.entries(sent)) {
    if (value === null && isSite) delete own[field];
    else if (!isEmptyObject(value)) own[field] = overlay(own[field], value);
  }
  return JSON.stringify(own);
};

/** Each group whose values are different now. */
const changedGroups = (before: Scoped, after: Scoped) => {
  const [old, now] = [groupsOf(before), groupsOf(after)];
  return GROUPS.map((group) => ({
    group: upperSnake(group),
    ...changesInEvents(Settings.properties[group], changesBetween(old[group], now[group])),
  })).filter(isChanged);
};

/**
 * Changes the settings of a scope, each group field by field. A site keeps only what it overrides, so that it follows
 * the brand in everything else.
 * @throws Problem 403 `site_not_allowed` when a caller who is restricted to sites changes the brand's.
 */
export const changeSettings = (tx: Tx, caller: Caller, before: Scoped, body: UpdateSettingsBody): Scoped => {
  const { brand, site, own } = before;
  if (site === undefined && caller.siteIds !== null) {
    throw forbidden(
      "This credential is restricted to sites, and the brand's settings hold for all. Send 'siteId'.",
      'site_not_allowed',
    );
  }
  if (body.payment != null && 'processor' in body.payment) requirePermission(caller, 'settings:processor');
  checkScope(tx, site, body);
  const current = site === undefined ? brand : (own ?? emptyRow(site.id, tx.now));
  const columns: Partial<SettingsRow> = {};
  for (const group of GROUPS) {
    const sent = body[group];
    if (sent === undefined) continue;
    const text = columnAfter(current[group], sent, site !== undefined);
    if (text !== current[group]) columns[group] = text;
  }
  if (Object.keys(columns).length === 0) return before;
  const next: SettingsRow = { ...current, ...columns };
  const after: Scoped = site === undefined ? { ...before, brand: next } : { ...before, own: next };
  const changed = changedGroups(before, after);
  // What is written down as it was by default is kept, and is no change; at a site it is one: inherited no longer.
  if (site !== undefined || changed.length > 0) next.updatedAt = tx.now;
  saveSettings(tx, next);
  // The brand's changes are told at its default site.
  const siteId = site?.id ?? groupsOf(after).brand.defaultSiteId;
  for (const data of changed) tx.raise('settings.updated', siteId, data);
  return after;
};

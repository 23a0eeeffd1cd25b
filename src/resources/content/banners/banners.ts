import type { Read, Tx } from '../../../database/database.ts';
import { type Caller, requireSites } from '../../../kernel/caller.ts';
import { isUuid } from '../../../kernel/ids.ts';
import { invalidParam, missingResource } from '../../../kernel/problem.ts';
import { unpackList } from '../../../records/json.ts';
import { archiveRow, storeChanges } from '../../../records/store-changes.ts';
import { Challenge } from '../../challenges/record.ts';
import { requireNamedSites } from '../../named-sites.ts';
import { Session } from '../../sessions/record.ts';
import { ContentCategory } from '../categories/record.ts';
import { ContentEntry } from '../entries/record.ts';
import {
  type BannerAction,
  ContentBanner,
  type ContentBannerRow,
  type CreateContentBannerBody,
  type UpdateContentBannerBody,
} from './record.ts';

const PARAM = 'action.target';

/** @throws Problem 400 when a banner does not open what its action says. */
const checkAction = (read: Read, caller: Caller, { type, target }: BannerAction): void => {
  if (type === 'none') {
    if (target !== null)
      throw invalidParam(PARAM, "An action of type 'none' has no target. Leave it out.", { reason: 'not_applicable' });
    return;
  }
  if (target === null) {
    throw invalidParam(PARAM, `'${PARAM}' is missing. An action of type '${type}' needs it.`, 'parameter_missing');
  }
  if (type === 'url') {
    if (URL.canParse(target) && /^https:\/\//i.test(target)) return;
    throw invalidParam(PARAM, `'${PARAM}' must be a web address that starts with https://.`, { reason: 'not_a_url' });
  }
  if (!isUuid(target)) throw invalidParam(PARAM, `'${PARAM}' must be an id: a UUID.`, { reason: 'not_a_choice' });
  const record = { entry: ContentEntry, category: ContentCategory, challenge: Challenge, session: Session }[
    type as 'category'
  ];
  if (record?.lookUp(read, caller, target) === undefined && record !== undefined)
    throw missingResource(PARAM, type, target);
};

/** @throws Problem 400 when a banner ends before it starts. */
const checkTimes = ({ startsAt, endsAt }: ContentBannerRow): void => {
  if (startsAt === null || endsAt === null || startsAt < endsAt) return;
  throw invalidParam('endsAt', "A banner must end after it starts. Send a later 'endsAt'.", {
    reason: 'end_before_start',
  });
};

/** Creates a banner. @throws Problem 400 for its action, times or sites, 403 `site_not_allowed`. */
export const createBanner = (
  tx: Tx,
  caller: Caller,
  body: CreateContentBannerBody,
  id: string = tx.id(),
): ContentBannerRow => {
  requireNamedSites(tx, caller, body.siteIds ?? [], 'siteIds');
  const row = ContentBanner.make(tx, body, { id });
  checkAction(tx, caller, ContentBanner.view(row).action);
  checkTimes(row);
  ContentBanner.rows.insert(tx, row);
  return row;
};

export const updateBanner = (
  tx: Tx,
  caller: Caller,
  row: ContentBannerRow,
  body: UpdateContentBannerBody,
): ContentBannerRow => {
  requireSites(caller, unpackList(row.siteIds), 'siteIds');
  if (body.siteIds !== undefined) requireNamedSites(tx, caller, body.siteIds, 'siteIds');
  const next = { ...row, ...ContentBanner.columns(body, row) };
  if (body.action !== undefined) checkAction(tx, caller, ContentBanner.view(next).action);
  checkTimes(next);
  return storeChanges(tx, ContentBanner, row, next);
};

/** Archives a banner: it is no longer shown. */
export const archiveBanner = (tx: Tx, caller: Caller, row: ContentBannerRow) => {
  requireSites(caller, unpackList(row.siteIds), 'siteIds');
  return archiveRow(tx, ContentBanner, row);
};

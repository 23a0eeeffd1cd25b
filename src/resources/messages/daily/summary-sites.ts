import type { Read } from '../../../database/database.ts';
import { unpackList } from '../../../records/json.ts';
import { notificationSettings } from '../../settings/queries.ts';
import { allSiteIds } from '../../sites/queries.ts';
import { Site, type SiteRow } from '../../sites/record.ts';
import type { StaffRow } from '../../staff/record.ts';

/** The sites that the daily summary of a person reports on. */
export const summarySites = (read: Read, { siteIds }: StaffRow): SiteRow[] => {
  const own = unpackList<string>(siteIds);
  return (own.length === 0 ? allSiteIds(read) : own).flatMap((id) => {
    const site = Site.rows.find(read, id);
    return site?.archivedAt === null && notificationSettings(read, id).dailySummary ? [site] : [];
  });
};

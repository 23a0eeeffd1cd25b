import type { Read } from '../../database/database.ts';
import { currentExperience, type ExperienceVersion, enabledFeatures, milestoneLists, themeOf } from './queries.ts';
import type { ExperienceResponse, ExperienceStatusResponse } from './shapes.ts';

/** The maintenance at the present time: one that has an end is over from then on, without a job. */
const maintenanceAt = (read: Read, { maintenance }: ExperienceVersion): ExperienceStatusResponse['maintenance'] => {
  const { active = false, message = null, until = null } = maintenance;
  return { active: active && (until === null || read.now < until), message, until };
};

const shared = (read: Read, current: ExperienceVersion) => ({
  theme: themeOf(read, current),
  isEnabled: current.isEnabled,
  maintenance: maintenanceAt(read, current),
  features: enabledFeatures(read),
});

/** What apps of members need before they show anything. */
export const experienceStatusView = (read: Read): ExperienceStatusResponse => ({
  object: 'experience_status',
  ...shared(read, currentExperience(read)),
});

/** The same for those who manage it, with the milestones. */
export const experienceView = (read: Read): ExperienceResponse => {
  const current = currentExperience(read);
  return {
    object: 'experience',
    ...shared(read, current),
    milestones: milestoneLists(read),
    updatedAt: current.createdAt,
  };
};

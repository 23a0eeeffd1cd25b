import type { Read } from '../../database/database.ts';
import { currentExperience, type ExperienceVersion, enabledFeatures, milestoneLists, themeOf } from './queries.ts';
import type { ExperienceResponse, ExperienceStatusResponse } from './shapes.ts';

/** The maintenance at the present time: one that has an end is over from then on, without a job. */
const maintenanceAt = (read: Read, { maintenance }: ExperienceVersion): ExperienceStatusResponse['maintenance'] => {
  const { active = false, message = null, until = null } = maintenance;
  return { active: active && (until === null || read.now < until), message, until };
};

/** The maintenance of the published theme, by the time of `read`: no longer active once it has ended. */
export const maintenanceNow = (read: Read): ExperienceStatusResponse['maintenance'] =>
  maintenanceAt(read, currentExperience(read));

const shared = (read: Read, current: ExperienceVersion) => ({
  theme: themeOf(read, current),
  isEnabled: current.isEnabled,
  maintenance: maintenanceAt(read, current),
  features: enabledFeatures(read),
});

export const experienceStatusView = (read: Read): ExperienceStatusResponse => ({
  object: 'experience_status',
  ...shared(read, currentExperience(read)),
});

export const experienceView = (read: Read): ExperienceResponse => {
  const current = currentExperience(read);
  return {
    object: 'experience',
    ...shared(read, current),
    milestones: milestoneLists(read),
    updatedAt: current.createdAt,
  };
};

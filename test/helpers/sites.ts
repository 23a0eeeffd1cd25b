import type { Studio } from './api.ts';

/** Makes a new site the default one, so that the main site can be closed. Skips the events. */
export const moveDefault = async (studio: Studio): Promise<void> => {
  const { id } = await studio.given(studio.post('/v2/sites', { name: 'Default' }));
  await studio.given(studio.patch('/v2/settings', { brand: { defaultSiteId: id } }));
};

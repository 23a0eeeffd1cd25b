import { MAIN_SITE, type Studio } from './api.ts';

export const PIN = '2468';

/** Creates a kiosk, by default of the main site, and skips its events. */
export const addKiosk = async (studio: Studio, siteId: string = MAIN_SITE) => {
  const body = { name: 'Front door', siteId, pin: PIN };
  const { id, token } = await studio.given(studio.post('/manage/kiosks', body));
  return { id: String(id), token: String(token), headers: { 'x-service-api-key': '', 'x-kiosk-token': String(token) } };
};

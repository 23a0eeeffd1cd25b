import type { Studio } from './api.ts';
import { openCardStudio } from './cards.ts';

export const HOUSEHOLD = '/public-api/v2/member/household';

/** Acts for a client. */
export const as = (clientId: string) => ({ 'x-client-id': clientId });

/** A household, by default of one adult who pays; skips its events. */
export const addHousehold = async (studio: Studio, adultId: string, fields: object = {}) =>
  studio.given(
    studio.post('/manage/households', {
      name: 'Reed',
      members: [{ clientId: adultId, role: 'adult', isPayer: true, hasAgreed: true }],
      ...fields,
    }),
  );

/** A child of a household, a new client without an email; skips its events. Returns the client's id. */
export const addChild = async (
  studio: Studio,
  householdId: string,
  firstName = 'Mia',
  more: object = {},
): Promise<string> => {
  const client = { firstName, lastName: 'Reed', ...more };
  const body = { client, role: 'dependant' };
  const { members } = await studio.given(studio.post(`/manage/households/${householdId}/members`, body));
  return members.find(({ name }: { name: string }) => name === `${firstName} Reed`).clientId;
};

/** A father with a card who pays, and his child. */
export const openFamily = async (options: Parameters<typeof openCardStudio>[0] = {}) => {
  const studio = await openCardStudio(options);
  await studio.given(studio.patch('/v2/settings', { brand: { memberTier: 'pro' } }));
  const father = await studio.member({ firstName: 'Rui', lastName: 'Reed' });
  const card: string = (await studio.save(father)).id;
  const household = await addHousehold(studio, father.clientId);
  const child = await addChild(studio, household.id);
  return { ...studio, father, card, householdId: household.id as string, child };
};

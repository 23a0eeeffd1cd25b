import type { CredentialRequest } from '../../src/auth/credential-request.ts';
import type { Studio } from '../helpers/api.ts';

let people = 0;

/** Somebody who works here and an API key that acts for them; forgets the events of their coming. */
export const addStaffKey = async (
  studio: Studio,
  person: Record<string, unknown>,
  request: Partial<CredentialRequest> = {},
): Promise<{ id: string; key: string; headers: Record<string, string> }> => {
  people += 1;
  const { status, body } = await studio.post('/v2/staff', {
    firstName: 'Person',
    lastName: `No${people}`,
    email: `person${people}@example.com`,
    ...person,
  });
  if (status !== 201) throw new Error(JSON.stringify(body));
  const key = await studio.makeKey({ staffId: body.id, ...request });
  studio.events();
  return { id: body.id, key, headers: { 'x-service-api-key': key } };
};

import { type Static, Type } from '@sinclair/typebox';
import { email, optional, orElse, patchOf, shape } from '../../kernel/schemas.ts';
import { Client } from './record.ts';

/** A new client at the desk, who may have no email. */
export const CreateWalkIn = shape('CreateWalkInRequest', () => ({
  ...Client.create.properties,
  homeSiteId: optional(Type.String({ format: 'uuid', description: 'The same as `homeLocationId`.' })),
}));

export const CreateClient = shape('CreateClientRequest', () => ({
  ...CreateWalkIn.properties,
  email: orElse(email(), 'Create a client without an email, such as a walk-in, with POST /manage/clients.'),
}));

export const UpdateClient = patchOf('UpdateClientRequest', CreateClient);

export type CreateClientBody = Static<typeof CreateWalkIn>;
export type UpdateClientBody = Static<typeof UpdateClient>;

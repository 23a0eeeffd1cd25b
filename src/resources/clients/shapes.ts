import { type Static, Type } from '@sinclair/typebox';
import { optional, patchOf, shape } from '../../kernel/schemas.ts';
import { Client } from './record.ts';

export const CreateClient = shape('CreateClientRequest', {
  ...Client.create.properties,
  homeSiteId: optional(Type.String({ format: 'uuid', description: 'The same as homeLocationId.' })),
});

export const UpdateClient = patchOf('UpdateClientRequest', CreateClient);

export type CreateClientBody = Static<typeof CreateClient>;
export type UpdateClientBody = Static<typeof UpdateClient>;

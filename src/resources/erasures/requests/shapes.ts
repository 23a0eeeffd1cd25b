import { Type } from '@sinclair/typebox';
import {
  described,
  id,
  instant,
  line,
  nullable,
  oneOf,
  optional,
  type Static,
  shape,
} from '../../../kernel/schemas.ts';

/** The wish of a client to be erased. */
export const ErasureRequest = shape('ErasureRequest', () => ({
  object: Type.Literal('erasure_request'),
  clientId: id(),
  status: described(
    oneOf('none', 'requested', 'declined'),
    'requested: the studio has not decided yet; declined: it has, and the client may ask again.',
  ),
  requestedAt: described(nullable(instant()), 'When the client has asked; null without a request.'),
  decidedAt: described(nullable(instant()), 'When the studio has declined it.'),
  reason: described(nullable(Type.String()), 'Why the studio has declined it.'),
}));

export const DeclineErasure = shape('DeclineErasureRequest', () => ({
  reason: optional(described(nullable(line(500)), 'Why, as the client reads it.')),
}));

export type ErasureRequestResponse = Static<typeof ErasureRequest>;

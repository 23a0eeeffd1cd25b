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
    '`requested`: the studio has not decided yet; `declined`: the studio declined it, and the client can request ' +
      'it again.',
  ),
  requestedAt: described(nullable(instant()), 'Time at which the client made the request. `null` if there is none.'),
  decidedAt: described(nullable(instant()), 'Time at which the studio declined it.'),
  reason: described(nullable(Type.String()), 'Why the studio declined it.'),
}));

export const DeclineErasure = shape('DeclineErasureRequest', () => ({
  reason: optional(described(nullable(line(500)), 'The reason, as shown to the client.')),
}));

export type ErasureRequestResponse = Static<typeof ErasureRequest>;

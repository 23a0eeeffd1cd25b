import { described, flag, optional, type Static, shape } from '../../kernel/schemas.ts';

export const EraseClient = shape('EraseClientRequest', () => ({
  writeOffDebts: optional(
    described(flag(), 'Waives what the client owes. Without it, a client who owes something is not erased.'),
  ),
}));

export type EraseClientBody = Static<typeof EraseClient>;

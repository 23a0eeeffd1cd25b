import { Type } from '@sinclair/typebox';
import { line, name, nullable, optional, part } from '../kernel/schemas.ts';

const country = () => Type.String({ pattern: '^[A-Z]{2}$', description: 'ISO 3166-1 alpha-2' });

/** An address as it is sent: what it leaves out is null. */
export const address = () =>
  part({
    line1: optional(nullable(line(200))),
    line2: optional(nullable(line(200))),
    city: optional(nullable(name())),
    state: optional(nullable(name())),
    postalCode: optional(nullable(line(20))),
    country: optional(nullable(country())),
  });

/** An address as it is answered, whole. */
export const Address = part({
  line1: nullable(Type.String()),
  line2: nullable(Type.String()),
  city: nullable(Type.String()),
  state: nullable(Type.String()),
  postalCode: nullable(Type.String()),
  country: nullable(country()),
});

export const NO_ADDRESS = Object.freeze({
  line1: null,
  line2: null,
  city: null,
  state: null,
  postalCode: null,
  country: null,
});

import { Type } from '@sinclair/typebox';
import * as field from '../database/fields.ts';
import { line, name, nullable, optional, part } from '../kernel/schemas.ts';

const country = () => Type.String({ pattern: '^[A-Z]{2}$', description: 'ISO 3166-1 alpha-2' });

/** A postal address; what a caller leaves out of it is null. */
export const postalAddress = () =>
  field.group({
    line1: field.text(line(200)).nullable(),
    line2: field.text(line(200)).nullable(),
    city: field.text(name()).nullable(),
    state: field.text(name()).nullable(),
    postalCode: field.text(line(20)).nullable(),
    country: field.text(country()).answeredAs(country()).nullable(),
  });

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

import { Type } from '@sinclair/typebox';
import * as field from '../database/fields.ts';
import { line, name } from '../kernel/schemas.ts';

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

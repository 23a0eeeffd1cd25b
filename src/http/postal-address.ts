import { country, line, name } from '../kernel/schemas.ts';
import * as field from '../records/fields.ts';

/** A postal address; what a caller leaves out of it is null. */
export const postalAddress = () =>
  field.group({
    line1: field.text(line(200)).nullable(),
    line2: field.text(line(200)).nullable(),
    city: field.text(name()).nullable(),
    state: field.text(name()).nullable(),
    postalCode: field.text(line(20)).nullable(),
    country: field.text(country()).nullable(),
  });

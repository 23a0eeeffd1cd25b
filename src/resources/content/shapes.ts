import { Type } from '@sinclair/typebox';
import { id, integer, optional } from '../../kernel/schemas.ts';
import * as field from '../../records/fields.ts';

export const PLACEMENTS = ['home', 'on_demand', 'challenges'] as const;

export const position = () =>
  field.integer(integer(0, 1_000_000)).default(0).described('Determines the order in lists, then the ID.');

const sites = Type.Array(id(), { maxItems: 500, uniqueItems: true });

export const siteIds = () =>
  field.list(sites).shownAs(Type.Array(id())).described('The sites where it is shown. Empty for all.');

export const parentFilter = () => optional(Type.Union([id(), Type.Literal('none')]));

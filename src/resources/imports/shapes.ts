import { Type } from '@sinclair/typebox';
import { count, flag, id, instant, line, nullable, oneOf, optional, part, shape } from '../../web/shapes.ts';
import { CreateClient } from '../clients/shapes.ts';

/** The families that can be imported, in the order in which they refer to one another. */
export const family = () => oneOf('clients', 'packages', 'bookings', 'payments');

export const ImportQuery = part({ family: family(), dry_run: optional(flag()) });

/** What an import did, or would do. */
export const Import = shape('Import', {
  object: Type.Literal('import'),
  family: family(),
  dryRun: flag(),
  rows: count(),
  created: count(),
  updated: count(),
  unchanged: count(),
  ignoredColumns: Type.Array(Type.String(), {
    description: 'Columns that an export tells and that follow from others, such as fullName.',
  }),
  results: Type.Array(
    part({
      row: Type.Integer({ description: 'As a spreadsheet counts: the header of a CSV file is row 1.' }),
      action: oneOf('created', 'updated', 'unchanged'),
      id: nullable(Type.String({ description: 'null for what a dry run would create.' })),
    }),
  ),
});

/** How a record of another studio, or of another system, says who it is and when it was made. */
const own = { id: optional(id()), createdAt: optional(instant()), updatedAt: optional(instant()) };

export const ImportClient = Type.Composite(
  [
    Type.Partial(Type.Omit(CreateClient, ['status'])),
    Type.Object({
      ...own,
      status: optional(oneOf('lead', 'active', 'inactive', 'suspended', 'archived')),
      archivedAt: optional(nullable(instant())),
      referredByClientExternalId: optional(nullable(line(255))),
    }),
  ],
  { additionalProperties: false },
);

import type { Store } from '../../database/store.ts';
import { businessOperations } from '../../http/operations/declare.ts';
import type { RequireOperation } from '../../http/operations/rights.ts';
import { requirePermission } from '../../kernel/caller.ts';
import { object, oneOf, optional } from '../../kernel/schemas.ts';
import { familyFor } from './exported-family.ts';
import { exportFamilyNamed } from './families.ts';
import { piecesOf } from './file.ts';

interface ExportDeps {
  readonly store: Store;
  readonly requireOperation: RequireOperation;
}

/** Exports of all records of a family. */
export const exportOperations = ({ store, requireOperation }: ExportDeps) =>
  businessOperations(
    { tag: 'Moving in and out', about: 'Import and export of records as files.', audited: true },
    'manage',
    ({ sendFile }) => [
      sendFile(
        'GET /manage/exports/:family',
        'exportFamily',
        {
          summary: 'Export every record of a family as a file',
          description: 'CSV or JSON, streamed while it is read.',
          query: object(() => ({ format: optional(oneOf('csv', 'json')) })),
          errors: [404],
          staff: 'clients:export',
          sites: 'filtered',
          example: { path: { family: 'clients' }, query: { format: 'csv' } },
        },
        ({ caller, params, query }) => {
          const family = familyFor(caller, exportFamilyNamed(params.family ?? ''));
          for (const anyOf of family.readBy) requireOperation(caller, anyOf);
          if (family.permission !== undefined) requirePermission(caller, family.permission);
          const format = query.format ?? 'csv';
          return { name: family.name, format, pieces: piecesOf(store, { family, format, siteIds: caller.siteIds }) };
        },
      ),
    ],
  );

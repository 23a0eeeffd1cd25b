import type { Store } from '../../database/store.ts';
import { businessOperations } from '../../http/operations/declare.ts';
import type { RequireOperation } from '../../http/operations/rights.ts';
import { requireReadingPermission } from '../../kernel/caller.ts';
import { object, oneOf, optional } from '../../kernel/schemas.ts';
import type { JobRegistry } from '../jobs/registry.ts';
import { familyFor } from './exported-family.ts';
import { exportFamilyNamed } from './families.ts';
import { piecesAsJob } from './file.ts';
import { fileFilters, filterParameters } from './filters.ts';

interface ExportDeps {
  readonly store: Store;
  readonly requireOperation: RequireOperation;
  readonly jobs: JobRegistry;
}

export const exportOperations = ({ store, requireOperation, jobs }: ExportDeps) =>
  businessOperations(
    { tag: 'Moving in and out', about: 'Import and export records as files.', audited: true },
    'manage',
    ({ sendFile }) => [
      sendFile(
        'GET /manage/exports/:family',
        'exportFamily',
        {
          sensitive: true,
          summary: 'Export all records of a family as a file',
          description:
            'CSV or JSON, streamed as it is read. Payments, check-ins, and clients can be filtered like their ' +
            'lists, and clients also by ID; other families export every record. A search exports its 10,000 newest ' +
            'matches.',
          query: object(() => ({ format: optional(oneOf('csv', 'json')), ...filterParameters })),
          errors: [404],
          staff: 'clients:export',
          sites: 'filtered',
          example: { path: { family: 'clients' }, query: { format: 'csv' } },
        },
        ({ caller, params, query }) => {
          const family = familyFor(caller, exportFamilyNamed(params.family ?? ''));
          for (const anyOf of family.readBy) requireOperation(caller, anyOf);
          if (family.permission !== undefined) requireReadingPermission(caller, family.permission);
          const format = query.format ?? 'csv';
          const filters = fileFilters(store.view(), caller, family, query);
          return {
            name: family.name,
            format,
            pieces: piecesAsJob({ store, jobs, caller }, { family, format, siteIds: caller.siteIds, filters }),
          };
        },
      ),
    ],
  );

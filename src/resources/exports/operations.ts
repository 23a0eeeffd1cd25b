import type { Store } from '../../database/store.ts';
import { businessOperations } from '../../http/operations/declare.ts';
import { exportableNamed, piecesOf } from './exports.ts';
import { ExportQuery } from './shapes.ts';

interface ExportDeps {
  readonly store: Store;
}

/** Exports of all records of a family. */
export const exportOperations = ({ store }: ExportDeps) =>
  businessOperations(
    { tag: 'Moving in and out', about: 'Files of records, in both directions.' },
    'manage',
    ({ sendFile }) => [
      sendFile(
        'GET /manage/exports/:family',
        'exportFamily',
        {
          summary: 'Every record of a family as a file',
          query: ExportQuery,
          errors: [404],
          staff: 'clients:export',
          sites: 'filtered',
        },
        ({ caller, params, query }) => {
          const family = exportableNamed(params.family ?? '');
          const format = query.format ?? 'csv';
          return { name: family.name, format, pieces: piecesOf(store, { family, format, siteIds: caller.siteIds }) };
        },
      ),
    ],
  );

import type { AnyElysia } from 'elysia';
import { fileOperations } from '../../http/files/operations.ts';
import { type RouteDeps, router } from '../../http/operations.ts';
import { exportableNamed, piecesOf } from './exports.ts';
import { ExportQuery } from './shapes.ts';

export const exportRoutes = (deps: RouteDeps): AnyElysia => {
  const { sends } = fileOperations(deps, 'Moving in and out');
  return router('/exports').get(
    '/:family',
    ...sends(
      {
        id: 'exportFamily',
        summary: 'Every record of a family as a file',
        query: ExportQuery,
        refusals: [400, 404],
      },
      ({ caller, params, query }) => {
        const family = exportableNamed(params.family ?? '');
        const format = query.format ?? 'csv';
        const pieces = piecesOf(deps.store, { family, format, siteIds: caller.siteIds });
        return { name: family.name, format, pieces };
      },
    ),
  );
};

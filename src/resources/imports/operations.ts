import type { AnyElysia } from 'elysia';
import { longWrite } from '../../database/long-write.ts';
import { fileOperations } from '../../http/files/operations.ts';
import { type RouteDeps, router } from '../../http/operations.ts';
import { importableNamed } from './importers.ts';
import { importing } from './imports.ts';
import { FileReader } from './reading.ts';
import { Import, ImportQuery } from './shapes.ts';

/** Rows of one file: other writers wait while it is taken in, for about a second. */
const MAX_ROWS = 20_000;

export const importRoutes = (deps: RouteDeps): AnyElysia => {
  const { takes } = fileOperations(deps, 'Moving in and out');
  return router('/imports').post(
    '/',
    ...takes(
      {
        id: 'importFamily',
        summary: 'Take in a file of records, all or nothing',
        query: ImportQuery,
        answer: Import,
        refusals: [400, 413, 415],
      },
      ({ caller, query }, format) => {
        const family = importableNamed(query.family);
        const dryRun = query.dry_run === true;
        const reader = new FileReader(family, format, MAX_ROWS);
        return {
          push: (bytes) => reader.push(bytes),
          end: (remember) => {
            const work = importing({ family, file: reader.end(), caller, dryRun, concluded: remember });
            return longWrite(deps.store, work, !dryRun);
          },
        };
      },
    ),
  );
};

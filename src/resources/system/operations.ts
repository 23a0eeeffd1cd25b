import type { Read } from '../../database/database.ts';
import { schemaOf } from '../../database/migrate.ts';
import { businessOperations } from '../../http/operations/declare.ts';
import { requireWholeBrand } from '../../kernel/caller.ts';
import { isoInstant } from '../../kernel/clock.ts';
import type { Appliance } from '../health/operations.ts';
import type { SystemDeps } from './backup-operations.ts';
import { lastResults } from './backups.ts';
import type { Check } from './port.ts';
import { SystemReport, type SystemReportResponse, SystemSchema } from './shapes.ts';

/** A disk is low below this share: time to make room before writes are refused. */
const LOW_SHARE = 0.1;
const MOST_COUNTED = 10_000;

const WAITING = `select count(*) "count" from (select 1 from "queueJobs" where "queue" = ? limit ${MOST_COUNTED})`;
const OLDEST = 'select min("dueAt") as "dueAt" from "queueJobs" where "queue" = ?';

const queueOf = ({ db }: Read, queue: string) => ({
  waiting: db.query<{ count: number }, [string]>(WAITING).get(queue)?.count ?? 0,
  oldestDueAt: db.query<{ dueAt: string | null }, [string]>(OLDEST).get(queue)?.dueAt ?? null,
});

const bytesOf = ({ db }: Read): number => {
  const [pages] = db.query('PRAGMA page_count').values().flat();
  const [size] = db.query('PRAGMA page_size').values().flat();
  return Number(pages) * Number(size);
};

/** What the console has words for, of any part that is not well. */
const DEGRADED = 'server_degraded';

/** What a server without files can say of itself. */
const ownChecks = ({ checks }: Appliance): readonly Check[] =>
  Object.entries(checks).map(([name, condition]) => {
    const found = condition();
    const isGood = found === 'ok';
    return {
      name,
      status: isGood ? 'ok' : found === 'down' ? 'failed' : 'warning',
      message: isGood ? 'It works.' : `It is ${found}.`,
      action: isGood ? null : 'Look at the server log.',
      found: isGood ? [] : [{ code: DEGRADED, data: [`${name}: ${found}`] }],
    };
  });

interface Deps extends SystemDeps {
  readonly appliance: Appliance;
  readonly writeToStaff: object | undefined;
}

/** The server as its owner sees it. */
export const systemOperations = ({ store, machine, appliance, writeToStaff }: Deps) => {
  let report: SystemReportResponse | null = null;
  return businessOperations(
    { tag: 'Data and system', about: 'Backups, long-running jobs, and server status.' },
    'manage',
    ({ read, flow }) => [
      read(
        'GET /manage/system',
        'getSystem',
        {
          summary: "Retrieve the server's status",
          description: 'Its release, disk, send queues, and latest backups. The checks are those of `checkSystem`.',
          response: SystemSchema,
          staff: 'backups:manage',
          sites: 'brand',
        },
        (view, { caller }) => {
          requireWholeBrand(caller, 'the server');
          const space = store.disk.measure();
          return {
            object: 'system',
            release: appliance.release,
            environment: appliance.environment,
            startedAt: isoInstant(appliance.startedAt),
            schema: schemaOf(store.db),
            dataDirectory: machine?.directory ?? null,
            databaseBytes: bytesOf(view),
            disk:
              space === undefined
                ? null
                : {
                    freeBytes: space.free,
                    sizeBytes: space.size,
                    isLow: space.free < space.size * LOW_SHARE,
                    isFull: store.disk.isFull,
                  },
            queues: { webhooks: queueOf(view, 'webhooks'), mails: queueOf(view, 'mail') },
            sendsMail: writeToStaff !== undefined,
            ...lastResults(view),
            report,
          };
        },
      ),
      flow(
        'POST /manage/system/check',
        'checkSystem',
        {
          summary: 'Check the server',
          description:
            'Runs all checks of `studiod doctor`: the data, the settings, and what they depend on, with what to ' +
            'do. Takes a few seconds and changes nothing.',
          response: SystemReport,
          audited: false,
          staff: 'backups:manage',
          sites: 'brand',
          isInteractive: true,
          answers: {
            200: {
              object: 'system_report',
              checkedAt: '2026-03-02T15:00:00.000Z',
              isOk: true,
              checks: [{ name: 'database', status: 'ok', message: 'The database is intact.', action: null, found: [] }],
            },
          },
        },
        async ({ caller }, conclude) => {
          requireWholeBrand(caller, 'the server');
          const checks = machine === undefined ? ownChecks(appliance) : await machine.check();
          return conclude((tx) => {
            const isOk = checks.every(({ status }) => status !== 'failed');
            report = {
              object: 'system_report',
              checkedAt: tx.now,
              isOk,
              checks: checks.map((check) => ({
                ...check,
                found: check.found.map(({ code, data }) => ({ code, data: [...data] })),
              })),
            };
            return report;
          });
        },
      ),
    ],
  );
};

import type { TextKey } from '../../../texts/translate.ts';
import { inWords } from '../../api/refusals/in-words.ts';
import type { Schemas } from '../../api/types.ts';
import { EXPORTED, IMPORTED } from '../../base/families.ts';
import type { Work } from '../long-work.ts';

type Job = Schemas['Job'];

/** Where the files of a family are made, besides the page of all files. */
const PAGES: Readonly<Record<string, string>> = {
  clients: '/clients',
  payments: '/payments',
  checkins: '/checkins',
  plans: '/plans',
  staff: '/staff',
};

const FAMILIES = new Map<string, TextKey>([
  ...EXPORTED.flatMap(({ families }) => families.map(([family, holds]): [string, TextKey] => [family, holds])),
  // Shorter, where there is a name.
  ...IMPORTED.map(({ id, label }): [string, TextKey] => [id, label]),
]);

const LABELS: Readonly<Record<Job['kind'], TextKey>> = {
  import: 'data.work',
  import_check: 'data.work',
  export: 'data.workExport',
  schedule_change: 'data.workSchedule',
  backup: 'data.workBackup',
  backup_verification: 'data.workBackup',
  restore: 'data.workBackup',
};

const pageOf = ({ kind, subject }: Job, mayOpenData: boolean): string => {
  if (kind === 'schedule_change') return '/timetable';
  if (kind === 'export') return mayOpenData ? '/data/export' : (PAGES[subject ?? ''] ?? '/today');
  return kind.startsWith('import') ? '/data' : '/data/backups';
};

const numberOf = ({ result }: Job, name: string): number => Number(result?.[name] ?? 0);

/** How a job stands, where the tray can say more than that it runs or is done. */
const wordsOf = (job: Job): Work['words'] => {
  const { kind, state, done, total, step, problem } = job;
  if (kind === 'export') {
    if (state === 'failed') return { key: 'data.workCutOff' };
    return { key: state === 'running' ? 'data.workRecords' : 'data.workExported', values: { count: done } };
  }
  if (state === 'failed') return { key: 'data.workRefused', values: { problem: problem?.message ?? '' } };
  if (kind !== 'schedule_change') return undefined;
  if (state === 'running') {
    const values = { percent: total === 0 ? 0 : Math.floor((100 * done) / total) };
    return step === 'check' ? { key: 'data.workChecking', values } : undefined;
  }
  const values = {
    created: numberOf(job, 'sessionsCreated'),
    updated: numberOf(job, 'sessionsUpdated'),
    cancelled: numberOf(job, 'sessionsCancelled'),
  };
  return { key: 'data.workScheduled', values };
};

export const workOf = (job: Job, mayOpenData: boolean): Work => {
  const { id, kind, state, subject, done, total } = job;
  return {
    id,
    label: LABELS[kind],
    name: subject ?? '',
    nameText: kind === 'schedule_change' ? undefined : FAMILIES.get(subject ?? ''),
    state: state === 'succeeded' ? 'done' : state,
    percent: total === 0 ? undefined : Math.floor((100 * done) / total),
    words: wordsOf(job),
    page: pageOf(job, mayOpenData),
  };
};

/** A job whose problem is shown in the language of the page. */
export const inOwnWords = async (job: Job): Promise<Job> =>
  job.problem === null ? job : { ...job, problem: await inWords(job.problem) };

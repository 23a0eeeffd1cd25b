import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleDashed, CircleX, RotateCw, TriangleAlert } from 'lucide-react';
import { Fragment } from 'react';
import { CHECK_NAMES, FINDING_CODES } from '../../../texts/check-names.ts';
import { useText } from '../../base/texts.tsx';
import { useFormats } from '../../formats/use-formats.ts';
import { Button, Link } from '../../ui/button.tsx';
import { sizeText } from '../../ui/bytes.ts';
import { BackupProgress } from '../../ui/notices/backup-progress.tsx';
import { useBackupFigure } from '../../ui/notices/backup-state.tsx';
import { LoadError } from '../../ui/notices/errors.tsx';
import { PagePending } from '../../ui/notices/page-states.tsx';
import { Status } from '../../ui/notices/status.tsx';
import { type Figure, FigureList } from '../../ui/tables/figure-list.tsx';
import { checkQuery, type Report, type System, systemQuery } from './queries.ts';

/** What is well because there is nothing to check. */
const NOTE = { icon: CircleDashed, tone: undefined, word: 'system.note' } as const;

const LOOKS = {
  ok: { icon: CircleCheck, tone: 'positive', word: 'system.ok' },
  warning: { icon: TriangleAlert, tone: 'caution', word: 'system.warning' },
  failed: { icon: CircleX, tone: 'critical', word: 'system.failed' },
} as const;

const useFigures = (): ((system: System) => readonly Figure[]) => {
  const t = useText();
  const { locale, dayTime } = useFormats();
  const backupFigure = useBackupFigure();
  return ({
    release,
    startedAt,
    environment,
    disk,
    databaseBytes,
    schema,
    queues,
    sendsMail,
    lastBackup,
    lastTest,
  }) => {
    const isSandbox = environment === 'sandbox';
    const waiting = queues.webhooks.waiting + queues.mails.waiting;
    const diskNote =
      disk === null ? undefined : disk.isFull ? (
        <Status icon={CircleX} tone="critical">
          {t('system.diskFull')}
        </Status>
      ) : disk.isLow ? (
        <Status icon={TriangleAlert} tone="caution">
          {t('system.diskLow')}
        </Status>
      ) : (
        t('system.diskOf', { size: sizeText(disk.sizeBytes, locale) })
      );
    return [
      {
        name: t('system.version'),
        value: release,
        note: isSandbox ? t('system.sandbox') : t('system.since', { date: dayTime(startedAt) }),
      },
      {
        name: t('system.disk'),
        value: disk === null ? t('system.inMemory') : t('system.diskFree', { free: sizeText(disk.freeBytes, locale) }),
        note: diskNote,
      },
      {
        name: t('system.database'),
        value: sizeText(databaseBytes, locale),
        note: t('system.databaseNote', { schema }),
      },
      {
        name: t('system.queue'),
        value: waiting === 0 ? t('system.queueEmpty') : t('system.queueWaits', { count: waiting }),
        note:
          waiting === 0
            ? undefined
            : t('system.queueNote', { webhooks: queues.webhooks.waiting, mails: queues.mails.waiting }),
      },
      {
        name: t('system.mail'),
        value: t(isSandbox ? 'system.mailSandbox' : sendsMail ? 'system.mailOn' : 'system.mailOff'),
        note:
          isSandbox || sendsMail ? undefined : (
            <Link to="/settings/mails" className="link">
              {t('system.mailOffNote')}
            </Link>
          ),
      },
      backupFigure(t('system.lastBackup'), lastBackup),
      backupFigure(t('system.lastTest'), lastTest),
    ];
  };
};

/** Moments as programs write them, within the words of a check. */
const MOMENT = /\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z/g;

/** What a check found, in words, and the paths, numbers and messages of others as they are. */
const FoundLine = ({ code, data }: Report['checks'][number]['found'][number]) => {
  const t = useText();
  const { dayTime } = useFormats();
  // Another one is of a newer server: its name says more than nothing.
  const known = FINDING_CODES.find((each) => each === code);
  return (
    <li className="break-words small">
      {known === undefined ? <code>{code}</code> : t(`system.found_${known}`)}
      {data.map((each) => (
        <Fragment key={each}>
          {' '}
          <code>{each.replaceAll(MOMENT, (moment) => dayTime(moment))}</code>
        </Fragment>
      ))}
    </li>
  );
};

/** A check: how it ended, what that means, what to do, and what was found, for the person who runs the server. */
const CheckLine = ({ name, status, found }: Report['checks'][number]) => {
  const t = useText();
  const isNote = status === 'ok' && found.length > 0;
  const { icon, tone, word } = isNote ? NOTE : LOOKS[status];
  // Another one is of a newer server, and has the words of the server alone.
  const known = CHECK_NAMES.find((each) => each === name);
  return (
    <li data-status={status}>
      <b className="strong">{known === undefined ? name : t(`system.check_${known}`)}</b>
      <Status icon={icon} tone={tone}>
        {t(word)}
      </Status>
      <div className="said">
        {status === 'ok' && !isNote && known !== undefined && <p>{t(`system.fine_${known}`)}</p>}
        {status !== 'ok' && known !== undefined && (
          <>
            <p>{t(`system.trouble_${known}`, { status })}</p>
            <p>
              <b className="strong">{t('system.whatToDo')}</b> {t(`system.mend_${known}`)}
            </p>
          </>
        )}
        {found.length > 0 && (
          <ul className="quiet">
            {found.map(({ code, data }) => (
              <FoundLine key={`${code} ${data.join(' ')}`} code={code} data={data} />
            ))}
          </ul>
        )}
      </div>
    </li>
  );
};

/** The checks as words: what does not work first. */
const Checks = ({ report }: { report: Report }) => {
  const order = ['failed', 'warning', 'ok'];
  const checks = report.checks.toSorted((left, right) => order.indexOf(left.status) - order.indexOf(right.status));
  return (
    <ul className="check-list">
      {checks.map((check) => (
        <CheckLine key={check.name} {...check} />
      ))}
    </ul>
  );
};

const Summary = ({ report }: { report: Report }) => {
  const t = useText();
  const count = (status: string): number => report.checks.filter((check) => check.status === status).length;
  const [failed, warnings] = [count('failed'), count('warning')];
  const { icon, tone } = LOOKS[failed > 0 ? 'failed' : warnings > 0 ? 'warning' : 'ok'];
  return (
    <Status icon={icon} tone={tone}>
      {failed > 0
        ? t('system.someFailed', { count: failed })
        : warnings > 0
          ? t('system.someWarnings', { count: warnings })
          : t('system.allGood')}
    </Status>
  );
};

const CheckCard = () => {
  const t = useText();
  const { time } = useFormats();
  const { data, error, isFetching, refetch } = useQuery(checkQuery);
  return (
    <section className="card" aria-labelledby="system-checks" aria-busy={isFetching}>
      <header>
        <h2 id="system-checks">{t('system.checks')}</h2>
        <Button
          size="small"
          className="button push"
          isPending={isFetching}
          onPress={() => void refetch()}
          icon={RotateCw}
        >
          {isFetching ? t('system.checking') : t('system.checkAgain')}
        </Button>
      </header>
      <div className="body stack">
        {error !== null && <LoadError error={error} onRetry={() => void refetch()} />}
        {data === undefined && error === null && (
          <p className="quiet" role="status">
            {t('system.checkingNote')}
          </p>
        )}
        {data !== undefined && (
          <p className="row">
            <Summary report={data} />
            <small className="quiet">{t('system.checkedAt', { time: time(data.checkedAt) })}</small>
          </p>
        )}
      </div>
      {data !== undefined && <Checks report={data} />}
    </section>
  );
};

/** What `doctor` says as a page: figures, and each check with what to do. */
export const HealthTab = () => {
  const figuresOf = useFigures();
  const { data, error, refetch } = useQuery(systemQuery);
  if (data === undefined) {
    return error === null ? <PagePending /> : <LoadError error={error} onRetry={() => void refetch()} />;
  }
  return (
    <>
      <FigureList figures={figuresOf(data)} />
      <BackupProgress />
      <CheckCard />
    </>
  );
};

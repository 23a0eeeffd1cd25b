import { queryOptions, useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleDashed, CircleX, Trophy } from 'lucide-react';
import { useId } from 'react';
import { client, send } from '../../../api/client.ts';
import type { Schemas } from '../../../api/types.ts';
import { useText } from '../../../base/texts.tsx';
import { useFormats } from '../../../formats/use-formats.ts';
import type { Client } from '../../../parts/client/queries.ts';
import { useSite } from '../../../session/session.ts';
import { LoadError } from '../../../ui/notices/errors.tsx';
import { Status } from '../../../ui/notices/status.tsx';
import { Icon } from '../../../ui/pictures/icon.tsx';
import { Figure, Figures, there } from '../../../ui/tables/figure.tsx';
import { LeadCell } from '../../../ui/tables/paged-table.tsx';
import { ResultTable } from './result-table.tsx';

type Progress = Schemas['ClientProgress'];

/** How far a client has come. */
const progressQuery = (clientId: string) =>
  queryOptions({
    queryKey: ['client', clientId, 'progress'],
    queryFn: () => send(client.GET('/manage/clients/{id}/progress', { params: { path: { id: clientId } } })),
  });

/** The streaks as they are now, with the longest of each. */
const Streaks = ({ streaks }: Pick<Progress, 'streaks'>) => {
  const t = useText();
  const titleId = useId();
  return (
    <section aria-labelledby={titleId}>
      <h2 className="visually-hidden" id={titleId}>
        {t('progress.streaks')}
      </h2>
      <Figures className="progress-figures">
        {streaks.map(({ type, length: count, longestLength, status }) => {
          const isWeekly = type === 'weekly_attendance';
          const note =
            status === 'at_risk' || status === 'frozen'
              ? t(status === 'at_risk' ? 'progress.atRisk' : 'progress.frozen')
              : t(isWeekly ? 'progress.longestWeeks' : 'progress.longestDays', { count: longestLength });
          return (
            <Figure key={type} label={t(`progress.${type}`)} of={there(count)}>
              {(length) => ({ value: t(isWeekly ? 'progress.weeks' : 'progress.days', { count: length }), note })}
            </Figure>
          );
        })}
      </Figures>
    </section>
  );
};

interface ListProps {
  readonly progress: Progress;
  readonly name: string;
}

const Awards = ({ progress: { awards }, name }: ListProps) => {
  const t = useText();
  const { date } = useFormats(useSite().timezone);
  const titleId = useId();
  return (
    <section className="card" aria-labelledby={titleId}>
      <header>
        <h2 id={titleId}>{t('progress.awards')}</h2>
      </header>
      <div className="body">
        {awards.length === 0 && <p className="quiet">{t('progress.noAwards', { name })}</p>}
        <ul className="award-list">
          {awards.map(({ id, name: award, earnedAt, timesEarned: count }) => (
            <li key={id}>
              <span className="bead disc" data-tone="waiting">
                <Icon of={Trophy} />
              </span>
              <span className="who">
                <b>{award}</b>
                <small className="quiet">
                  {t('progress.earned', { date: date(earnedAt) })}
                  {count > 1 && `, ${t('progress.times', { count })}`}
                </small>
              </span>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
};

/** One digit behind the point is enough for what people measure of themselves. */
const rounded = (value: number): number => Math.round(value * 10) / 10;

const Bests = ({ progress: { personalBests }, name }: ListProps) => {
  const t = useText();
  const { date, number } = useFormats(useSite().timezone);
  return (
    <ResultTable
      title={t('progress.bests')}
      empty={t('progress.noBests', { name })}
      rows={personalBests ?? []}
      keyOf={({ contentEntryId, recordType, reps }) => `${contentEntryId} ${recordType} ${reps}`}
      columns={[
        {
          id: 'metric',
          name: t('progress.metric'),
          part: 'lead',
          cell: ({ recordType, reps, name: metric }) => {
            if (recordType === 'by_reps' && reps !== null) return t('progress.reps', { name: metric, count: reps });
            return recordType === 'estimated_1rm' ? t('progress.estimate', { name: metric }) : metric;
          },
        },
        {
          id: 'best',
          name: t('progress.best'),
          part: 'side',
          isNumber: true,
          cell: ({ value, unit }) => `${number(rounded(value))} ${unit}`,
        },
        {
          id: 'before',
          name: t('progress.before'),
          priority: 3,
          isNumber: true,
          isQuiet: false,
          cell: ({ previousValue: value, unit }) => (value === null ? '' : `${number(rounded(value))} ${unit}`),
        },
        { id: 'when', name: t('progress.when'), cell: ({ achievedAt }) => date(achievedAt) },
      ]}
    />
  );
};

const STATES = {
  enrolled: { icon: CircleDashed, tone: 'info', word: 'progress.enrolled' },
  completed: { icon: CircleCheck, tone: 'positive', word: 'progress.completed' },
  withdrawn: { icon: CircleX, tone: undefined, word: 'progress.withdrawn' },
} as const;

const Challenges = ({ progress: { challenges }, name }: ListProps) => {
  const t = useText();
  const { date, number } = useFormats('UTC');
  return (
    <ResultTable
      title={t('progress.challenges')}
      empty={t('progress.noChallenges', { name })}
      rows={challenges ?? []}
      keyOf={({ id }) => id}
      columns={[
        {
          id: 'challenge',
          name: t('progress.challenge'),
          part: 'lead',
          cell: ({ title, endDate }) => (
            <LeadCell name={title} note={t('progress.until', { date: date(`${endDate}T12:00:00Z`) })} />
          ),
        },
        {
          id: 'state',
          name: t('progress.state'),
          cell: ({ enrollmentStatus }) => {
            const { icon, tone, word } = STATES[enrollmentStatus];
            return (
              <Status icon={icon} tone={tone}>
                {t(word)}
              </Status>
            );
          },
        },
        {
          id: 'points',
          name: t('progress.points'),
          part: 'side',
          isNumber: true,
          cell: ({ pointsTotal }) => number(pointsTotal),
        },
        {
          id: 'rank',
          name: t('progress.rank'),
          priority: 3,
          isNumber: true,
          isQuiet: false,
          cell: ({ finalRank }) => (finalRank === null ? '' : number(finalRank)),
        },
      ]}
    />
  );
};

/** How far a client has come: streaks, awards, and for anyone who manages challenges also bests and challenges. */
export const ProgressTab = ({ client: { id, firstName: name } }: { client: Client }) => {
  const { data, error, refetch } = useQuery(progressQuery(id));
  if (data === undefined && error !== null) return <LoadError error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <span className="skeleton client-figures-skeleton" aria-hidden="true" />;
  return (
    <div className="stack" data-gap="wide">
      <Streaks streaks={data.streaks} />
      <Awards progress={data} name={name} />
      {data.personalBests !== null && <Bests progress={data} name={name} />}
      {data.challenges !== null && <Challenges progress={data} name={name} />}
    </div>
  );
};

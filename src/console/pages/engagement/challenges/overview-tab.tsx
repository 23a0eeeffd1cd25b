import { useQuery } from '@tanstack/react-query';
import { Check, Circle, CircleCheck, CircleDashed, Send } from 'lucide-react';
import { DAY_MS } from '../../../../kernel/durations.ts';
import { useText } from '../../../base/texts.tsx';
import { useNow } from '../../../base/time/now.ts';
import { useFormats } from '../../../formats/use-formats.ts';
import { useFieldWords } from '../../../forms/use-field-words.ts';
import { boardNamesQuery, type Challenge } from '../../../parts/engagement/challenge-queries.ts';
import { challengeFields, TYPE_WORDS } from '../../../parts/engagement/challenge-record.ts';
import { useMe } from '../../../session/session.ts';
import { Button, Link } from '../../../ui/button.tsx';
import { LoadError } from '../../../ui/notices/errors.tsx';
import { Status } from '../../../ui/notices/status.tsx';
import { Icon } from '../../../ui/pictures/icon.tsx';
import { FigureList } from '../../../ui/tables/figure-list.tsx';
import { SkeletonRows } from '../../../ui/tables/skeleton-rows.tsx';
import { useUntil } from '../use-days.ts';
import { Places } from './places.tsx';
import { type ChecklistItem, useChecklist } from './use-checklist.ts';
import { useChallengeChoices } from './words.ts';

interface OverviewTabProps {
  readonly challenge: Challenge;
  readonly onTab: (tab: string) => void;
  readonly onPublish: () => void;
}

const Item = ({ item, onTab }: { item: ChecklistItem; onTab: (tab: string) => void }) => {
  const t = useText();
  const { title, text, isDone, isNeeded, tab } = item;
  return (
    <li data-state={isDone ? 'done' : isNeeded ? 'now' : 'next'}>
      <span className="step-mark disc">
        <Icon of={isDone ? Check : Circle} />
      </span>
      <div>
        <b className="strong">{title}</b>
        <p className="small quiet">{text}</p>
      </div>
      <span className="row">
        {!isDone && (
          <Status icon={CircleDashed} tone={isNeeded ? 'caution' : undefined}>
            {t(isNeeded ? 'engagement.missing' : 'engagement.optional')}
          </Status>
        )}
        {isDone && (
          <Status icon={CircleCheck} tone="positive">
            {t('engagement.done')}
          </Status>
        )}
        <Button
          size="small"
          variant={!isDone && isNeeded ? 'primary' : 'quiet'}
          aria-label={t(isDone ? 'engagement.changeOf' : 'engagement.addTo', { name: title })}
          onPress={() => onTab(tab)}
        >
          {t(isDone ? 'engagement.change' : 'engagement.add')}
        </Button>
      </span>
    </li>
  );
};

/** What a draft has and lacks, with the way to each, and Publish. */
const Checklist = ({ challenge, onTab, onPublish }: OverviewTabProps) => {
  const t = useText();
  const { items, error, retry } = useChecklist(challenge);
  const missing = items?.filter(({ isDone, isNeeded }) => isNeeded && !isDone).length;
  return (
    <section className="card" aria-labelledby="checklist">
      <header>
        <h2 id="checklist">{t('engagement.checklist')}</h2>
        {missing !== undefined && (
          <span className="push quiet small">
            {missing === 0 ? t('engagement.allThere') : t('engagement.stillMissing', { count: missing })}
          </span>
        )}
      </header>
      {error !== null && <LoadError error={error} onRetry={retry} />}
      {items === undefined && error === null && <SkeletonRows count={8} />}
      <ol className="todo ruled">
        {items?.map((item) => (
          <Item key={item.id} item={item} onTab={onTab} />
        ))}
      </ol>
      <footer className="row" data-wrap="">
        <Button variant="primary" onPress={onPublish} icon={Send}>
          {t('engagement.publish')}
        </Button>
        <span className="quiet small">{t('engagement.draftSeenBy')}</span>
      </footer>
    </section>
  );
};

const Figures = ({ challenge }: { challenge: Challenge }) => {
  const t = useText();
  const now = useNow();
  const { dayTime, number, localDate } = useFormats(challenge.timezone);
  const until = useUntil(challenge.timezone);
  const { startDate, endDate, status, enrollmentOpensAt, enrollmentClosesAt, capacity, participantCount } = challenge;
  const dayOf = (date: string): number => Math.round(Date.parse(date) / DAY_MS);
  const total = dayOf(endDate) - dayOf(startDate) + 1;
  const today = Math.min(total, Math.max(0, dayOf(localDate(now)) - dayOf(startDate) + 1));
  const isOpen = Date.parse(enrollmentOpensAt) <= now && now < Date.parse(enrollmentClosesAt);
  const isFull = capacity !== null && participantCount >= capacity;
  const joining = isOpen
    ? t(isFull ? 'engagement.joinFull' : 'engagement.joinUntil', { time: until(enrollmentClosesAt) })
    : now < Date.parse(enrollmentOpensAt)
      ? t('engagement.joinFrom', { time: dayTime(enrollmentOpensAt) })
      : t('engagement.joinClosed', { time: until(enrollmentClosesAt) });
  return (
    <FigureList
      figures={[
        { name: t('engagement.takePart'), value: <Places challenge={challenge} />, note: joining },
        {
          name: t('engagement.days'),
          value:
            status === 'active' ? t('engagement.dayOf', { day: number(today), total: number(total) }) : number(total),
          note: t(status === 'completed' ? 'engagement.ranksFinal' : TYPE_WORDS[challenge.type]),
        },
        {
          name: t('engagement.perAttendance'),
          value: number(challenge.pointsRules.perAttendance),
          note: t('engagement.perDay', { count: challenge.pointsRules.maxAttendancePerDay }),
        },
      ]}
    />
  );
};

const EARNING = [
  'pointsRules.perGoal',
  'pointsRules.perAssessment',
  'pointsRules.perArticle',
  'pointsRules.dailyCap',
] as const;
const SHOWN = ['summary', 'description', 'rules', 'prizeDescription', 'awardIds', 'targetPerWeek'] as const;

/** What a challenge is about, and what earns points in it. */
const About = ({ challenge }: { challenge: Challenge }) => {
  const t = useText();
  const { studio } = useMe();
  const { nameOf, shownOf } = useFieldWords(challengeFields.specs, useChallengeChoices(challenge.id));
  const boards = useQuery(boardNamesQuery);
  const board = boards.data?.find(({ id }) => id === challenge.leaderboardId);
  const held = challengeFields.valuesOf(challenge, studio);
  const earning = EARNING.filter((path) => !['', '0'].includes(held[path]));
  const shown = [...earning, ...SHOWN.filter((path) => held[path].length > 0)];
  if (shown.length === 0 && board === undefined) return null;
  return (
    <section className="card" aria-labelledby="about">
      <header>
        <h2 id="about">{t('engagement.about')}</h2>
      </header>
      <div className="body">
        <dl className="facts about-facts" data-align="start">
          {shown.map((path) => (
            <div key={path} className="about-fact">
              <dt>{nameOf(path)}</dt>
              <dd>{shownOf(path, held[path])}</dd>
            </div>
          ))}
          {board !== undefined && (
            <div className="about-fact">
              <dt>{t('engagement.board')}</dt>
              <dd>
                <Link to="/engagement/boards/$boardId/{-$tab}" params={{ boardId: board.id }}>
                  {board.name}
                </Link>
              </dd>
            </div>
          )}
        </dl>
      </div>
    </section>
  );
};

/** How a challenge stands: the checklist of a draft, else its figures. */
export const OverviewTab = (props: OverviewTabProps) => (
  <div className="stack" data-gap="wide">
    {props.challenge.status === 'draft' ? <Checklist {...props} /> : <Figures challenge={props.challenge} />}
    <About challenge={props.challenge} />
  </div>
);

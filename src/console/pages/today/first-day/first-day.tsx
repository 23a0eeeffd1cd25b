import { useQuery } from '@tanstack/react-query';
import {
  Building2,
  Check,
  CircleCheck,
  IdCard,
  type LucideIcon,
  Palette,
  Repeat,
  Smartphone,
  Ticket,
  Users,
} from 'lucide-react';
import { Link as AriaLink } from 'react-aria-components';
import type { TextKey } from '../../../../texts/translate.ts';
import { useText } from '../../../base/texts.tsx';
import { useFormats } from '../../../formats/use-formats.ts';
import { useMe, useSite } from '../../../session/session.ts';
import { Status } from '../../../ui/notices/status.tsx';
import { usePageTitle } from '../../../ui/page-title.ts';
import { Icon } from '../../../ui/pictures/icon.tsx';
import { firstStepsQuery, type StepName } from './first-steps.ts';

interface Step {
  readonly name: StepName;
  readonly icon: LucideIcon;
  readonly title: TextKey;
  readonly text: TextKey;
  readonly act: TextKey;
  readonly page: string;
}

const STEPS: readonly Step[] = [
  {
    name: 'site',
    icon: Building2,
    title: 'firstDay.stepSite',
    text: 'firstDay.stepSiteText',
    act: 'firstDay.stepSiteAct',
    page: '/settings',
  },
  {
    name: 'brand',
    icon: Palette,
    title: 'firstDay.stepBrand',
    text: 'firstDay.stepBrandText',
    act: 'firstDay.stepBrandAct',
    page: '/settings/theme',
  },
  {
    name: 'timetable',
    icon: Repeat,
    title: 'firstDay.stepTimetable',
    text: 'firstDay.stepTimetableText',
    act: 'today.addClass',
    page: '/timetable/new',
  },
  {
    name: 'plans',
    icon: Ticket,
    title: 'firstDay.stepPlans',
    text: 'firstDay.stepPlansText',
    act: 'firstDay.stepPlansAct',
    page: '/plans',
  },
  {
    name: 'clients',
    icon: Users,
    title: 'firstDay.stepClients',
    text: 'firstDay.stepClientsText',
    act: 'firstDay.stepClientsAct',
    page: '/data',
  },
  {
    name: 'team',
    icon: IdCard,
    title: 'firstDay.stepTeam',
    text: 'firstDay.stepTeamText',
    act: 'firstDay.stepTeamAct',
    page: '/staff',
  },
  {
    name: 'book',
    icon: Smartphone,
    title: 'firstDay.stepBook',
    text: 'firstDay.stepBookText',
    act: 'firstDay.stepBookAct',
    page: '/settings/members',
  },
];

type StepState = 'done' | 'now' | 'next';

const StepLine = ({ step, state }: { step: Step; state: StepState }) => {
  const t = useText();
  const { name, timezone } = useSite();
  return (
    <li data-state={state}>
      <span className="step-mark disc">
        <Icon of={state === 'done' ? Check : step.icon} />
      </span>
      <div>
        <b className="strong">{t(step.title)}</b>
        <p className="small quiet">{t(step.text, { site: name, zone: timezone.replaceAll('_', ' ') })}</p>
      </div>
      {state === 'done' ? (
        <Status icon={CircleCheck} tone="positive">
          {t('firstDay.stepDone')}
        </Status>
      ) : (
        <AriaLink
          className="button"
          data-variant={state === 'now' ? 'primary' : undefined}
          href={`/console${step.page}`}
        >
          {t(step.act)}
        </AriaLink>
      )}
    </li>
  );
};

const GHOSTS = [
  ['07:00', 9],
  ['12:15', 7],
  ['18:00', 8],
] as const;
const SEAT_KEYS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'];

/** What Today will show, without names. */
const Preview = () => {
  const t = useText();
  const { wallTime } = useFormats();
  return (
    <section className="card" aria-labelledby="fd-preview">
      <header>
        <h2 id="fd-preview">{t('firstDay.previewTitle')}</h2>
      </header>
      <div className="body">
        <ol className="day ghost-day" aria-hidden="true">
          {GHOSTS.map(([time, seats]) => (
            <li key={time} className="slot">
              <time>{wallTime(time)}</time>
              <div className="slot-line ghost">
                <span>
                  <i style={{ inlineSize: `${seats - 2}rem` }} />
                  <i style={{ inlineSize: `${seats - 4}rem` }} />
                </span>
                <span className="seats" data-size="small">
                  {SEAT_KEYS.slice(0, seats).map((key) => (
                    <i key={key} />
                  ))}
                </span>
                <span />
              </div>
            </li>
          ))}
        </ol>
        <p className="small quiet">{t('firstDay.previewText')}</p>
      </div>
    </section>
  );
};

/** The first day of a studio: seven things that make it ready, in any order. */
export const FirstDay = () => {
  const t = useText();
  const { staff, studio } = useMe();
  const { data } = useQuery(firstStepsQuery(studio.logoUrl !== null));
  usePageTitle(t('today.title'));
  if (data === undefined) return null;
  const done = STEPS.filter(({ name }) => data[name]).length;
  const firstOpen = STEPS.find(({ name }) => !data[name])?.name;
  const stateOf = (name: StepName): StepState => {
    if (data[name]) return 'done';
    return name === firstOpen ? 'now' : 'next';
  };
  return (
    <>
      <div className="page-head">
        <div className="titles">
          <h1>{t('firstDay.welcome', { name: staff.firstName ?? staff.displayName })}</h1>
          <p className="meta">{t('firstDay.welcomeText', { studio: studio.name })}</p>
        </div>
      </div>
      <div className="split first-day">
        <section className="card" aria-labelledby="fd">
          <header>
            <h2 id="fd">{t('firstDay.firstSteps')}</h2>
            <span className="push small quiet">{t('firstDay.stepsOf', { done, all: STEPS.length })}</span>
          </header>
          <div className="step-progress" role="img" aria-label={t('firstDay.stepsDone', { done, all: STEPS.length })}>
            {STEPS.map(({ name }, index) => (
              <i key={name} data-on={index < done ? '' : undefined} />
            ))}
          </div>
          <ul className="todo ruled">
            {STEPS.map((step) => (
              <StepLine key={step.name} step={step} state={stateOf(step.name)} />
            ))}
          </ul>
        </section>
        <aside className="stack" data-gap="wide" aria-label={t('firstDay.help')}>
          <Preview />
        </aside>
      </div>
    </>
  );
};

import { useMutation, useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { useEffect, useState } from 'react';
import { ApiError, client, send } from '../../../api/client.ts';
import { useText } from '../../../base/texts.tsx';
import { setupQuery } from '../../../session/session.ts';
import { Link } from '../../../ui/button.tsx';
import { LoadError } from '../../../ui/notices/errors.tsx';
import { usePageTitle } from '../../../ui/page-title.ts';
import { Icon } from '../../../ui/pictures/icon.tsx';
import { Logo } from '../../../ui/pictures/logo.tsx';
import { Ornament } from '../gate.tsx';
import { takeToken } from '../take-token.ts';
import { dropAnswers, keepAnswers, keptAnswers, type SetupAnswers } from './answers.ts';
import { OwnerStep } from './owner-step.tsx';
import { SiteStep } from './site-step.tsx';
import { StudioStep } from './studio-step.tsx';

const STEPS = ['owner', 'studio', 'site'] as const;
const LABELS = { owner: 'setup.you', studio: 'setup.studio', site: 'setup.site' } as const;

const Steps = ({ current }: { current: number }) => {
  const t = useText();
  const stateOf = (index: number): 'done' | 'now' | 'next' =>
    index < current ? 'done' : index === current ? 'now' : 'next';
  return (
    <ol className="steps" aria-label={t('setup.steps')}>
      {STEPS.map((step, index) => (
        <li key={step} data-state={stateOf(index)} aria-current={index === current ? 'step' : undefined}>
          <span className="step-mark disc">{index < current ? <Icon of={Check} /> : index + 1}</span>
          {t(LABELS[step])}
        </li>
      ))}
    </ol>
  );
};

/** The first start: the owner, the studio and its first site, by the one-time link that the server prints. */
export const SetupPage = () => {
  const t = useText();
  const [token] = useState(takeToken);
  const [step, setStep] = useState(0);
  const [answers, setAnswers] = useState<SetupAnswers>(keptAnswers);
  usePageTitle(t('setup.title'));
  useEffect(() => {
    document.body.classList.add('gate', 'setup');
    return () => document.body.classList.remove('gate', 'setup');
  }, []);
  const setup = useQuery(setupQuery);
  const finish = useMutation({
    mutationFn: (all: SetupAnswers) => send(client.POST('/manage/setup', { body: { token, ...all } })),
    onSuccess: () => {
      dropAnswers();
      location.assign('/console/today');
    },
    // What the server refuses of the owner is in the first step.
    onError: (error) => {
      if (error instanceof ApiError && error.details.some(({ param }) => param.startsWith('owner.'))) setStep(0);
    },
  });
  const keep = (changed: Partial<SetupAnswers>): SetupAnswers => {
    const all = { ...answers, ...changed };
    keepAnswers(all);
    setAnswers(all);
    return all;
  };
  const go = (changed: Partial<SetupAnswers>): void => {
    const all = keep(changed);
    if (step < STEPS.length - 1) setStep(step + 1);
    else finish.mutate(all);
  };
  const back = (): void => setStep(step - 1);
  const shared = {
    answers,
    error: finish.error,
    isPending: finish.isPending,
    onKeep: keep,
    onBack: back,
    onNext: go,
  };
  return (
    <>
      <main className="gate-main">
        <div className="setup-body">
          <div className="row">
            <Logo url={null} size="large" />
            <b className="strong">studiod</b>
          </div>
          {setup.isError && <LoadError error={setup.error} onRetry={() => void setup.refetch()} />}
          {setup.data?.isNeeded === false && (
            <>
              <h1>{t('setup.done')}</h1>
              <p>
                <Link to="/sign-in">{t('gate.signIn')}</Link>
              </p>
            </>
          )}
          {setup.data?.isNeeded === true && (token === '' || !setup.data.isOpen) && (
            <>
              <h1>{t('setup.title')}</h1>
              <p className="quiet">{t('setup.noLink')}</p>
            </>
          )}
          {setup.data?.isNeeded === true && token !== '' && setup.data.isOpen && (
            <>
              <Steps current={step} />
              {STEPS[step] === 'owner' && <OwnerStep {...shared} />}
              {STEPS[step] === 'studio' && <StudioStep {...shared} current={setup.data.studio} />}
              {STEPS[step] === 'site' && <SiteStep {...shared} />}
            </>
          )}
        </div>
      </main>
      <Ornament />
    </>
  );
};

import { useMutation } from '@tanstack/react-query';
import { CircleCheck, CircleX, PlugZap } from 'lucide-react';
import { client, send } from '../../../api/client.ts';
import { present } from '../../../base/present.ts';
import { useText } from '../../../base/texts.tsx';
import { useRefresh } from '../../../live/refresh.ts';
import type { Settings } from '../../../parts/settings/settings-record.ts';
import { useCan } from '../../../session/session.ts';
import { Button } from '../../../ui/button.tsx';
import { ActionError } from '../../../ui/notices/errors.tsx';
import { Icon } from '../../../ui/pictures/icon.tsx';
import { ProcessorActions } from '../services/processor-actions.tsx';

type Processor = Settings['payment']['processor'];

const NAMES = { sandbox: 'payment.sandbox', stripe: 'payment.stripe' } as const;
const MODES = { test: 'payment.modeTest', live: 'payment.modeLive' } as const;
const ONBOARDING = {
  not_started: 'payment.onboardingNone',
  pending: 'payment.onboardingPending',
  complete: 'payment.onboardingDone',
} as const;

/** What the processor said when it was tried. */
const Tried = ({ works, message }: { works: boolean; message: string }) => {
  const t = useText();
  return (
    <div className="notice" data-tone={works ? 'positive' : 'critical'} role="status">
      <Icon of={works ? CircleCheck : CircleX} />
      <div className="text">
        <b>{t(works ? 'payment.works' : 'payment.fails')}</b>
        <span className="small">{message}</span>
      </div>
    </div>
  );
};

/** The card processor: what is set up, how to set it up, and a test. It shows no secret. */
export const ProcessorCard = ({ processor }: { processor: Processor }) => {
  const t = useText();
  const can = useCan();
  const refresh = useRefresh();
  const { name, mode, account, publishableKey, onboardingStatus } = processor;
  const test = useMutation({
    mutationFn: () => send(client.POST('/manage/settings/payment/test')),
    // What it answers about the account is in the settings and at the sites.
    onSuccess: () => refresh('settings'),
  });
  const lines = present([
    [t('payment.processorName'), t(name === null ? 'payment.noProcessor' : NAMES[name])],
    mode !== null && [t('payment.mode'), t(MODES[mode])],
    [t('payment.onboarding'), t(ONBOARDING[onboardingStatus])],
    [t('payment.account'), account ?? t('payment.ownAccount')],
    publishableKey !== null && [t('payment.key'), publishableKey],
  ]);
  return (
    <section className="card rules" aria-labelledby="processor">
      <header>
        <h2 id="processor">{t('payment.processor')}</h2>
      </header>
      <div className="body stack">
        <dl className="settings-read ruled">
          {lines.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {can('settings:processor') ? (
          <>
            <ProcessorActions />
            <div className="row" data-wrap="">
              <Button isPending={test.isPending} onPress={() => test.mutate()} icon={PlugZap}>
                {t('payment.test')}
              </Button>
              <span className="small quiet">{t('payment.testHint')}</span>
            </div>
            {test.data !== undefined && !test.isPending && <Tried {...test.data} />}
            <ActionError error={test.error} isLine />
          </>
        ) : (
          <p className="small quiet">{t('payment.ownersTest')}</p>
        )}
      </div>
    </section>
  );
};

import { useMutation } from '@tanstack/react-query';
import { Ban, TriangleAlert } from 'lucide-react';
import type { TextKey } from '../../../../texts/translate.ts';
import { client, send } from '../../../api/client.ts';
import { useText } from '../../../base/texts.tsx';
import { nowMs } from '../../../base/time/now.ts';
import { useFormats } from '../../../formats/use-formats.ts';
import { useRefresh } from '../../../live/refresh.ts';
import { Button } from '../../../ui/button.tsx';
import { useErrorText } from '../../../ui/notices/errors.tsx';
import { say } from '../../../ui/overlays/toasts.tsx';
import { Icon } from '../../../ui/pictures/icon.tsx';
import type { Endpoint, Health } from '../queries.ts';

const MARKS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10'];

/** A time of today, else with its day. */
const useMoment = (): ((instant: string) => string) => {
  const { localDate, time, dayTime } = useFormats();
  return (instant) => (localDate(instant) === localDate(nowMs()) ? time(instant) : dayTime(instant));
};

const WHY = {
  failed_deliveries: 'integrations.whyFailed',
  creator_unknown: 'integrations.whyUnknown',
  creator_revoked: 'integrations.whyRevoked',
  creator_expired: 'integrations.whyExpired',
  creator_not_permitted: 'integrations.whyNotPermitted',
} as const satisfies Readonly<Record<NonNullable<Endpoint['disabledReason']>, TextKey>>;

const Failing = ({ endpoint, health }: { endpoint: Endpoint; health: Health | undefined }) => {
  const t = useText();
  const moment = useMoment();
  const { consecutiveFailures: count, lastFailureAt } = endpoint;
  const since = health?.failingSince ?? lastFailureAt;
  const status = health?.lastError?.responseStatus ?? null;
  return (
    <div className="notice health" data-tone="caution">
      <Icon of={TriangleAlert} />
      <div className="text">
        <b>{t('integrations.failingTitle', { count })}</b>
        {since !== null && (
          <span className="small">
            {status === null
              ? t('integrations.failingNoAnswer', { time: moment(since) })
              : t('integrations.failingAnswered', { status, time: moment(since) })}
          </span>
        )}
      </div>
      <span className="ten" role="img" aria-label={t('integrations.ofTen', { count })}>
        {MARKS.map((mark) => (
          <i key={mark} data-on={Number(mark) <= count ? '' : undefined} />
        ))}
      </span>
    </div>
  );
};

const Disabled = ({ endpoint }: { endpoint: Endpoint }) => {
  const t = useText();
  const textOf = useErrorText();
  const moment = useMoment();
  const refresh = useRefresh();
  const { id, name, disabledAt, disabledReason, skippedWhileDisabled: count } = endpoint;
  const enable = useMutation({
    mutationFn: () => send(client.POST('/v2/webhooks/{id}/enable', { params: { path: { id } } })),
    onSuccess: () => {
      say(t('integrations.enabledAgain', { name }));
      return refresh('webhook');
    },
  });
  return (
    <div className="notice health" data-tone="critical">
      <Icon of={Ban} />
      <div className="text">
        <b>{t('integrations.disabledTitle', { time: disabledAt === null ? '' : moment(disabledAt) })}</b>
        <span className="small">
          {disabledReason !== null && `${t(WHY[disabledReason])} `}
          {t('integrations.disabledSkipped', { count })}
        </span>
        {enable.isError && (
          <span className="small" role="alert">
            {textOf(enable.error)}
          </span>
        )}
      </div>
      <Button isPending={enable.isPending} onPress={() => enable.mutate()}>
        {t('integrations.enable')}
      </Button>
    </div>
  );
};

/** What is wrong with an endpoint, and what follows; nothing where all is well. */
export const HealthNotice = ({ endpoint, health }: { endpoint: Endpoint; health: Health | undefined }) => {
  const t = useText();
  const { status, withheldEventTypes } = endpoint;
  return (
    <>
      {status === 'failing' && <Failing endpoint={endpoint} health={health} />}
      {status === 'disabled' && <Disabled endpoint={endpoint} />}
      {withheldEventTypes.length > 0 && (
        <p className="notice health small" data-tone="info">
          {t('integrations.withheld', { count: withheldEventTypes.length })}
        </p>
      )}
    </>
  );
};

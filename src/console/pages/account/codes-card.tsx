import { useMutation } from '@tanstack/react-query';
import { CircleCheck, CircleDashed } from 'lucide-react';
import { useId, useState } from 'react';
import { client, send } from '../../api/client.ts';
import { useText } from '../../base/texts.tsx';
import { useFactorsChanged } from '../../parts/account/queries.ts';
import { useMe } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { ActionError } from '../../ui/notices/errors.tsx';
import { Status } from '../../ui/notices/status.tsx';
import { ConfirmButton } from '../../ui/overlays/confirm-button.tsx';
import { say } from '../../ui/overlays/toasts.tsx';
import { AppDialog } from './app-dialog.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

/** The app that makes codes, and the recovery codes. */
export const CodesCard = () => {
  const t = useText();
  const headingId = useId();
  const { secondFactor } = useMe();
  const changed = useFactorsChanged();
  const [codes, setCodes] = useState<readonly string[]>();
  const begin = useMutation({ mutationFn: () => send(client.POST('/manage/auth/totp')) });
  const remove = useMutation({
    mutationFn: () => send(client.DELETE('/manage/auth/totp')),
    onSuccess: () => {
      say(t('account.appRemoved'));
      return changed();
    },
  });
  const replace = useMutation({
    mutationFn: () => send(client.POST('/manage/auth/recovery-codes')),
    onSuccess: ({ recoveryCodes }) => {
      setCodes(recoveryCodes ?? undefined);
      return changed();
    },
  });
  const confirmed = (made: readonly string[] | null): void => {
    begin.reset();
    if (made === null) say(t('account.appSet'));
    else setCodes(made);
    void changed();
  };
  const hasFactor = secondFactor.totp || secondFactor.passkeys > 0;
  const isLast = secondFactor.passkeys === 0;
  const error = begin.error ?? remove.error ?? replace.error;
  return (
    <section className="card" aria-labelledby={headingId}>
      <header>
        <h2 id={headingId}>{t('account.codes')}</h2>
        <Status
          className="status push"
          icon={secondFactor.totp ? CircleCheck : CircleDashed}
          tone={secondFactor.totp ? 'positive' : undefined}
        >
          {t(secondFactor.totp ? 'account.on' : 'account.off')}
        </Status>
      </header>
      <div className="body stack">
        <p className="quiet">{t('account.codesHint')}</p>
        <div className="row" data-wrap="">
          <Button
            size="small"
            variant={secondFactor.totp ? 'quiet' : 'tinted'}
            isPending={begin.isPending}
            onPress={() => begin.mutate()}
          >
            {t(secondFactor.totp ? 'account.otherApp' : 'account.setApp')}
          </Button>
          {secondFactor.totp && (
            <ConfirmButton
              label={t('account.removeApp')}
              outcome={t(isLast ? 'account.removeLast' : 'account.removeAppOutcome')}
              confirm={t('account.removeApp')}
              onConfirm={() => remove.mutate()}
            />
          )}
        </div>
        {hasFactor && (
          <div className="spread">
            <span>{t('account.codesLeft', { count: secondFactor.recoveryCodesLeft })}</span>
            <ConfirmButton
              label={t('account.newCodes')}
              outcome={t('account.newCodesOutcome')}
              confirm={t('account.newCodes')}
              onConfirm={() => replace.mutate()}
            />
          </div>
        )}
        <ActionError error={error} isLine />
      </div>
      {begin.data !== undefined && (
        <AppDialog setup={begin.data} onConfirmed={confirmed} onClose={() => begin.reset()} />
      )}
      {codes !== undefined && <RecoveryCodes codes={codes} onClose={() => setCodes(undefined)} />}
    </section>
  );
};

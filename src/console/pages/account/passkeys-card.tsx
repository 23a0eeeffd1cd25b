import { useMutation, useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useId, useState } from 'react';
import { client, send } from '../../api/client.ts';
import { useText } from '../../base/texts.tsx';
import { useFormats } from '../../formats/use-formats.ts';
import { passkeysQuery, useFactorsChanged } from '../../parts/account/queries.ts';
import { setupQuery, useMe } from '../../session/session.ts';
import { hasPasskeys } from '../../session/webauthn.ts';
import { Button } from '../../ui/button.tsx';
import { ActionError, LoadError } from '../../ui/notices/errors.tsx';
import { ConfirmButton } from '../../ui/overlays/confirm-button.tsx';
import { say } from '../../ui/overlays/toasts.tsx';
import { Icon } from '../../ui/pictures/icon.tsx';
import { PasskeyDialog } from './passkey-dialog.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

/** The passkeys of the person. Where the address or the browser takes no passkeys, the card says why. */
export const PasskeysCard = () => {
  const t = useText();
  const headingId = useId();
  const { secondFactor } = useMe();
  const { date } = useFormats();
  const changed = useFactorsChanged();
  const [codes, setCodes] = useState<readonly string[]>();
  const passkeys = useQuery(passkeysQuery);
  const { data: setup } = useQuery(setupQuery);
  const begin = useMutation({ mutationFn: () => send(client.POST('/manage/auth/passkeys/registration')) });
  const remove = useMutation({
    mutationFn: (id: string) => send(client.DELETE('/manage/auth/passkeys/{id}', { params: { path: { id } } })),
    onSuccess: () => {
      say(t('account.passkeyRemoved'));
      return changed();
    },
  });
  const added = (made: readonly string[] | null): void => {
    begin.reset();
    if (made === null) say(t('account.passkeyAdded'));
    else setCodes(made);
    void changed();
  };
  const isLast = !secondFactor.totp && secondFactor.passkeys === 1;
  const obstacle = setup?.passkeys === false ? 'account.noPasskeysHere' : 'account.noPasskeysBrowser';
  const isPossible = setup?.passkeys === true && hasPasskeys();
  const error = begin.error ?? remove.error;
  return (
    <section className="card" aria-labelledby={headingId}>
      <header>
        <h2 id={headingId}>{t('account.passkeys')}</h2>
      </header>
      <div className="body stack">
        <p className="quiet">{t('account.passkeysHint')}</p>
        {passkeys.isError && <LoadError error={passkeys.error} onRetry={() => void passkeys.refetch()} />}
        {passkeys.data !== undefined && passkeys.data.data.length > 0 && (
          <ul className="own-list ruled">
            {passkeys.data.data.map(({ id, name, createdAt, lastUsedAt }) => (
              <li key={id}>
                <Icon of={KeyRound} />
                <span className="who">
                  <b>{name}</b>
                  <small className="quiet">
                    {lastUsedAt === null
                      ? t('account.addedOn', { date: date(createdAt) })
                      : t('account.usedOn', { date: date(lastUsedAt) })}
                  </small>
                </span>
                <ConfirmButton
                  label={
                    <>
                      {t('account.remove')} <span className="visually-hidden">{name}</span>
                    </>
                  }
                  outcome={t(isLast ? 'account.removeLast' : 'account.removePasskeyOutcome', { name })}
                  confirm={t('account.removePasskey')}
                  onConfirm={() => remove.mutate(id)}
                />
              </li>
            ))}
          </ul>
        )}
        {setup !== undefined && !isPossible && <p className="small">{t(obstacle)}</p>}
        {isPossible && (
          <div className="row">
            <Button size="small" variant="tinted" isPending={begin.isPending} onPress={() => begin.mutate()}>
              {t('account.addPasskey')}
            </Button>
          </div>
        )}
        <ActionError error={error} isLine />
      </div>
      {begin.data !== undefined && (
        <PasskeyDialog options={begin.data.publicKey} onAdded={added} onClose={() => begin.reset()} />
      )}
      {codes !== undefined && <RecoveryCodes codes={codes} onClose={() => setCodes(undefined)} />}
    </section>
  );
};

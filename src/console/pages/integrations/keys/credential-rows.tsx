import { useMutation } from '@tanstack/react-query';
import { Ban, CircleCheck, Clock } from 'lucide-react';
import type { ReactNode } from 'react';
import { nowMs } from '../../../clock.ts';
import { useFormats } from '../../../formats.ts';
import { useRefresh } from '../../../live/refresh.ts';
import { useText } from '../../../texts.tsx';
import { ConfirmButton } from '../../../ui/confirm-button.tsx';
import { useErrorText } from '../../../ui/failure.tsx';
import { LeadCell } from '../../../ui/paged-table.tsx';
import { Status } from '../../../ui/status.tsx';
import { say } from '../../../ui/toasts.tsx';
import { EVERY, scopeWord } from './scope-words.ts';

/** What keys and OAuth clients have alike. */
interface Credential {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly lastUsedAt: string | null;
  readonly revokedAt: string | null;
  readonly expiresAt?: string | null;
}

const Rights = ({ scopes }: { scopes: readonly string[] }) => {
  const t = useText();
  if (scopes.includes(EVERY)) return t('integrations.mayAll');
  const words = scopes.flatMap((scope) => scopeWord(scope) ?? []).map((word) => t(word));
  return (
    <>
      {t('integrations.rights', { count: scopes.length })}
      <small className="quiet rights-line">{[...new Set(words)].join(', ')}</small>
    </>
  );
};

const State = ({ revokedAt, expiresAt = null }: Credential) => {
  const t = useText();
  const { date } = useFormats();
  if (revokedAt !== null) {
    return <Status icon={Ban}>{t('integrations.revoked', { date: date(revokedAt) })}</Status>;
  }
  if (expiresAt !== null && Date.parse(expiresAt) <= nowMs()) {
    return <Status icon={Clock}>{t('integrations.expired', { date: date(expiresAt) })}</Status>;
  }
  return (
    <Status icon={CircleCheck} tone="positive">
      {expiresAt === null ? t('integrations.active') : t('integrations.expires', { date: date(expiresAt) })}
    </Status>
  );
};

interface CredentialCellsProps {
  readonly credential: Credential;
  /** What it is recognized by. */
  readonly note: string;
  readonly kind: 'api_key' | 'oauth_client';
  readonly revoke: (id: string) => Promise<unknown>;
  /** Its name as a link to where it is changed, while it works. */
  readonly link?: ReactNode;
}

/** A key or a client in its list, with what ends it. */
export const CredentialCells = ({ credential, note, kind, revoke, link }: CredentialCellsProps) => {
  const t = useText();
  const textOf = useErrorText();
  const { date } = useFormats();
  const refresh = useRefresh();
  const { id, name, scopes, lastUsedAt, revokedAt } = credential;
  const ended = useMutation({
    mutationFn: () => revoke(id),
    onSuccess: () => {
      say(t('integrations.revokedNow', { name }));
      return refresh(kind);
    },
  });
  return (
    <>
      <td data-cell="lead">
        <LeadCell
          name={revokedAt === null && link !== undefined ? link : name}
          note={<span className="mono">{note}</span>}
        />
      </td>
      <td data-priority="3">
        <Rights scopes={scopes} />
      </td>
      <td data-priority="3" className="nowrap">
        {lastUsedAt === null ? <span className="quiet">{t('integrations.notUsed')}</span> : date(lastUsedAt)}
      </td>
      <td data-cell="side">
        <State {...credential} />
      </td>
      <td data-cell="act" className="num">
        {revokedAt === null && (
          <ConfirmButton
            label={
              <>
                {t('integrations.revoke')}
                <span className="visually-hidden"> {name}</span>
              </>
            }
            isDisabled={ended.isPending}
            outcome={t('integrations.revokeOutcome', { name })}
            confirm={t('integrations.revokeAct', { name })}
            onConfirm={() => ended.mutate()}
          />
        )}
        {ended.isError && (
          <small className="error" role="alert">
            {textOf(ended.error)}
          </small>
        )}
      </td>
    </>
  );
};

/** The columns of both lists. */
export const useCredentialColumns = (lead: string) => {
  const t = useText();
  return [
    { name: lead },
    { name: t('integrations.may'), priority: 3 },
    { name: t('integrations.lastUsed'), priority: 3 },
    { name: t('integrations.status') },
  ] as const;
};

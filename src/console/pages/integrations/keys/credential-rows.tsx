import { useMutation } from '@tanstack/react-query';
import { Ban, CircleCheck, Clock } from 'lucide-react';
import type { ReactNode } from 'react';
import { useText } from '../../../base/texts.tsx';
import { nowMs } from '../../../base/time/now.ts';
import { useFormats } from '../../../formats/use-formats.ts';
import { useRefresh } from '../../../live/refresh.ts';
import { EVERY, scopeWord } from '../../../parts/integrations/scope-words.ts';
import { useErrorText } from '../../../ui/notices/errors.tsx';
import { Status } from '../../../ui/notices/status.tsx';
import { ConfirmButton } from '../../../ui/overlays/confirm-button.tsx';
import { say } from '../../../ui/overlays/toasts.tsx';
import type { ListColumn } from '../../../ui/tables/columns.ts';
import { LeadCell } from '../../../ui/tables/paged-table.tsx';

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

type Kind = 'api_key' | 'oauth_client';
type EndCredential = (id: string) => Promise<unknown>;

interface RevokeProps {
  readonly credential: Credential;
  readonly kind: Kind;
  readonly revoke: EndCredential;
}

/** What ends a key or a client. */
const Revoke = ({ credential: { id, name, revokedAt }, kind, revoke }: RevokeProps) => {
  const t = useText();
  const textOf = useErrorText();
  const refresh = useRefresh();
  const ended = useMutation({
    mutationFn: () => revoke(id),
    onSuccess: () => {
      say(t('integrations.revokedNow', { name }));
      return refresh(kind);
    },
  });
  return (
    <>
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
    </>
  );
};

interface CredentialList<Each extends Credential> {
  /** What one of them is called. */
  readonly lead: string;
  readonly kind: Kind;
  readonly revoke: EndCredential;
  /** What it is recognized by. */
  readonly noteOf: (credential: Each) => string;
  /** Its name as a link to where it is changed, while it works. */
  readonly linkOf?: (credential: Each) => ReactNode;
}

/** The columns of a list of keys or of clients. */
export const useCredentialColumns = <Each extends Credential>(
  list: CredentialList<Each>,
): readonly ListColumn<Each>[] => {
  const t = useText();
  const { date } = useFormats();
  const { lead, kind, revoke, noteOf, linkOf } = list;
  return [
    {
      id: 'name',
      name: lead,
      part: 'lead',
      cell: (credential) => (
        <LeadCell
          name={(credential.revokedAt === null && linkOf?.(credential)) || credential.name}
          note={<span className="mono">{noteOf(credential)}</span>}
        />
      ),
    },
    {
      id: 'may',
      name: t('integrations.may'),
      priority: 3,
      isQuiet: false,
      cell: ({ scopes }) => <Rights scopes={scopes} />,
    },
    {
      id: 'used',
      name: t('integrations.lastUsed'),
      priority: 3,
      isQuiet: false,
      className: 'nowrap',
      cell: ({ lastUsedAt }) =>
        lastUsedAt === null ? <span className="quiet">{t('integrations.notUsed')}</span> : date(lastUsedAt),
    },
    { id: 'status', name: t('integrations.status'), part: 'side', cell: (credential) => <State {...credential} /> },
    {
      id: 'actions',
      name: t('common.actions'),
      part: 'act',
      isUnnamed: true,
      className: 'num',
      cell: (credential) => <Revoke credential={credential} kind={kind} revoke={revoke} />,
    },
  ];
};

import { useQuery } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { client, send } from '../../api/client.ts';
import { useText } from '../../base/texts.tsx';
import { ArchiveActions } from '../../lists/archive-actions.tsx';
import { PendingPanel, SidePanel } from '../../lists/side-panel.tsx';
import { useRefresh } from '../../live/refresh.ts';
import { Link } from '../../ui/button.tsx';
import { Status } from '../../ui/notices/status.tsx';
import { say } from '../../ui/overlays/toasts.tsx';
import { STATUS_ICONS, STATUS_TONES, STATUS_WORDS, useCodeWords } from './code-words.ts';
import { codeQuery, type DiscountCode } from './queries.ts';

interface CodePanelProps {
  readonly id: string;
  readonly takesFocus: boolean;
  readonly onClose: () => void;
}

const Actions = ({ code: { id, code }, onClose }: { code: DiscountCode; onClose: () => void }) => {
  const t = useText();
  const refresh = useRefresh();
  return (
    <ArchiveActions
      name={code}
      outcome={t('codes.archiveText')}
      archive={() => send(client.DELETE('/manage/discount-codes/{id}', { params: { path: { id } } }))}
      onArchived={() => {
        say(t('codes.archived', { code }));
        onClose();
        return refresh('discount_code');
      }}
    >
      <Link to="/plans/codes/$codeId" params={{ codeId: id }} className="button" size="small" icon={Pencil}>
        {t('plans.change')}
      </Link>
    </ArchiveActions>
  );
};

/** One discount code: its terms in words, how often it was used, and what can be done with it. */
export const CodePanel = ({ id, takesFocus, onClose }: CodePanelProps) => {
  const t = useText();
  const { offOf, sentencesOf, usedOf } = useCodeWords();
  const { data, error, refetch } = useQuery(codeQuery(id));
  const code = data?.data;
  if (code === undefined) {
    return (
      <PendingPanel {...{ id, takesFocus, onClose, error }} title={t('codes.one')} onRetry={() => void refetch()} />
    );
  }
  const { status } = code;
  return (
    <SidePanel id={id} title={code.code} note={code.name} takesFocus={takesFocus} onClose={onClose}>
      <div className="spread">
        <b className="panel-amount">{offOf(code)}</b>
        <Status icon={STATUS_ICONS[status]} tone={STATUS_TONES[status]}>
          {t(STATUS_WORDS[status])}
        </Status>
      </div>
      {status !== 'archived' && <Actions code={code} onClose={onClose} />}
      <p>{usedOf(code)}</p>
      <ul className="outcome-list">
        {sentencesOf(code).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </SidePanel>
  );
};

import { useQuery } from '@tanstack/react-query';
import { Archive, Pencil } from 'lucide-react';
import { client, send } from '../../api/client.ts';
import { useText } from '../../base/texts.tsx';
import { useFormats } from '../../formats/use-formats.ts';
import { ArchiveActions } from '../../lists/archive-actions.tsx';
import { PendingPanel, SidePanel } from '../../lists/side-panel.tsx';
import { useRefresh } from '../../live/refresh.ts';
import { TYPE_WORDS } from '../../parts/plans/plan-record.ts';
import { type Plan, planQuery } from '../../parts/plans/queries.ts';
import { useCan } from '../../session/session.ts';
import { Link } from '../../ui/button.tsx';
import { Status } from '../../ui/notices/status.tsx';
import { say } from '../../ui/overlays/toasts.tsx';
import { NotPayable } from './not-payable.tsx';
import { usePlanWords } from './plan-words.ts';

interface PlanPanelProps {
  readonly id: string;
  readonly takesFocus: boolean;
  readonly onClose: () => void;
}

/** What can be done with a plan on sale. */
const Actions = ({ plan: { id, name }, onClose }: { plan: Plan; onClose: () => void }) => {
  const t = useText();
  const can = useCan();
  const refresh = useRefresh();
  const archive = () => send(client.DELETE('/manage/plans/{id}', { params: { path: { id } } }));
  return (
    <ArchiveActions
      name={name}
      outcome={t('plans.archiveText')}
      archive={can('packages:adjust') ? archive : undefined}
      onArchived={() => {
        say(t('plans.archived', { name }));
        onClose();
        return refresh('plan');
      }}
    >
      {can('packages:adjust') && (
        <Link to="/plans/$planId" params={{ planId: id }} className="button" size="small" icon={Pencil}>
          {t('plans.change')}
        </Link>
      )}
      {can('clients:read') && (
        <Link to="/sell" search={{ plan: id }} className="button" size="small">
          {t('words.sell')}
        </Link>
      )}
    </ArchiveActions>
  );
};

/** One plan: its terms in words, and what can be done with it. */
export const PlanPanel = ({ id, takesFocus, onClose }: PlanPanelProps) => {
  const t = useText();
  const { money, date } = useFormats();
  const { sentencesOf } = usePlanWords();
  const { data, error, refetch } = useQuery(planQuery(id));
  const plan = data?.data;
  if (plan === undefined) {
    return (
      <PendingPanel {...{ id, takesFocus, onClose, error }} title={t('plans.one')} onRetry={() => void refetch()} />
    );
  }
  const { name, type, price, currency, description, archivedAt } = plan;
  return (
    <SidePanel id={id} title={name} note={t(TYPE_WORDS[type])} takesFocus={takesFocus} onClose={onClose}>
      <div className="spread">
        <b className="panel-amount">{money(price, currency)}</b>
        {archivedAt !== null && <Status icon={Archive}>{t('plans.archivedOn', { date: date(archivedAt) })}</Status>}
      </div>
      {archivedAt === null && <Actions plan={plan} onClose={onClose} />}
      {archivedAt === null && <NotPayable plan={plan} />}
      <ul className="outcome-list">
        {sentencesOf(plan).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      {description !== null && <p className="quiet notes">{description}</p>}
    </SidePanel>
  );
};

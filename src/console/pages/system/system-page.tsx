import { getRouteApi } from '@tanstack/react-router';
import { useText } from '../../base/texts.tsx';
import { useCan } from '../../session/session.ts';
import { TabbedPage } from '../../ui/tabbed-page.tsx';
import { AuditTab } from './audit-tab.tsx';
import { HealthTab } from './health-tab.tsx';

const route = getRouteApi('/signed-in/system/{-$tab}');

/** How the server is, and who changed what. */
export const SystemPage = () => {
  const t = useText();
  const can = useCan();
  const { tab } = route.useParams();
  const navigate = route.useNavigate();
  const seesServer = can('backups:manage');
  const audit = { id: 'audit', name: t('system.auditLog'), show: () => <AuditTab /> };
  const health = { id: 'health', name: t('system.health'), show: () => <HealthTab /> };
  return (
    <TabbedPage
      title={t('system.title')}
      lead={seesServer ? t('system.lead') : t('system.auditLead')}
      parts={seesServer ? [health, audit] : [audit]}
      tab={tab}
      onTab={(next) => void navigate({ params: { tab: next }, search: {}, replace: true })}
    />
  );
};

import { getRouteApi } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import type { TextKey } from '../../../texts/translate.ts';
import { useText } from '../../base/texts.tsx';
import { useCan } from '../../session/session.ts';
import { Link } from '../../ui/button.tsx';
import { useShortcut } from '../../ui/keys/shortcuts.ts';
import { Icon } from '../../ui/pictures/icon.tsx';
import { ClientsTab } from './keys/clients-tab.tsx';
import { KeysTab } from './keys/keys-tab.tsx';
import { LogTab } from './log/log-tab.tsx';
import { WebhooksTab } from './webhooks-tab.tsx';

const route = getRouteApi('/signed-in/integrations');

interface Part {
  readonly id: string;
  readonly name: TextKey;
  readonly show: () => ReactNode;
  /** The page on which another one is made. */
  readonly add?: {
    readonly to: '/integrations/webhooks/new' | '/integrations/keys/new' | '/integrations/clients/new';
    readonly name: TextKey;
  };
}

const PARTS: readonly Part[] = [
  {
    id: 'webhooks',
    name: 'integrations.webhooks',
    show: () => <WebhooksTab />,
    add: { to: '/integrations/webhooks/new', name: 'integrations.add' },
  },
  {
    id: 'keys',
    name: 'integrations.keys',
    show: () => <KeysTab />,
    add: { to: '/integrations/keys/new', name: 'integrations.newKey' },
  },
  {
    id: 'clients',
    name: 'integrations.clients',
    show: () => <ClientsTab />,
    add: { to: '/integrations/clients/new', name: 'integrations.newClient' },
  },
  { id: 'log', name: 'integrations.log', show: () => <LogTab /> },
];

/** What other programs get of the studio and may do with it; the address names the part. */
export const IntegrationsPage = () => {
  const t = useText();
  const can = useCan();
  const { part: asked } = route.useSearch();
  const navigate = route.useNavigate();
  const parts = PARTS.filter(({ id }) => id !== 'log' || can('audit_log:read'));
  const [first] = parts;
  const part = parts.find(({ id }) => id === asked) ?? first;
  const add = part?.add;
  useShortcut('n', () => (add === undefined ? false : navigate({ to: add.to })));
  if (part === undefined) return null;
  const select = (id: string): void => void navigate({ search: id === first?.id ? {} : { part: id }, replace: true });
  return (
    <>
      <div className="page-head">
        <div className="titles">
          <h1>{t('integrations.title')}</h1>
        </div>
        {add !== undefined && (
          <div className="actions">
            <Link to={add.to} className="button" variant="primary">
              <Icon of={Plus} />
              {t(add.name)}
              <kbd>N</kbd>
            </Link>
          </div>
        )}
      </div>
      <Tabs selectedKey={part.id} onSelectionChange={(key) => key !== part.id && select(String(key))}>
        <TabList className="tabs" aria-label={t('integrations.title')}>
          {parts.map(({ id, name }) => (
            <Tab key={id} id={id}>
              {t(name)}
            </Tab>
          ))}
        </TabList>
        <TabPanel key={part.id} id={part.id} className="settings-panel">
          {part.show()}
        </TabPanel>
      </Tabs>
    </>
  );
};

import { getRouteApi } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useText } from '../../base/texts.tsx';
import { wordOf } from '../../lists/filters/filters.ts';
import { ListPage } from '../../lists/list-page.tsx';
import { useListAddress } from '../../lists/use-list-address.ts';
import { useCan, useIsOwner } from '../../session/session.ts';
import { Link } from '../../ui/button.tsx';
import { useShortcut } from '../../ui/keys/shortcuts.ts';
import { useEndpointList } from './endpoint-list.tsx';
import { useClientList, useKeyList } from './keys/credential-lists.tsx';
import { LogTab } from './log/log-tab.tsx';

const route = getRouteApi('/signed-in/integrations');

const PARTS = ['webhooks', 'keys', 'clients', 'log'] as const;

/** The pages on which another one is made. */
const ADD = {
  webhooks: { to: '/integrations/webhooks/new', name: 'integrations.add' },
  keys: { to: '/integrations/keys/new', name: 'integrations.newKey' },
  clients: { to: '/integrations/clients/new', name: 'integrations.newClient' },
  log: undefined,
} as const;

/** What other programs get of the studio and may do with it; the address names the list. */
export const IntegrationsPage = () => {
  const t = useText();
  const can = useCan();
  const isOwner = useIsOwner();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const parts = PARTS.filter((id) => id !== 'log' || can('audit_log:read'));
  const part = wordOf(parts, search.part) ?? 'webhooks';
  const add = part === 'clients' && !isOwner ? undefined : ADD[part];
  const endpoints = useEndpointList(part === 'webhooks');
  const keys = useKeyList(part === 'keys');
  const clients = useClientList(part === 'clients');
  const address = useListAddress(search, (next, change) => void navigate({ search: next, ...change }));
  useShortcut('n', () => (add === undefined ? false : navigate({ to: add.to })));
  const page = {
    title: t('integrations.title'),
    isHigh: true,
    actions: add !== undefined && (
      <Link to={add.to} className="button" variant="primary" icon={Plus}>
        {t(add.name)}
        <kbd>N</kbd>
      </Link>
    ),
    views: {
      label: t('integrations.title'),
      choices: parts.map((id) => ({ id, name: t(`integrations.${id}`) })),
      selected: part,
      onSelect: (id: string) => {
        if (id !== part) void navigate({ search: id === 'webhooks' ? {} : { part: id }, replace: true });
      },
    },
    address,
  };
  if (part === 'webhooks') return <ListPage {...page} {...endpoints} />;
  if (part === 'keys') return <ListPage {...page} {...keys} />;
  if (part === 'clients') return <ListPage {...page} {...clients} />;
  return (
    <ListPage {...page}>
      <LogTab />
    </ListPage>
  );
};

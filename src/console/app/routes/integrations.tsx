import { createRoute } from '@tanstack/react-router';
import { lazyPage, signedIn, texts } from './parents.tsx';

const integrations = createRoute({
  getParentRoute: () => signedIn,
  path: '/integrations',
  staticData: { rights: ['integrations:manage'], title: 'shell.integrations' },
  validateSearch: texts('part', 'type', 'from', 'to', 'client', 'event'),
  component: lazyPage(() => import('../../pages/integrations/integrations-page.tsx'), 'IntegrationsPage'),
});

const newEndpoint = createRoute({
  getParentRoute: () => signedIn,
  path: '/integrations/webhooks/new',
  staticData: { rights: ['integrations:manage'] },
  component: lazyPage(() => import('../../pages/integrations/form/new-endpoint-page.tsx'), 'NewEndpointPage'),
});

const endpoint = createRoute({
  getParentRoute: () => signedIn,
  path: '/integrations/webhooks/$webhookId',
  staticData: { rights: ['integrations:manage'] },
  validateSearch: texts('delivery', 'show'),
  component: lazyPage(() => import('../../pages/integrations/endpoint/endpoint-page.tsx'), 'EndpointPage'),
});

const editEndpoint = createRoute({
  getParentRoute: () => signedIn,
  path: '/integrations/webhooks/$webhookId/edit',
  staticData: { rights: ['integrations:manage'] },
  component: lazyPage(() => import('../../pages/integrations/form/edit-endpoint-page.tsx'), 'EditEndpointPage'),
});

const newKey = createRoute({
  getParentRoute: () => signedIn,
  path: '/integrations/keys/new',
  staticData: { rights: ['integrations:manage'] },
  component: lazyPage(() => import('../../pages/integrations/keys/new-key-page.tsx'), 'NewKeyPage'),
});

const newClient = createRoute({
  getParentRoute: () => signedIn,
  path: '/integrations/clients/new',
  staticData: { rights: ['integrations:manage'] },
  component: lazyPage(() => import('../../pages/integrations/keys/new-client-page.tsx'), 'NewClientPage'),
});

const editClient = createRoute({
  getParentRoute: () => signedIn,
  path: '/integrations/clients/$clientId',
  staticData: { rights: ['integrations:manage'] },
  component: lazyPage(() => import('../../pages/integrations/keys/edit-client-page.tsx'), 'EditClientPage'),
});

export const integrationsRoutes = [
  integrations,
  newEndpoint,
  endpoint,
  editEndpoint,
  newKey,
  newClient,
  editClient,
] as const;

import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { useText } from '../../../base/texts.tsx';
import { useCan } from '../../../session/session.ts';
import { MailServerCard } from '../services/mail-server-card.tsx';
import { SettingsFrame } from '../settings-frame.tsx';
import { RulesTab } from './rules-tab.tsx';
import { SentTab } from './sent-tab.tsx';
import { TextsTab } from './texts-tab.tsx';

const route = getRouteApi('/signed-in/settings/mails');

interface Part {
  readonly id: string;
  readonly name: string;
  readonly show: () => ReactNode;
}

/** What the emails of the studio say, when they go, and which have gone; the address names the part. */
export const MailsPage = () => {
  const t = useText();
  const can = useCan();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const parts: readonly Part[] = [
    {
      id: 'rules',
      name: t('mails.rules'),
      show: () => (
        <RulesTab site={search.site} onSite={(site) => void navigate({ search: site === undefined ? {} : { site } })} />
      ),
    },
    {
      id: 'texts',
      name: t('mails.texts'),
      show: () => (
        <TextsTab
          kind={search.kind}
          language={search.language}
          onChoose={(kind, language) => void navigate({ search: { part: 'texts', kind, language } })}
        />
      ),
    },
    ...(can('clients:read')
      ? [
          {
            id: 'sent',
            name: t('mails.sent'),
            show: () => (
              <SentTab
                isFailed={search.show === 'failed'}
                onFailed={(isFailed) =>
                  void navigate({ search: { part: 'sent', ...(isFailed ? { show: 'failed' } : {}) }, replace: true })
                }
              />
            ),
          },
        ]
      : []),
  ];
  const [first] = parts;
  const part = parts.find(({ id }) => id === search.part) ?? first;
  if (part === undefined) return null;
  const select = (id: string): void => void navigate({ search: id === first?.id ? {} : { part: id }, replace: true });
  return (
    <SettingsFrame page="/settings/mails">
      <div className="stack" data-gap="wide">
        <MailServerCard />
        <Tabs selectedKey={part.id} onSelectionChange={(key) => key !== part.id && select(String(key))}>
          <TabList className="tabs" aria-label={t('mails.title')}>
            {parts.map(({ id, name }) => (
              <Tab key={id} id={id}>
                {name}
              </Tab>
            ))}
          </TabList>
          <TabPanel key={part.id} id={part.id} className="settings-panel">
            {part.show()}
          </TabPanel>
        </Tabs>
      </div>
    </SettingsFrame>
  );
};

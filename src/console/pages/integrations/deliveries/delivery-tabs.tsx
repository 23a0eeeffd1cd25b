import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { present } from '../../../base/present.ts';
import { useText } from '../../../base/texts.tsx';
import { JsonView, TextView } from '../json-view.tsx';
import type { deliveryQuery, Endpoint } from '../queries.ts';

type Detail = Awaited<ReturnType<NonNullable<ReturnType<typeof deliveryQuery>['queryFn']>>>;

interface DeliveryTabsProps {
  readonly delivery: Detail;
  readonly endpoint: Endpoint;
}

/** What was sent, with its headers, and what was answered. */
export const DeliveryTabs = ({ delivery, endpoint }: DeliveryTabsProps) => {
  const t = useText();
  const { eventId, eventType, createdAt, payload, responseStatus, responseSnippet } = delivery;
  const headers = present([
    'Content-Type: application/json',
    `X-Service-Event-ID: ${eventId}`,
    `X-Service-Event-Type: ${eventType}`,
    `X-Service-Timestamp: ${Math.floor(Date.parse(createdAt) / 1_000)}`,
    'X-Service-Signature: t=…,v1=…',
    endpoint.customHeader && `${endpoint.customHeader.name}: ${t('integrations.hidden')}`,
  ]);
  const answer = responseStatus === null ? t('integrations.answerNone') : (responseSnippet ?? '');
  return (
    <Tabs defaultSelectedKey="sent" className="stack">
      <TabList className="tabs" aria-label={t('integrations.deliveries')}>
        <Tab id="sent">{t('integrations.sent')}</Tab>
        <Tab id="headers">{t('integrations.headers')}</Tab>
        <Tab id="answer">{t('integrations.answer')}</Tab>
      </TabList>
      <TabPanel id="sent">
        <JsonView value={payload} label={t('integrations.payload')} />
      </TabPanel>
      <TabPanel id="headers">
        <TextView text={headers.join('\n')} label={t('integrations.headersSent')} />
      </TabPanel>
      <TabPanel id="answer">
        <TextView text={answer === '' ? t('integrations.answerEmpty') : answer} label={t('integrations.answerText')} />
      </TabPanel>
    </Tabs>
  );
};

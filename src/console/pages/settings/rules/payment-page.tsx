import { getRouteApi } from '@tanstack/react-router';
import { PAYMENT, PLATFORM } from '../../../parts/settings/payment-record.ts';
import { ProcessorCard } from './processor-card.tsx';
import { RulesPage } from './rules-page.tsx';

const route = getRouteApi('/signed-in/settings/payment');

/** How clients pay, fees, and the card processor: for all sites or one. */
export const PaymentPage = () => {
  const { site } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <RulesPage
      page="/settings/payment"
      site={site}
      onSite={(id) => void navigate({ search: id === undefined ? {} : { site: id } })}
      // Without a platform these settings do nothing.
      partsOf={({ data: settings }) => (settings.payment.processor.account === null ? PAYMENT : [...PAYMENT, PLATFORM])}
      above={({ data: settings }) => <ProcessorCard processor={settings.payment.processor} />}
    />
  );
};

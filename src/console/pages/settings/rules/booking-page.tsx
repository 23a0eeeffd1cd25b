import { getRouteApi } from '@tanstack/react-router';
import { BOOKING } from '../../../parts/settings/booking-record.ts';
import { RulesPage } from './rules-page.tsx';

const route = getRouteApi('/signed-in/settings/booking');

/** Who may book what and when, waiting lists, and check-in: for all sites or one. */
export const BookingPage = () => {
  const { site } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <RulesPage
      page="/settings/booking"
      site={site}
      onSite={(id) => void navigate({ search: id === undefined ? {} : { site: id } })}
      partsOf={() => BOOKING}
    />
  );
};

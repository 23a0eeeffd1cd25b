import { getRouteApi } from '@tanstack/react-router';
import { MEMBERSHIP } from '../../../parts/settings/membership-record.ts';
import { RulesPage } from './rules-page.tsx';

const route = getRouteApi('/signed-in/settings/membership');

/** Freezing, the end of packages, and who becomes a member: for all sites or one. */
export const MembershipPage = () => {
  const { site } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <RulesPage
      page="/settings/membership"
      site={site}
      onSite={(id) => void navigate({ search: id === undefined ? {} : { site: id } })}
      partsOf={() => MEMBERSHIP}
    />
  );
};

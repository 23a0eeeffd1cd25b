import { getRouteApi } from '@tanstack/react-router';
import { MEMBERS_PAGE } from '../../../parts/settings/members-record.ts';
import { SettingsFrame } from '../settings-frame.tsx';
import { Scoped } from '../shared/scoped.tsx';
import { SettingsForm } from '../shared/settings-form.tsx';
import { AddressCard } from './address-card.tsx';
import { EmbedCard } from './embed-card.tsx';

const route = getRouteApi('/signed-in/settings/members');

/** The page on which members book: its address, what strangers see, signing up, and websites that show it. */
export const MembersPage = () => {
  const { site } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <SettingsFrame page="/settings/members">
      <Scoped site={site} onSite={(id) => void navigate({ search: id === undefined ? {} : { site: id } })}>
        {(siteId, version) => (
          <>
            <AddressCard siteId={siteId} version={version} />
            <SettingsForm siteId={siteId} version={version} parts={MEMBERS_PAGE}>
              <EmbedCard siteId={siteId} version={version} />
            </SettingsForm>
          </>
        )}
      </Scoped>
    </SettingsFrame>
  );
};

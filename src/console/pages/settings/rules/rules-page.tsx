import type { ReactNode } from 'react';
import type { Version } from '../../../parts/settings/queries.ts';
import type { Part } from '../../../parts/settings/settings-record.ts';
import { SettingsFrame, type SettingsPath } from '../settings-frame.tsx';
import { Scoped } from '../shared/scoped.tsx';
import { SettingsForm } from '../shared/settings-form.tsx';

interface RulesPageProps {
  readonly page: SettingsPath;
  /** The site in the address. */
  readonly site: string | undefined;
  readonly onSite: (id: string | undefined) => void;
  readonly partsOf: (version: Version) => readonly Part[];
  /** Above the settings, such as the card processor. */
  readonly above?: (version: Version) => ReactNode;
}

/** A page of settings that sites may have for themselves. */
export const RulesPage = ({ page, site, onSite, partsOf, above }: RulesPageProps) => (
  <SettingsFrame page={page}>
    <Scoped site={site} onSite={onSite}>
      {(siteId, version) => (
        <>
          {siteId === undefined && above?.(version)}
          <SettingsForm siteId={siteId} version={version} parts={partsOf(version)} />
        </>
      )}
    </Scoped>
  </SettingsFrame>
);

import type { ReactNode } from 'react';
import { SettingsFrame, type SettingsPath } from '../settings-frame.tsx';
import type { Version } from '../shared/queries.ts';
import { Scoped } from '../shared/scoped.tsx';
import { SettingsForm } from '../shared/settings-form.tsx';
import type { Part } from '../shared/settings-record.ts';

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

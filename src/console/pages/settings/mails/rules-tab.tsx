import { useCan } from '../../../session/session.ts';
import { Scoped } from '../shared/scoped.tsx';
import { RulesForm } from './rules-form.tsx';
import { RulesView } from './rules-view.tsx';

interface RulesTabProps {
  readonly site: string | undefined;
  readonly onSite: (id: string | undefined) => void;
}

/** Who writes the mails of the studio or of a site, which mails go, and when. */
export const RulesTab = ({ site, onSite }: RulesTabProps) => {
  const can = useCan();
  return (
    <Scoped site={site} onSite={onSite}>
      {(siteId, version) =>
        can('settings:write') ? (
          <RulesForm key={siteId ?? 'brand'} siteId={siteId} version={version} />
        ) : (
          <RulesView settings={version.data} />
        )
      }
    </Scoped>
  );
};

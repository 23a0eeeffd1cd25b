import type { ReactNode } from 'react';
import { useText } from '../../../base/texts.tsx';
import { useMe } from '../../../session/session.ts';
import { CheckField } from '../../../ui/fields/check-field.tsx';
import { PartError } from './part-error.tsx';

interface SomeSitesProps {
  readonly isAll: boolean;
  readonly chosen: readonly string[];
  readonly onChoose: (ids: string[]) => void;
  readonly error: string | undefined;
  /** The question whether it holds at all sites. */
  readonly children: ReactNode;
}

/** At which sites something holds; nothing to choose where there is one site. All of them are for a person who has all. */
export const SomeSites = ({ isAll, chosen, onChoose, error, children }: SomeSitesProps) => {
  const t = useText();
  const { sites, hasAllSites } = useMe();
  const isAsked = hasAllSites || isAll;
  const isOnly = !isAsked && sites.every(({ id }) => chosen.includes(id));
  if (sites.length < 2 && (isAll || isOnly)) return null;
  return (
    <div className="stack">
      {isAsked && children}
      {!isAll && (
        <fieldset className="stack choices">
          <legend className={isAsked ? 'visually-hidden' : 'label'}>{t('integrations.whereSome')}</legend>
          {sites.map(({ id, name }) => (
            <CheckField
              key={id}
              label={name}
              isSelected={chosen.includes(id)}
              onChange={(isOn) => onChoose((isOn ? [...chosen, id] : chosen.filter((each) => each !== id)).toSorted())}
            />
          ))}
        </fieldset>
      )}
      <PartError error={error} />
    </div>
  );
};

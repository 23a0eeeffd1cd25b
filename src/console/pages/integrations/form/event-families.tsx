import { ChevronRight } from 'lucide-react';
import { Button, Disclosure, DisclosurePanel } from 'react-aria-components';
import { useText } from '../../../base/texts.tsx';
import { CheckField } from '../../../ui/fields/check-field.tsx';
import { Icon } from '../../../ui/pictures/icon.tsx';
import { EVENT_FAMILIES, type EventFamily } from '../event-words.ts';
import { useEventFamilies } from '../use-event-families.ts';

interface FamilyProps {
  readonly family: EventFamily;
  readonly chosen: readonly string[];
  readonly onChoose: (chosen: readonly string[]) => void;
}

const Family = ({ family: { pattern, label, types }, chosen, onChoose }: FamilyProps) => {
  const t = useText();
  const own = Object.entries(types);
  const hasAll = chosen.includes(pattern);
  const count = own.filter(([type]) => chosen.includes(type)).length;
  const others = chosen.filter((each) => each !== pattern && !Object.hasOwn(types, each));
  const toggle = (type: string, isOn: boolean): void =>
    onChoose(isOn ? [...chosen, type] : chosen.filter((each) => each !== type));
  if (own.length === 1) {
    const [type = pattern] = own[0] ?? [];
    return (
      <CheckField
        label={t(label)}
        hint={<span className="mono"> {type}</span>}
        isSelected={hasAll || chosen.includes(type)}
        onChange={(isOn) => onChoose(isOn ? [...others, type] : others)}
      />
    );
  }
  return (
    <Disclosure className="event-family">
      <div className="row">
        <Button slot="trigger" className="event-family-name row">
          <Icon of={ChevronRight} />
          {t(label)}
        </Button>
        <span className="small quiet push">
          {hasAll ? t('integrations.showAll') : count > 0 && t('integrations.kinds', { count })}
        </span>
      </div>
      <DisclosurePanel className="stack choices">
        <CheckField
          label={t('integrations.allOf', { family: t(label) })}
          hint={<span className="mono"> {pattern}</span>}
          isSelected={hasAll}
          onChange={(isOn) => onChoose(isOn ? [...others, pattern] : others)}
        />
        {own.map(([type, word]) => (
          <CheckField
            key={type}
            label={t(word)}
            hint={<span className="mono"> {type}</span>}
            isSelected={hasAll || chosen.includes(type)}
            isDisabled={hasAll}
            onChange={(isOn) => toggle(type, isOn)}
          />
        ))}
      </DisclosurePanel>
    </Disclosure>
  );
};

interface EventFamiliesProps {
  readonly chosen: readonly string[];
  readonly onChoose: (types: string[]) => void;
}

/** The events that an endpoint gets, in words: families such as `booking.*`, and types. */
export const EventFamilies = ({ chosen, onChoose }: EventFamiliesProps) => {
  const families = useEventFamilies();
  const isShown = ({ pattern, types }: EventFamily): boolean =>
    pattern !== 'ping' &&
    (families.some((family) => family.pattern === pattern) ||
      chosen.some((each) => each === pattern || Object.hasOwn(types, each)));
  return (
    <div className="event-families ruled">
      {EVENT_FAMILIES.filter(isShown).map((family) => (
        <Family key={family.pattern} family={family} chosen={chosen} onChoose={(next) => onChoose(next.toSorted())} />
      ))}
    </div>
  );
};

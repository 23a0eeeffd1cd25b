import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useText } from '../../base/texts.tsx';
import { schedulesQuery } from '../../parts/timetable/queries.ts';
import { useCan } from '../../session/session.ts';
import { useSite } from '../../session/site.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/pictures/icon.tsx';

interface KnownCategoriesProps {
  /** The categories of the plan as they are typed, separated by commas. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

const named = (text: string): string[] =>
  text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');

/** The categories of the classes, to be added with a press: spelled otherwise, a pass would pay for none of them. */
export const KnownCategories = ({ value, onChange }: KnownCategoriesProps) => {
  const t = useText();
  const { id: siteId } = useSite();
  const { data = [] } = useQuery({ ...schedulesQuery(siteId), enabled: useCan()('schedules:read') });
  const chosen = named(value);
  const known = [...new Set(data.flatMap(({ category }) => category ?? []))]
    .filter((name) => !chosen.includes(name))
    .toSorted((one, other) => one.localeCompare(other));
  if (known.length === 0) return null;
  return (
    <fieldset className="row" data-wrap="" aria-label={t('plans.knownCategories')}>
      {known.map((name) => (
        <Button key={name} size="small" onPress={() => onChange([...chosen, name].join(', '))}>
          <Icon of={Plus} />
          {name}
        </Button>
      ))}
    </fieldset>
  );
};

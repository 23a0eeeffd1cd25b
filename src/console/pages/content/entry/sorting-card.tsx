import { useQuery } from '@tanstack/react-query';
import type { Edit } from '../../../edit/use-edit.ts';
import { instructorsQuery } from '../../../people.ts';
import { useCan } from '../../../session.ts';
import { useText } from '../../../texts.tsx';
import { PickMany } from '../../../ui/pick-many.tsx';
import { SwitchField } from '../../../ui/switch-field.tsx';
import { categoriesQuery, tagsQuery } from '../queries.ts';
import { categoryPaths } from '../words.ts';
import { idsOf } from './entry-fields.ts';
import { useFieldWords } from './field-words.ts';
import { One } from './one-field.tsx';

/** Where members find an entry: its categories, its tags, who teaches it. */
export const SortingCard = ({ edit }: { edit: Edit }) => {
  const t = useText();
  const can = useCan();
  const { nameOf } = useFieldWords();
  const { data: categories = [] } = useQuery(categoriesQuery);
  const { data: tags = [] } = useQuery(tagsQuery);
  const { data: instructors = [] } = useQuery({ ...instructorsQuery, enabled: can('staff:read') });
  const pick = (name: string) => ({
    label: nameOf(name),
    chosen: idsOf(edit.draft[name]),
    onChange: (ids: string[]) => edit.set(name, ids.join(',')),
  });
  return (
    <section className="card" aria-labelledby="entry-sorting">
      <header>
        <h2 id="entry-sorting">{t('content.whereFound')}</h2>
      </header>
      <div className="body stack" data-gap="wide">
        <One edit={edit} name="categoryIds">
          <PickMany {...pick('categoryIds')} choices={categoryPaths(categories)} />
        </One>
        <One edit={edit} name="tagIds">
          <PickMany {...pick('tagIds')} choices={tags} />
        </One>
        {can('staff:read') && (
          <One edit={edit} name="instructorIds">
            <PickMany
              {...pick('instructorIds')}
              choices={instructors.map(({ id, displayName, firstName, lastName }) => ({
                id,
                name: displayName ?? `${firstName} ${lastName}`,
              }))}
            />
          </One>
        )}
        <One edit={edit} name="isFeatured">
          <SwitchField
            label={nameOf('isFeatured')}
            hint={t('content.featuredHint')}
            isSelected={edit.draft.isFeatured === 'yes'}
            onChange={(isOn) => edit.set('isFeatured', isOn ? 'yes' : 'no')}
          />
        </One>
      </div>
    </section>
  );
};

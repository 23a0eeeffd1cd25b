import { X } from 'lucide-react';
import { useText } from '../../../base/texts.tsx';
import type { RecordForm } from '../../../forms/use-record-form.tsx';
import type { RoomDraft, SiteDraft } from '../../../parts/settings/site-record.ts';
import { Button } from '../../../ui/button.tsx';
import { AddRow } from '../../../ui/fields/add-row.tsx';
import { Field } from '../../../ui/fields/field.tsx';

/** The rooms of a site, with the people for whom there is room. */
export const RoomsField = ({ form }: { form: RecordForm<SiteDraft> }) => {
  const t = useText();
  const rooms = form.draft.rooms;
  const set = (next: readonly RoomDraft[]): void => form.set('rooms', next);
  const change = (at: number, part: Partial<RoomDraft>): void =>
    set(rooms.map((each, index) => (index === at ? { ...each, ...part } : each)));
  return (
    <div className="stack" data-rows="">
      {rooms.length === 0 && <p className="quiet">{t('sites.noRooms')}</p>}
      <ul className="stack">
        {rooms.map(({ id, name, capacity }, at) => (
          <li key={id ?? `new ${at}`} className="item-row">
            <Field
              label={t('sites.roomName')}
              autoComplete="off"
              value={name}
              onChange={(text) => change(at, { name: text })}
              error={form.error?.detail(`rooms[${at}].name`)}
            />
            <Field
              label={t('sites.capacity')}
              inputMode="numeric"
              autoComplete="off"
              value={capacity}
              onChange={(text) => change(at, { capacity: text })}
              error={form.error?.detail(`rooms[${at}].capacity`)}
            />
            <Button
              variant="quiet"
              iconOnly
              aria-label={t('sites.removeRoom', { name: name || t('sites.newRoom') })}
              onPress={() => set(rooms.filter((_, other) => other !== at))}
              icon={X}
            />
          </li>
        ))}
      </ul>
      <div>
        <AddRow onAdd={() => set([...rooms, { name: '', capacity: '' }])}>{t('sites.addRoom')}</AddRow>
      </div>
    </div>
  );
};

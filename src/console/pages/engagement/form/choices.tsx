import { Checkbox, CheckboxGroup, Label } from 'react-aria-components';
import { useFormats } from '../../../formats.ts';
import { instantAt, wallTime } from '../../../local-time.ts';
import { useText } from '../../../texts.tsx';
import { isMoment } from '../../../typed/read-moment.ts';
import { isUnread } from '../../../typed/unread.ts';
import { MomentField } from '../../../ui/date-field.tsx';
import type { Choice } from '../../../ui/select.tsx';
import { type Form, idsOf, textOfIds } from './form.ts';

interface OneProps {
  readonly form: Form;
  readonly path: string;
}

interface ManyProps extends OneProps {
  readonly choices: readonly Choice[];
  readonly hint?: string;
}

/** A field that takes several of some choices; it holds their ids. */
export const FormMany = ({ form, path, choices, hint }: ManyProps) => {
  const t = useText();
  const { nameOf, shownOf } = form.words;
  const value = form.draft[path] ?? '';
  const isChanged = !form.isNew && path in form.changed;
  if (form.isFixed(path)) {
    return (
      <dl className="fixed-field" data-wide="">
        <dt>{nameOf(path)}</dt>
        <dd>{shownOf(path, form.base[path] ?? '')}</dd>
      </dl>
    );
  }
  const shown = isChanged ? t('edit.before', { value: shownOf(path, form.base[path] ?? '') }) : hint;
  const error = form.errorOf(path);
  // What is not among the choices stays, such as a site of colleagues.
  const others = idsOf(value).filter((id) => !choices.some((choice) => choice.id === id));
  return (
    <div className="one" data-wide="" data-path={path} data-changed={isChanged ? '' : undefined}>
      <CheckboxGroup
        className="field"
        value={idsOf(value)}
        onChange={(ids) => form.set(path, textOfIds([...new Set([...ids, ...others])]))}
      >
        <Label className="label">{nameOf(path)}</Label>
        <div className="many">
          {choices.map(({ id, name }) => (
            <Checkbox key={id} value={id} className="chip state-chip">
              {name}
            </Checkbox>
          ))}
        </div>
        {shown !== undefined && <span className="hint">{shown}</span>}
        {error !== undefined && <span className="error">{error}</span>}
      </CheckboxGroup>
    </div>
  );
};

interface InstantProps extends OneProps {
  readonly zone: string;
  readonly hint?: string;
}

/** A field for a day and a time on the wall clock of a zone; it holds the instant. */
export const FormInstant = ({ form, path, zone, hint }: InstantProps) => {
  const t = useText();
  const { localDate } = useFormats(zone);
  const { nameOf, shownOf } = form.words;
  const instant = form.draft[path] ?? '';
  const isChanged = !form.isNew && path in form.changed;
  if (form.isFixed(path)) {
    return (
      <dl className="fixed-field">
        <dt>{nameOf(path)}</dt>
        <dd>{shownOf(path, form.base[path] ?? '')}</dd>
      </dl>
    );
  }
  const set = (text: string): void =>
    form.set(path, isMoment(text) ? instantAt(text.slice(0, 10), text.slice(11), zone) : text);
  return (
    <div className="one" data-path={path} data-changed={isChanged ? '' : undefined}>
      <MomentField
        name={path}
        label={nameOf(path)}
        timeZone={zone}
        value={instant === '' || isUnread(instant) ? instant : `${localDate(instant)}T${wallTime(instant, zone)}`}
        onChange={set}
        error={form.errorOf(path)}
        hint={isChanged ? t('edit.before', { value: shownOf(path, form.base[path] ?? '') }) : hint}
      />
    </div>
  );
};

import { CalendarDays, UserPlus } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { foldedTogether } from '../../../kernel/folding.ts';
import { useText } from '../../base/texts.tsx';
import type { Formats } from '../../formats/use-formats.ts';
import { Avatar } from '../../ui/pictures/avatar.tsx';
import { Icon } from '../../ui/pictures/icon.tsx';
import type { Item } from './items.ts';
import { actWords, standingOf } from './words.ts';

/** The first place of a text in a name, whatever the accents, the case, apostrophes and hyphens. */
const placeOf = (name: string, text: string): readonly [number, number] | undefined => {
  const letters = [...name];
  const wanted = foldedTogether(text);
  if (wanted === '') return undefined;
  for (let start = 0; start < letters.length; start += 1) {
    if (foldedTogether(letters[start] ?? '') === '') continue;
    let end = start;
    let part = '';
    while (end < letters.length && part.length < wanted.length) {
      part += foldedTogether(letters[end] ?? '');
      end += 1;
    }
    if (part === wanted) return [start, end];
  }
  return undefined;
};

/** A name in which the letters that were searched for stand out. */
const Marked = ({ name, text }: { name: string; text: string }) => {
  const words = text.split(/\s+/).filter((word) => word !== '');
  const place = words.map((word) => placeOf(name, word)).find((each) => each !== undefined);
  if (place === undefined) return name;
  const [start, end] = place;
  const letters = [...name];
  return (
    <>
      {letters.slice(0, start).join('')}
      <mark>{letters.slice(start, end).join('')}</mark>
      {letters.slice(end).join('')}
    </>
  );
};

interface OptionProps {
  readonly id: string;
  readonly item: Item;
  readonly text: string;
  readonly formats: Formats;
  readonly isCurrent: boolean;
  readonly onRun: () => void;
}

const Body = ({ item, text, formats, isCurrent }: Pick<OptionProps, 'item' | 'text' | 'formats' | 'isCurrent'>) => {
  const t = useText();
  switch (item.kind) {
    case 'client':
      return (
        <>
          <Avatar name={item.client.fullName} photoUrl={item.client.photoUrl} />
          <span className="who">
            <b>
              <Marked name={item.client.fullName} text={text} />
            </b>
            <small>{standingOf(item.client, t, formats)}</small>
          </span>
          <span className="res-hint">
            {isCurrent && <kbd>↵</kbd>} {actWords(item.client, t, formats)}
          </span>
        </>
      );
    case 'session': {
      const { name, startTime, roomName, bookedCount, capacity } = item.session;
      const when = formats.dayTime(startTime);
      return (
        <>
          <span className="res-ic disc">
            <Icon of={CalendarDays} />
          </span>
          <span className="who">
            <b>
              <Marked name={name} text={text} />
            </b>
            <small>{roomName === null ? when : t('palette.inRoom', { when, room: roomName })}</small>
          </span>
          <span className="res-hint">
            {capacity === null
              ? t('palette.bookedCount', { count: bookedCount })
              : t('palette.seats', { booked: bookedCount, capacity })}
          </span>
        </>
      );
    }
    case 'page':
      return (
        <>
          <span className="res-ic disc">
            <Icon of={item.section.icon} />
          </span>
          <span className="who">
            <b>{item.section.title}</b>
          </span>
        </>
      );
    case 'new':
      return (
        <>
          <span className="res-ic disc">
            <Icon of={UserPlus} />
          </span>
          <span className="who">
            <b>{t('palette.newClient', { name: item.text })}</b>
          </span>
        </>
      );
  }
};

/** A line of the palette: who or what it is, and what Enter does. The focus stays in the field. */
export const Option = ({ id, item, text, formats, isCurrent, onRun }: OptionProps) => {
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isCurrent) line.current?.scrollIntoView({ block: 'nearest' });
  }, [isCurrent]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and takes the keys
    <div
      ref={line}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isCurrent}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onRun}
    >
      <Body item={item} text={text} formats={formats} isCurrent={isCurrent} />
    </div>
  );
};

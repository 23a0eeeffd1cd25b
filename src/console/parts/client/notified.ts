import type { Schemas } from '../../api/types.ts';
import { useText } from '../../base/texts.tsx';
import { useFormats } from '../../formats/use-formats.ts';

interface Notified {
  readonly notified: readonly Schemas['NotifiedPerson'][];
  readonly notifiedCount: number;
}

const MOST_NAMES = 3;

/** Who is notified of an act, by name as far as a line has room. */
export const useWhoIsNotified = (): ((preview: Notified) => string) => {
  const t = useText();
  const { list } = useFormats();
  return ({ notified, notifiedCount: count }) => {
    if (count === 0) return t('client.noneNotified');
    const names = notified.slice(0, MOST_NAMES).map(({ name }) => name ?? t('client.somebody'));
    const more = count - names.length;
    return more > 0
      ? t('client.notifiedMore', { names: names.join(', '), count: more })
      : t('client.notified', { names: list(names), count });
  };
};

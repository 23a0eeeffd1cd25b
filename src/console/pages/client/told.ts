import type { Schemas } from '../../api/types.ts';
import { useFormats } from '../../formats.ts';
import { useText } from '../../texts.tsx';

interface Told {
  readonly told: readonly Schemas['ToldPerson'][];
  readonly toldCount: number;
}

const MOST_NAMES = 3;

/** Who is told of an act, by name as far as a line has room. */
export const useWhoIsTold = (): ((preview: Told) => string) => {
  const t = useText();
  const { list } = useFormats();
  return ({ told, toldCount: count }) => {
    if (count === 0) return t('client.toldNobody');
    const names = told.slice(0, MOST_NAMES).map(({ name }) => name ?? t('client.somebody'));
    const more = count - names.length;
    return more > 0
      ? t('client.toldMore', { names: names.join(', '), count: more })
      : t('client.told', { names: list(names), count });
  };
};

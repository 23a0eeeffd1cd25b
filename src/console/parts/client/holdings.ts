import type { Translate } from '../../../texts/translate.ts';
import type { Schemas } from '../../api/types.ts';
import type { Formats } from '../../formats/use-formats.ts';

type Package = Schemas['RelatedPackage'];

/** How soon a package is of use: one that can be used now, then frozen ones and those on hold. */
const rankOf = ({ status, isFrozen, onHold }: Package): number => {
  if (status !== 'active') return 9;
  return isFrozen || onHold ? 1 : 0;
};

/** The package that a client has in use: the active package that ends first, usable packages before frozen ones. */
export const packageInUse = <Held extends Package>(packages: readonly Held[]): Held | undefined => {
  const [first] = packages
    .filter((each) => rankOf(each) < 9)
    .toSorted(
      (left, right) =>
        rankOf(left) - rankOf(right) || (left.expiresAt ?? '9999').localeCompare(right.expiresAt ?? '9999'),
    );
  return first;
};

/** What a client holds, in a few words: Ten classes, 7 left. Formats are those of its site. */
export const holdingText = (
  packages: readonly Package[],
  t: Translate,
  formatsAt: (siteId: string) => Formats,
): string => {
  const held = packageInUse(packages);
  if (held === undefined) return '';
  const { name, freeze, isFrozen, creditsRemaining: count, creditsHeld, siteId } = held;
  if (isFrozen) {
    return freeze?.endsAt == null
      ? t('clients.packageFrozenOpen', { name })
      : t('clients.packageFrozen', { name, date: formatsAt(siteId).day(freeze.endsAt) });
  }
  return count === null ? name : t('words.passLeft', { name, count, held: creditsHeld });
};

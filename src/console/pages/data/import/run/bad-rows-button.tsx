import { Download } from 'lucide-react';
import { useText } from '../../../../base/texts.tsx';
import { Button } from '../../../../ui/button.tsx';
import { Icon } from '../../../../ui/pictures/icon.tsx';
import { useCauseWords } from '../cause-words.ts';
import type { Check, Chosen } from '../import-api.ts';
import { badRowsFile, saveFile } from './bad-rows.ts';

/** Saves the rows that cannot be imported, with their reasons, as a file that can be corrected and imported. */
export const BadRowsButton = ({ chosen, check }: { readonly chosen: Chosen; readonly check: Check }) => {
  const t = useText();
  const { sentenceOf } = useCauseWords();
  const download = (): void =>
    saveFile(
      `${chosen.name.replace(/\.\w+$/, '')}-rows.csv`,
      badRowsFile(check, { row: t('data.badRow'), reasons: t('data.badReasons'), sentenceOf }),
    );
  return (
    <Button onPress={download}>
      <Icon of={Download} />
      {t('data.badFile')}
    </Button>
  );
};

import { Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { useText } from '../../../../base/texts.tsx';
import { useFormats } from '../../../../formats/use-formats.ts';
import { Button } from '../../../../ui/button.tsx';
import type { Case, Choice, Sentence, Variants } from '../model/model.ts';
import { caseWords } from './words.ts';

/** A value that a text can tell apart: paid with credits, with a pass, another way. */
export interface Condition {
  readonly name: string;
  readonly cases: readonly string[];
}

/** A text that says the same in each case of a value, so that each can be changed. */
const variedBy = ({ name, cases }: Condition, said: Sentence): Choice => ({
  name,
  cases: cases.map((key) => ({ key, inner: said })),
});

interface VaryMenuProps {
  /** What the text is called. */
  readonly label: string;
  readonly said: Sentence;
  readonly conditions: readonly Condition[];
  readonly onVary: (variants: Variants) => void;
}

/** A button that lets a text say something else in each case. */
export const VaryMenu = ({ label, said, conditions, onVary }: VaryMenuProps) => {
  const t = useText();
  const { list } = useFormats();
  const wordsOf = ({ name, cases }: Condition): string =>
    list(cases.map((key): Case => ({ [name]: key })).map((when) => caseWords(t, when)));
  return (
    <MenuTrigger>
      <Button size="small" variant="quiet" aria-label={t('mailBlocks.varyOf', { text: label })}>
        {t('mailBlocks.vary')}
      </Button>
      <Popover className="popover" placement="bottom end">
        <Menu
          className="menu conditions"
          aria-label={t('mailBlocks.varyBy')}
          onAction={(name) => {
            const condition = conditions.find((each) => each.name === name);
            if (condition !== undefined) onVary(variedBy(condition, said));
          }}
        >
          {conditions.map((condition) => (
            <MenuItem key={condition.name} id={condition.name} textValue={wordsOf(condition)}>
              {wordsOf(condition)}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
};

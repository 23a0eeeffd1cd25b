import { useText } from '../../../base/texts.tsx';
import type { Template } from '../../../parts/settings/mails/template-queries.ts';
import { Button } from '../../../ui/button.tsx';

type Variable = Template['variables'][number];

/** What a text says to have the value of a variable in its place, or a text for each of its cases. */
const placeOf = ({ name, cases }: Variable): string =>
  cases.length === 0 ? `{${name}}` : `{${name}, select, ${cases.map((each) => `${each} {}`).join(' ')}}`;

interface VariableListProps {
  readonly variables: readonly Variable[];
  readonly onInsert: (text: string) => void;
}

/** What the texts of an email can say of the booking, the person and the studio. A press writes it into a text. */
export const VariableList = ({ variables, onInsert }: VariableListProps) => {
  const t = useText();
  return (
    <section className="card" aria-label={t('mails.variables')}>
      <header>
        <h2>{t('mails.variables')}</h2>
      </header>
      <div className="body stack">
        <p className="small quiet">{t('mails.variablesHint')}</p>
        <ul className="variables">
          {variables.map((variable) => {
            const { name, example, cases } = variable;
            const said = cases.length === 0 ? example : t('mails.cases', { cases: cases.join(', ') });
            return (
              <li key={name}>
                <Button
                  size="small"
                  aria-label={t('mails.insert', { name, example: said })}
                  onPress={() => onInsert(placeOf(variable))}
                >
                  <code>{`{${name}}`}</code>
                </Button>
                <span className="small quiet">{said}</span>
              </li>
            );
          })}
        </ul>
      </div>
    </section>
  );
};

import { useMemo } from 'react';
import { useText } from '../../../../base/texts.tsx';
import { isKind } from '../../../../parts/settings/mails/kinds.ts';
import type { Template } from '../../../../parts/settings/mails/template-queries.ts';
import { TEXT_NAMES } from '../../../../parts/settings/mails/template-record.ts';
import { rowsOf } from '../model/case-rows.ts';
import type { LabelOf } from '../model/chip-dom.ts';
import { countSaid } from '../model/counts-in-words.ts';
import type { Segment } from '../model/model.ts';
import { readText } from '../model/read-text.ts';
import type { BlockTools } from './block.tsx';
import type { Insertable } from './insert-menu.tsx';
import { isCaseInWords, valueWords } from './words.ts';

type Count = Extract<Segment, { kind: 'count' }>;

/** How the built-in texts write a number: with its noun, in the singular and plural. */
const countOf = (template: Template, name: string): Count | undefined => {
  const rows = TEXT_NAMES.flatMap((text) => {
    const variants = readText(template.builtIn[text], template.language);
    return variants === undefined ? [] : rowsOf(variants);
  });
  return rows
    .flatMap(({ said }) => said)
    .find(
      (segment): segment is Count =>
        typeof segment === 'object' &&
        segment.kind === 'count' &&
        segment.name === name &&
        segment.forms.some(({ said }) => said.some((each) => typeof each === 'object' && each.kind === 'number')),
    );
};

/** What can be inserted into the texts of an email, and how it is called. */
export const useTools = (template: Template): Omit<BlockTools, 'onCase'> => {
  const t = useText();
  return useMemo(() => {
    const { kind: given, language, variables } = template;
    const kind = isKind(given) ? given : 'booking_confirmed';
    const exampleOf = (name: string): string => variables.find((each) => each.name === name)?.example ?? '';
    const labelOf: LabelOf = (segment) => {
      if (segment.kind === 'number') return t('mailBlocks.number');
      if (segment.kind === 'value') return valueWords(t, kind, segment.name);
      return (
        countSaid(segment, Number(exampleOf(segment.name)), language, labelOf) || valueWords(t, kind, segment.name)
      );
    };
    const insertables: Insertable[] = variables
      .filter(({ cases, example }) => cases.length === 0 && example !== '')
      .map(({ name, example, isNumber }) => {
        const count = isNumber ? countOf(template, name) : undefined;
        const segment = count ?? ({ kind: 'value', name, isNumber: false } as const);
        return {
          id: name,
          label: valueWords(t, kind, name),
          example: count === undefined ? example : labelOf(count),
          segment,
        };
      });
    const conditions = variables.filter(
      ({ name, cases }) => cases.length > 1 && cases.every((key) => isCaseInWords(`${name}.${key}`)),
    );
    return { kind, language, labelOf, insertables, conditions };
  }, [t, template]);
};

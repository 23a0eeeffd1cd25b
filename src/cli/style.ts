import type { ProcessContext } from './verb.ts';

type Paint = (text: string) => string;

/** How text is emphasised: with colors, or not at all. */
export interface Style {
  readonly bold: Paint;
  readonly red: Paint;
  readonly green: Paint;
  readonly yellow: Paint;
  readonly cyan: Paint;
}

const paint =
  (on: number, off: number): Paint =>
  (text) =>
    `\x1b[${on}m${text}\x1b[${off}m`;
const same: Paint = (text) => text;

export const plain: Style = { bold: same, red: same, green: same, yellow: same, cyan: same };
const colors: Style = {
  bold: paint(1, 22),
  red: paint(31, 39),
  green: paint(32, 39),
  yellow: paint(33, 39),
  cyan: paint(36, 39),
};

/** FORCE_COLOR wins over NO_COLOR, as in other programs; without both a terminal has colors. */
const hasColors = ({ FORCE_COLOR, NO_COLOR, TERM }: ProcessContext['environment'], isTerminal: boolean): boolean => {
  if (FORCE_COLOR) return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false';
  return isTerminal && !NO_COLOR && TERM !== 'dumb';
};

export const styleOf = (
  { environment, isTerminal }: Pick<ProcessContext, 'environment' | 'isTerminal'>,
  stream: 'output' | 'error',
): Style => (hasColors(environment, isTerminal[stream]) ? colors : plain);

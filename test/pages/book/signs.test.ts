import { expect, test } from 'bun:test';
import { SIGN_DRAWINGS } from '../../../src/kernel/sign-drawings.ts';
import { Signs } from '../../../src/pages/book/signs.ts';
import { forEachTest, openStudio } from '../../helpers/api.ts';

const studio = forEachTest(() => openStudio());
const signs = () => new Signs({ read: studio.store.view(), rootUrl: 'http://localhost' });
const signOf = (name: string, category: string | null = null) =>
  /#sign-(\w+)/.exec(signs().of({ id: '1', name, category }).text)?.[1];

test('each of the eight drawings is small, and in the colour of its place alone', () => {
  expect(Object.keys(SIGN_DRAWINGS)).toEqual([
    'flow',
    'rest',
    'ride',
    'strength',
    'reformer',
    'ropes',
    'stretch',
    'breath',
  ]);
  for (const [name, drawing] of Object.entries(SIGN_DRAWINGS)) {
    expect([name, drawing.length >= 300 && drawing.length <= 1600]).toEqual([name, true]);
    expect([name, /#[0-9a-f]{3}|style=|NaN|undefined/i.test(drawing)]).toEqual([name, false]);
  }
});

test('the category decides, else the name, in four languages', () => {
  const signs = [
    signOf('Deep stretch'),
    signOf('Mobility Lab'),
    signOf('Dehnen am Abend'),
    signOf('Étirements'),
    signOf('Estiramientos'),
    signOf('Breathing before sleep'),
    signOf('Atem und Klang'),
    signOf('Respiration'),
    signOf('Pranayama'),
    signOf('Yin and Breath'),
    signOf('Spin'),
    signOf('Lab', 'Strength'),
    signOf('Morning Flow'),
  ];
  expect(signs).toEqual([...Array(5).fill('stretch'), ...Array(4).fill('breath'), 'rest', 'ride', 'strength', 'flow']);
});

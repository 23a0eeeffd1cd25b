import { describe, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { filesToImport } from '../../src/cli/import-files.ts';
import { folderForEachTest } from '../helpers/process.ts';

const directory = folderForEachTest();

const write = (...names: string[]): void => {
  for (const name of names) writeFileSync(join(directory, name), '');
};
const found = (path: string, family?: string) => {
  const sources = filesToImport(path, family);
  return sources.map((source) => [basename(source.path), source.family.name, source.format]);
};

describe('one file', () => {
  test('has its family in its name, or in --family', () => {
    write('Clients-2024.CSV', 'people.json');
    expect(found(join(directory, 'Clients-2024.CSV'))).toEqual([['Clients-2024.CSV', 'clients', 'csv']]);
    expect(found(join(directory, 'people.json'), 'clients')).toEqual([['people.json', 'clients', 'json']]);
  });

  test('of which one name may begin another', () => {
    write('payment_methods.csv', 'Payment_Methods-2024.csv', 'clients_2024.csv', 'payments_new.csv');
    const familyOf = (name: string) => found(join(directory, name))[0]?.[1];
    expect(familyOf('payment_methods.csv')).toBe('payment_methods');
    expect(familyOf('Payment_Methods-2024.csv')).toBe('payment_methods');
    expect(familyOf('clients_2024.csv')).toBe('clients');
    expect(familyOf('payments_new.csv')).toBe('payments');
  });

  test('2 for an unknown family or format', () => {
    write('people.csv', 'clients.xlsx');
    expect(() => found(join(directory, 'people.csv'))).toThrow('Set --family to one of');
    expect(() => found(join(directory, 'people.csv'), 'client')).toThrow("Did you mean 'clients'?");
    expect(() => found(join(directory, 'clients.xlsx'))).toThrow('must end in .csv or .json');
    expect(() => found(join(directory, 'none.csv'))).toThrow('There is no file or directory');
  });
});

describe('a directory', () => {
  test('is read in the order in which records refer to one another, JSON before CSV', () => {
    write('payments.csv', 'clients.csv', 'clients.json', 'sessions.csv', 'schedules.json', 'settings.csv');
    write('sites.csv', 'notes.txt');
    expect(found(directory)).toEqual([
      ['sites.csv', 'sites', 'csv'],
      ['settings.csv', 'settings', 'csv'],
      ['schedules.json', 'schedules', 'json'],
      ['sessions.csv', 'sessions', 'csv'],
      ['clients.json', 'clients', 'json'],
      ['payments.csv', 'payments', 'csv'],
    ]);
  });

  test('2 for other files, for none, and for --family', () => {
    expect(() => found(directory)).toThrow('There is no CSV or JSON file to import');
    write('clients.csv', 'stuff.csv');
    expect(() => found(directory)).toThrow('name each file after what it contains');
    expect(() => found(directory, 'clients')).toThrow('--family works with a single file only');
  });
});

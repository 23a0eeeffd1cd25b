import { expect, test } from 'bun:test';
import { passphrase, targets } from '../../src/config/types.ts';

test('directories with their whole path, and buckets of S3', () => {
  expect(targets.parse('/mnt/disk/studiod/, s3://harbour-backups/studio/a.b,/mnt/disk/studiod')).toEqual([
    '/mnt/disk/studiod',
    's3://harbour-backups/studio/a.b',
  ]);
  expect(targets.parse('/')).toEqual(['/']);
});

test.each(['backups', 'http://storage.example/b', 's3://', 's3://Bucket', 's3://bucket//a', '/mnt/a,b'])(
  '%s is no target',
  (given) => {
    expect(() => targets.parse(given)).toThrow('must be directories such as /mnt/disk/studiod, or s3://bucket/prefix');
  },
);

test('a passphrase has 16 characters, and a message never has it', () => {
  expect(passphrase.parse('correct horse battery staple')).toBe('correct horse battery staple');
  expect(() => passphrase.parse('short')).toThrow(/^must have at least 16 characters; [^\n]*rand -base64 32$/);
});

test.each([
  ['s3://bucket/mein studio', "'s3://bucket/mein studio' has a space: it can have only letters from a to z"],
  ['s3://bucket/größe', "has 'ö'"],
  ['s3://Bucket/a', "has the bucket 'Bucket': a bucket name has 3 to 63 lowercase letters"],
  ['s3://bucket//a', 'has two slashes in a row'],
])('the fault of the address %s is named', (given, said) => {
  expect(() => targets.parse(given)).toThrow(said);
});

import { describe, expect, test } from 'bun:test';
import { networkFileSystem, networkStorageUnder } from '../../src/database/network-storage.ts';

const FUSE = 0x65735546;
const mounts = [
  '22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw',
  '40 22 0:40 / /mnt/remote rw,nosuid - fuse.sshfs me@there:/home rw',
  '41 40 0:41 / /mnt/remote/disk rw - fuse.ntfs-3g /dev/sdb1 rw',
].join('\n');
const kind = (path: string, magic: number) => networkFileSystem(path, magic, () => mounts);

describe('what lies across a network', () => {
  test.each([
    [0x6969, 'NFS'],
    [0xff534d42, 'CIFS'],
    [0xff534d42 | 0, 'CIFS'],
    [0xfe534d42, 'SMB2'],
  ])('%p is %s', (magic, name) => {
    expect(kind('/data', magic)).toBe(name);
  });

  test('FUSE is what its deepest mount says', () => {
    expect(kind('/mnt/remote/studio', FUSE)).toBe('fuse.sshfs');
    expect(kind('/mnt/remote/disk/studio', FUSE)).toBeUndefined();
    expect(kind('/mnt/remotely', FUSE)).toBeUndefined();
  });

  test('local disks are not', () => {
    expect(kind('/data', 0xef53)).toBeUndefined();
    expect(kind('/data', 0x01021994)).toBeUndefined();
  });

  test('nor is the place where tests run', () => {
    expect(networkStorageUnder(import.meta.dir)).toBeUndefined();
  });
});

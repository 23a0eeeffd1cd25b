import { readFileSync, statfsSync } from 'node:fs';

const NETWORK_TYPES: ReadonlyMap<number, string> = new Map([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xff534d42, 'CIFS'],
  [0xfe534d42, 'SMB2'],
  [0x5346414f, 'AFS'],
  [0x73757245, 'Coda'],
  [0x00c36400, 'Ceph'],
  [0x0bd00bd0, 'Lustre'],
]);
const FUSE = 0x65735546;

/** The FUSE types that are network file systems. Other FUSE types may be local disks. */
const NETWORK_FUSE = /^fuse\.(sshfs|s3fs|rclone|glusterfs|gcsfuse|goofys|davfs|curlftpfs|cephfs|juicefs|smbnetfs)\b/;

/** The file system type of the innermost mount of `path`, from the text of /proc/self/mountinfo. */
const mountedType = (path: string, mounts: string): string => {
  let deepest = '';
  let type = '';
  for (const line of mounts.split('\n')) {
    const [before = '', after = ''] = line.split(' - ');
    const point = (before.split(' ')[4] ?? '').replace(/\/$/, '');
    if (point.length >= deepest.length && `${path}/`.startsWith(`${point}/`)) {
      deepest = point;
      type = after.split(' ')[0] ?? '';
    }
  }
  return type;
};

/**
 * The name of the network file system of `path`, or undefined for local storage.
 * @param magic the `f_type` of statfs
 * @param mounts reads the text of /proc/self/mountinfo
 */
export const networkFileSystem = (path: string, magic: number, mounts: () => string): string | undefined => {
  const unsigned = magic >>> 0;
  if (unsigned !== FUSE) return NETWORK_TYPES.get(unsigned);
  const type = mountedType(path, mounts());
  return NETWORK_FUSE.test(type) ? type : undefined;
};

/** The network file system of an existing `path`. SQLite's locks and shared memory are not reliable there. */
export const networkStorageUnder = (path: string): string | undefined =>
  process.platform === 'linux'
    ? networkFileSystem(path, statfsSync(path).type, () => readFileSync('/proc/self/mountinfo', 'utf8'))
    : undefined;

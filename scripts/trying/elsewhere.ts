// Executables for other processors and another C library, started here: `version`, the sandbox and one request.
import { copyFileSync, mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { errorMessage } from '../../src/kernel/errors.ts';
import { buildExecutable, type Target } from '../releasing/executable.ts';
import { unpackPackages } from './debian.ts';
import { must, proved, same, skipped, type Trial } from './trial.ts';

/** Starts the sandbox, asks it for the sites, and stops it. `start` is the command of the executable. */
const proveSandbox = async (trial: Trial, what: string, start: readonly string[]): Promise<void> => {
  const version = (await must([...start, 'version'])).trim();
  const child = Bun.spawn([...start, 'sandbox', '--port', '0', '--json'], {
    cwd: trial.folder,
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
    timeout: 600_000,
    killSignal: 'SIGKILL',
  });
  const err = child.stderr.text();
  const { value } = await child.stdout.getReader().read();
  if (value === undefined) throw new Error(`${what} ended: ${await err}`);
  const { baseUrl, apiKey } = JSON.parse(new TextDecoder().decode(value));
  const response = await fetch(`${baseUrl}/sites`, { headers: { 'x-service-api-key': apiKey } });
  same('the status of a request', response.status, 200);
  const text = await response.text();
  if (!text.includes('"object":"site"')) throw new Error(`${what} has no sites: ${text}`);
  child.kill('SIGTERM');
  same('the exit code after TERM', await child.exited, 0);
  proved(`${what}: ${version}; the sandbox answers a request, and stops on TERM`);
};

/** Compiles the adapter with which Debian's libstdc++ runs on musl, as the dynamic linker of the C library of GNU. */
const compileAdapter = (compiler: string, output: string, words: readonly string[] = [], env = {}): Promise<string> => {
  const name = `-Wl,-soname,${basename(output)}`;
  const source = join(import.meta.dir, 'musl-adapter.c');
  return must([compiler, '-shared', '-fPIC', '-O1', '-nostdlib', name, ...words, source, '-o', output], { env });
};

const build = async (trial: Trial, target: Target): Promise<string> => {
  const path = trial.path(`studiod-${target}`);
  await buildExecutable(path, target);
  return path;
};

/** The program of Debian that runs executables for another processor. */
const emulator = async (trial: Trial, processor: 'aarch64' | 'x86_64'): Promise<string> => {
  const folder = trial.path('qemu');
  await unpackPackages(trial, folder, ['qemu-user-static']);
  return join(folder, `usr/bin/qemu-${processor}-static`);
};

/** linux-arm64 on an emulated processor, with the C library of Debian for it. */
export const proveArm64 = async (trial: Trial): Promise<void> => {
  const root = trial.path('arm64');
  await unpackPackages(trial, root, ['libc6', 'libgcc-s1'], 'arm64');
  const executable = await build(trial, 'linux-arm64');
  await proveSandbox(trial, 'linux-arm64 under QEMU', [await emulator(trial, 'aarch64'), '-L', root, executable]);
};

/** linux-x64-baseline on an emulated processor of 2008, which has no AVX. */
export const proveBaseline = async (trial: Trial): Promise<void> => {
  const executable = await build(trial, 'linux-x64-baseline');
  const words = [await emulator(trial, 'x86_64'), '-cpu', 'Nehalem', executable];
  await proveSandbox(trial, 'linux-x64-baseline under QEMU, without AVX', words);
};

/**
 * linux-x64-musl on Debian's musl. Alpine has a libstdc++ for musl and Debian has none, so Debian's own is used, with
 * an adapter for the few functions of the other C library that it needs.
 */
export const proveMusl = async (trial: Trial): Promise<void> => {
  const compiler = ['cc', 'gcc', 'clang'].find((each) => Bun.which(each) !== null);
  if (compiler === undefined) return skipped('musl: needs a C compiler: apt-get install gcc libc6-dev');
  const root = trial.path('musl');
  const packages = trial.path('musl-packages');
  await unpackPackages(trial, packages, ['musl', 'libstdc++6', 'libgcc-s1']);
  for (const folder of ['lib', 'usr/lib', 'usr/bin', 'proc', 'dev', 'tmp', 'etc']) {
    mkdirSync(join(root, folder), { recursive: true });
  }
  copyFileSync(join(packages, 'lib/x86_64-linux-musl/libc.so'), join(root, 'lib/ld-musl-x86_64.so.1'));
  copyFileSync(join(packages, 'usr/lib/x86_64-linux-gnu/libstdc++.so.6'), join(root, 'usr/lib/libstdc++.so.6'));
  copyFileSync(join(packages, 'lib/x86_64-linux-gnu/libgcc_s.so.1'), join(root, 'usr/lib/libgcc_s.so.1'));
  await compileAdapter(compiler, join(root, 'usr/lib/ld-linux-x86-64.so.2'));
  copyFileSync(await build(trial, 'linux-x64-musl'), join(root, 'usr/bin/studiod'));
  const enter = 'mount -t proc proc "$0/proc"; mount --bind /dev "$0/dev"; exec chroot "$0" "$@"';
  const words = ['unshare', '--mount', 'sh', '-euc', enter, root, '/usr/bin/studiod'];
  await proveSandbox(trial, "linux-x64-musl on Debian's musl", words);
};

/** The packages of the compiler of Debian 12 for arm64. It needs the libraries of the one for this machine. */
const CROSS_COMPILER = [
  'gcc-12-aarch64-linux-gnu',
  'cpp-12-aarch64-linux-gnu',
  'binutils-aarch64-linux-gnu',
  'libgcc-12-dev-arm64-cross',
  'libc6-dev-arm64-cross',
  'linux-libc-dev-arm64-cross',
  'libisl23',
  'libmpc3',
  'libmpfr6',
  'libgmp10',
  'libzstd1',
  'zlib1g',
  'libjansson4',
];

/** linux-arm64-musl on an emulated processor, with Debian's musl and libstdc++ for it and the adapter between them. */
export const proveArm64Musl = async (trial: Trial): Promise<void> => {
  const [root, packages, tools] = [trial.path('arm64-musl'), trial.path('arm64-musl-packages'), trial.path('cross')];
  await unpackPackages(trial, packages, ['musl', 'libstdc++6', 'libgcc-s1'], 'arm64');
  try {
    await unpackPackages(trial, tools, CROSS_COMPILER);
  } catch (error) {
    return skipped(`arm64-musl: needs the packages of Debian 12: ${errorMessage(error)}`);
  }
  for (const folder of ['lib', 'usr/lib']) mkdirSync(join(root, folder), { recursive: true });
  copyFileSync(join(packages, 'lib/aarch64-linux-musl/libc.so'), join(root, 'lib/ld-musl-aarch64.so.1'));
  copyFileSync(join(packages, 'usr/lib/aarch64-linux-gnu/libstdc++.so.6'), join(root, 'usr/lib/libstdc++.so.6'));
  copyFileSync(join(packages, 'lib/aarch64-linux-gnu/libgcc_s.so.1'), join(root, 'usr/lib/libgcc_s.so.1'));
  const adapter = '/usr/lib/ld-linux-aarch64.so.1';
  const bin = join(tools, 'usr/bin');
  await compileAdapter(
    join(bin, 'aarch64-linux-gnu-gcc-12'),
    join(root, adapter),
    ['-I', join(tools, 'usr/aarch64-linux-gnu/include')],
    { LD_LIBRARY_PATH: join(tools, 'usr/lib/x86_64-linux-gnu'), PATH: `${bin}:${process.env.PATH}` },
  );
  const executable = await build(trial, 'linux-arm64-musl');
  const words = [await emulator(trial, 'aarch64'), '-L', root, '-E', `LD_PRELOAD=${adapter}`, executable];
  await proveSandbox(trial, "linux-arm64-musl under QEMU, on Debian's musl", words);
};

// The image of the Dockerfile, built and started by Podman on a Debian machine of its own.
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { copyRoot, installPackages } from './debian.ts';
import { bootMachine } from './machine.ts';
import { must, proved, run, same, type Trial, until } from './trial.ts';

/** Neither the machine's cgroups nor its limits can be changed from inside. */
const PODMAN = ['env', 'TMPDIR=/var/tmp', 'podman', '--storage-driver=vfs', '--cgroup-manager=cgroupfs'];
const RUN = ['run', '--detach', '--name=trial', '--network=host', '--ulimit=host', '--cgroups=disabled'];

/**
 * @param bare a bare Debian root directory: the image that the Dockerfile begins with
 * @param base one with systemd
 * @param folder what the archive for Linux has in `docker`, with the executable beside it
 */
export const proveImage = async (trial: Trial, bare: string, base: string, folder: string): Promise<void> => {
  const root = trial.path('image-machine');
  await copyRoot(base, root);
  await installPackages(root, 'podman', 'buildah', 'crun');
  const context = join(root, 'root/docker');
  mkdirSync(context);
  for (const name of ['Dockerfile', 'image-root', 'studiod']) copyFileSync(join(folder, name), join(context, name));
  await must(['tar', '-C', bare, '-cf', join(root, 'root/debian.tar'), '.']);
  const machine = await bootMachine(trial, root);
  const podman = (...words: string[]) => machine.must(...PODMAN, ...words);

  // In place of the image of a registry.
  await podman('import', '/root/debian.tar', 'debian:12-slim');
  const build = ['build', '--isolation=chroot', '--format=docker', '--pull-never', '-t', 'studiod', '/root/docker'];
  await podman(...build);
  const inspected = JSON.parse(await podman('image', 'inspect', 'studiod'))[0];
  const { User, Volumes, ExposedPorts, Entrypoint, Cmd } = inspected.Config;
  same(
    'the image',
    { User, Volumes, ExposedPorts, Entrypoint, Cmd },
    {
      User: '65532:65532',
      Volumes: { '/data': {} },
      ExposedPorts: { '8420/tcp': {} },
      Entrypoint: ['/usr/bin/studiod'],
      Cmd: ['serve'],
    },
  );
  proved('the image is built from the Dockerfile by Podman');

  const start = () => podman(...RUN, '-v', 'studiod:/data', '-e', 'STUDIOD_BEHIND_PROXY=true', 'studiod');
  const isHealthy = async () => (await run(machine.inside(...PODMAN, 'healthcheck', 'run', 'trial'))).code === 0;
  await start();
  await until('the container is healthy', isHealthy);
  const made = await podman('exec', 'trial', '/usr/bin/studiod', 'key', 'create', '--name', 'Website');
  const request = ['curl', '-s', '-o', '/dev/null', '-w', '%{http_code}', '-H', `x-service-api-key: ${made.trim()}`];
  const status = () => must(machine.inNetwork(...request, 'http://127.0.0.1:8420/v2/sites'));
  same('the status of a request with the key of the container', await status(), '200');
  const pid = (await podman('inspect', 'trial', '--format', '{{.State.Pid}}')).trim();
  const process = await machine.must('cat', `/proc/${pid}/status`);
  same('its user', /^Uid:\s+(\d+)/m.exec(process)?.[1], '65532');
  const shell = await run(machine.inside(...PODMAN, 'exec', 'trial', '/bin/sh', '-c', 'true'));
  if (shell.code === 0) throw new Error('the image has a shell');
  proved('the container is healthy, answers to a key made in it, runs as 65532, and has no shell');

  await podman('stop', '--time=20', 'trial');
  same('its exit code', (await podman('inspect', 'trial', '--format', '{{.State.ExitCode}}')).trim(), '0');
  await podman('rm', 'trial');
  await start();
  await until('the next container is healthy', isHealthy);
  same('the status in the next container', await status(), '200');
  await podman('rm', '--force', 'trial');
  const refused = await run(machine.inside(...PODMAN, 'run', '--rm', ...RUN.slice(3), 'studiod'));
  same('the exit code without a proxy and without TLS', refused.code, 3);
  proved('it stops with exit code 0, the volume keeps the data, and it refuses a public address without TLS');
  await machine.powerOff();
};

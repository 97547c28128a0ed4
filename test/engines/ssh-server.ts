import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ended, freePort, isRoot, spawnServer, until } from './servers.ts'

const run = promisify(execFile)

export type SshServer = {
  /** The tunnel's fields as the API takes them. */
  tunnel: { server_address: string; server_port: number; username: string; private_key: string; server_host_key?: string }
  /** The fingerprint of its host key. */
  hostKey(): Promise<string>
  /** Starts again with another host key. */
  changeHostKey(): Promise<void>
  /** Ends the server and its sessions. */
  kill(): Promise<void>
  /** Starts again on the same port. */
  restart(): Promise<void>
  stop(): Promise<void>
}

const newKey = async (file: string, passphrase = ''): Promise<string> => {
  await run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', passphrase, '-f', file])
  return readFile(file, 'utf8')
}

/** OpenSSH on a free port of the loopback, for the user of the tests and one key. */
export const startSshServer = async ({ passphrase = '' }: { passphrase?: string } = {}): Promise<SshServer> => {
  const folder = await mkdtemp(join(tmpdir(), 'chartroom-ssh-'))
  if (isRoot) await mkdir('/run/sshd', { recursive: true, mode: 0o755 })
  await newKey(join(folder, 'host'))
  const privateKey = await newKey(join(folder, 'user'), passphrase)
  const port = await freePort()
  const config = [
    `Port ${port}`,
    'ListenAddress 127.0.0.1',
    `HostKey ${join(folder, 'host')}`,
    `AuthorizedKeysFile ${join(folder, 'user.pub')}`,
    `PidFile ${join(folder, 'pid')}`,
    'StrictModes no',
    'UsePAM no',
    'PermitRootLogin yes',
    'PasswordAuthentication no',
  ]
  await writeFile(join(folder, 'config'), config.join('\n'))
  if (!existsSync('/usr/sbin/sshd')) throw new Error('OpenSSH is not installed: apt-get install openssh-server')
  const start = async () => {
    const child = spawnServer('/usr/sbin/sshd', ['-D', '-f', join(folder, 'config')], { atOurEnd: 'TERM', stdio: 'ignore', detached: true })
    await until(
      () =>
        new Promise((resolve, reject) => {
          const socket = connect(port, '127.0.0.1', () => resolve(socket.destroy()))
          socket.on('error', reject)
        }),
      'OpenSSH',
    )
    return child
  }
  let child = await start()
  /** Sessions are processes of their own. */
  const kill = async () => {
    const sessions = await run('pgrep', ['-P', String(child.pid)]).then(
      ({ stdout }) => stdout.split('\n').filter(Boolean).map(Number),
      () => [],
    )
    await ended(child, 'SIGKILL')
    for (const pid of sessions) process.kill(pid, 'SIGKILL')
  }
  return {
    tunnel: { server_address: '127.0.0.1', server_port: port, username: userInfo().username, private_key: privateKey },
    hostKey: async () => (await run('ssh-keygen', ['-l', '-f', join(folder, 'host.pub')])).stdout.split(' ')[1] ?? '',
    changeHostKey: async () => {
      await kill()
      for (const file of ['host', 'host.pub']) await rm(join(folder, file))
      await newKey(join(folder, 'host'))
      child = await start()
    },
    kill,
    restart: async () => {
      child = await start()
    },
    stop: async () => {
      await kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

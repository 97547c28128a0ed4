import { execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

export const suffix = 'DC=example,DC=test'
const people = `CN=Users,${suffix}`
const groups = `OU=Groups,${suffix}`

export const passwordOf = (name: string) => `Password-of-${name}-1`
export const readerDn = `CN=reader,${people}`

/** More than Active Directory sends at once without pages; Samba would send all. */
export const manyGroups = 1100

/** Flags of `userAccountControl`. */
const account = { normal: 0x200, disabled: 0x2, keepsPassword: 0x10000 }

type Person = { name: string; dn?: string; lines?: string[]; flags?: number }

const personLdif = ({ name, dn = `CN=${name},${people}`, lines = [], flags = account.keepsPassword }: Person) => [
  `dn:: ${Buffer.from(dn).toString('base64')}`,
  'objectClass: user',
  `sAMAccountName: ${name}`,
  `userPrincipalName: ${name}@example.test`,
  `unicodePwd:: ${Buffer.from(`"${passwordOf(name)}"`, 'utf16le').toString('base64')}`,
  `userAccountControl: ${account.normal | flags}`,
  ...lines,
  '',
]

const groupLdif = (name: string, members: readonly string[]) => [
  `dn:: ${Buffer.from(`CN=${name},${groups}`).toString('base64')}`,
  'objectClass: group',
  ...members.map((member) => `member:: ${Buffer.from(member).toString('base64')}`),
  '',
]

const mueller = `CN=Müller\\, Anna,${people}`

const entries = [
  `dn: ${groups}`,
  'objectClass: organizationalUnit',
  '',
  ...personLdif({ name: 'reader' }),
  ...personLdif({ name: 'ann', lines: ['givenName: Ann', 'sn: Lee', 'mail: ann@example.test'] }),
  ...personLdif({ name: 'mueller', dn: mueller, lines: [`sn:: ${Buffer.from('Müller').toString('base64')}`] }),
  ...personLdif({ name: 'later' }),
  ...personLdif({ name: 'disabled', flags: account.keepsPassword | account.disabled }),
  ...personLdif({ name: 'newcomer', flags: 0, lines: ['pwdLastSet: 0'] }),
  ...personLdif({ name: 'gone', lines: ['accountExpires: 10000000'] }),
  ...personLdif({ name: 'expired', flags: 0 }),
  ...groupLdif('analysts', [`CN=ann,${people}`]),
  ...groupLdif('staff', [`CN=analysts,${groups}`]),
  ...groupLdif('Vertrieb\\, Süd', [mueller]),
  ...Array.from({ length: manyGroups }, (_, i) => groupLdif(`g${i}`, [`CN=reader,${people}`])).flat(),
]

/** Makes the password of `expired` as old as a century, which no tool of the domain does. */
const expirePassword = `
import sys, ldb
from samba import dsdb
from samba.auth import system_session
from samba.param import LoadParm
from samba.samdb import SamDB
settings = LoadParm()
settings.load(sys.argv[1])
domain = SamDB(url=sys.argv[2], session_info=system_session(), lp=settings)
change = ldb.Message(ldb.Dn(domain, sys.argv[3]))
change["pwdLastSet"] = ldb.MessageElement("100000000000000000", ldb.FLAG_MOD_REPLACE, "pwdLastSet")
domain.modify(change, ["local_oid:%s:0" % dsdb.DSDB_CONTROL_BYPASS_PASSWORD_HASH_OID])
`

/** Why no domain controller can be started here, or null. Its ports are fixed, below 1024. */
export const whyNone =
  process.getuid?.() !== 0 ? 'it needs root' : existsSync('/usr/sbin/samba') ? null : 'the Debian package samba is not installed'

export type DomainController = {
  url: string
  secureUrl: string
  ca: string
  /** Renames a person and moves them into another unit. */
  move(name: string, to: string): Promise<void>
  /** As the domain's own tool writes it. */
  guidOf(name: string): Promise<string>
  close(): Promise<void>
}

const adminDn = `CN=Administrator,${people}`
const adminPassword = 'Password-of-admin-1'

/** An address of the loopback of its own, because the ports cannot be chosen. */
const address = '127.77.0.1'

const settings = (folder: string) =>
  [
    '[global]',
    'workgroup = EXAMPLE',
    'realm = EXAMPLE.TEST',
    'netbios name = DC1',
    'server role = active directory domain controller',
    'server services = ldap',
    `interfaces = ${address}/8`,
    'bind interfaces only = yes',
    `private dir = ${folder}/private`,
    `state directory = ${folder}/state`,
    `cache directory = ${folder}/cache`,
    `lock directory = ${folder}`,
    `pid directory = ${folder}/run`,
    `ncalrpc dir = ${folder}/ncalrpc`,
    `log file = ${folder}/log`,
    `tls certfile = ${folder}/cert.pem`,
    `tls keyfile = ${folder}/key.pem`,
    'tls cafile =',
    '',
  ].join('\n')

const makeDomain = async (folder: string) => {
  const asked = ['--realm=EXAMPLE.TEST', '--domain=EXAMPLE', '--server-role=dc', '--dns-backend=NONE', `--adminpass=${adminPassword}`]
  await run('/usr/bin/samba-tool', ['domain', 'provision', ...asked, `--targetdir=${folder}`, '--host-name=dc1', `--host-ip=${address}`])
  await Promise.all(['run', 'ncalrpc'].map((name) => mkdir(join(folder, name), { recursive: true })))
  const subject = ['-subj', '/CN=dc1.example.test', '-addext', `subjectAltName=IP:${address},DNS:dc1.example.test`]
  const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-keyout', join(folder, 'key.pem')]
  await run('/usr/bin/openssl', [...made, '-out', join(folder, 'cert.pem'), ...subject])
  await writeFile(join(folder, 'smb.conf'), settings(folder))
}

const modify = (secureUrl: string, ldif: string) =>
  execFileSync('/usr/bin/ldapmodify', ['-a', '-x', '-H', secureUrl, '-D', adminDn, '-w', adminPassword], {
    input: ldif,
    stdio: ['pipe', 'ignore', 'pipe'],
    env: { ...process.env, LDAPTLS_REQCERT: 'never' },
  })

const answers = async (url: string): Promise<boolean> =>
  run('/usr/bin/ldapsearch', ['-x', '-H', url, '-s', 'base', '-b', '']).then(
    () => true,
    () => false,
  )

/** Samba as the domain controller of an Active Directory with some people and many groups. */
export const startDomainController = async (): Promise<DomainController> => {
  const folder = await mkdtemp(join(tmpdir(), 'chartroom-samba-'))
  await makeDomain(folder)
  const server = spawn('/usr/sbin/samba', ['-F', '--no-process-group', '-M', 'single', '-s', join(folder, 'smb.conf')], {
    stdio: 'ignore',
  })
  const hasEnded = once(server, 'exit')
  const [url, secureUrl] = [`ldap://${address}`, `ldaps://${address}`]
  const close = async () => {
    server.kill()
    await hasEnded
    await rm(folder, { recursive: true, force: true })
  }
  const database = join(folder, 'private/sam.ldb')
  const fill = async () => {
    const until = Date.now() + 60_000
    while (!(await answers(url))) {
      if (server.exitCode !== null || Date.now() > until) throw new Error(`samba does not answer (${server.exitCode})`)
      await sleep(100)
    }
    modify(secureUrl, entries.join('\n'))
    await run('/usr/bin/python3', ['-c', expirePassword, join(folder, 'smb.conf'), database, `CN=expired,${people}`])
  }
  await fill().catch(async (error: unknown) => {
    await close()
    throw error
  })
  return {
    url,
    secureUrl,
    ca: await readFile(join(folder, 'cert.pem'), 'utf8'),
    move: async (name, to) => {
      const lines = [`dn: CN=${name},${people}`, 'changetype: modrdn', `newrdn: CN=${to}`, 'deleteoldrdn: 1', `newsuperior: ${groups}`, '']
      modify(secureUrl, lines.join('\n'))
    },
    guidOf: async (name) => {
      const { stdout } = await run('/usr/bin/samba-tool', ['user', 'show', name, '-H', database, '--attributes=objectGUID'])
      return /objectGUID: (\S+)/.exec(stdout)?.[1] ?? ''
    },
    close,
  }
}

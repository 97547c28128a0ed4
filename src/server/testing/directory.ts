import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createConnection, createServer, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type Directory = { url: string; port: number; ca: string; close(): Promise<void> }

const suffix = 'dc=example,dc=org'

const entries = `
dn: ${suffix}
objectClass: dcObject
objectClass: organization
dc: example
o: Example

dn: ou=people,${suffix}
objectClass: organizationalUnit
ou: people

dn: ou=groups,${suffix}
objectClass: organizationalUnit
ou: groups

dn: uid=ann,ou=people,${suffix}
objectClass: inetOrgPerson
uid: ann
givenName: Ann
sn: Lee
cn: Ann Lee
mail: ann@example.org
userPassword: password of ann

dn: uid=admin,ou=people,${suffix}
objectClass: inetOrgPerson
uid: admin
sn: Impostor
cn: Impostor
userPassword: password of admin

dn: cn=analysts,ou=groups,${suffix}
objectClass: groupOfNames
cn: analysts
member: uid=ann,ou=people,${suffix}
`

const freePort = async (): Promise<number> => {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = createConnection(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })

/** A real slapd with two people and a group, which speaks StartTLS with a certificate of its own. */
export const startDirectory = async (): Promise<Directory> => {
  const folder = mkdtempSync(join(tmpdir(), 'chartroom-slapd-'))
  const file = (name: string) => join(folder, name)
  mkdirSync(file('data'))
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1,DNS:localhost']
  const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-keyout', file('key.pem'), '-out', file('cert.pem')]
  execFileSync('/usr/bin/openssl', [...made, ...subject], { stdio: 'ignore' })
  writeFileSync(
    file('slapd.conf'),
    [
      ...['core', 'cosine', 'inetorgperson'].map((schema) => `include /etc/ldap/schema/${schema}.schema`),
      'modulepath /usr/lib/ldap',
      'moduleload back_mdb',
      `TLSCertificateFile ${file('cert.pem')}`,
      `TLSCertificateKeyFile ${file('key.pem')}`,
      'database mdb',
      `suffix "${suffix}"`,
      `rootdn "cn=root,${suffix}"`,
      'rootpw secret',
      `directory ${file('data')}`,
      '',
    ].join('\n'),
  )
  const port = await freePort()
  const url = `ldap://127.0.0.1:${port}`
  const server = spawn('/usr/sbin/slapd', ['-f', file('slapd.conf'), '-h', url, '-d', '0'], { stdio: 'ignore' })
  const hasEnded = once(server, 'exit')
  while (!(await isListening(port))) {
    if (server.exitCode !== null) throw new Error(`slapd ended with ${server.exitCode}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  execFileSync('/usr/bin/ldapadd', ['-x', '-H', url, '-D', `cn=root,${suffix}`, '-w', 'secret'], {
    input: entries,
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  return {
    url,
    port,
    ca: readFileSync(file('cert.pem'), 'utf8'),
    close: async () => {
      server.kill()
      await hasEnded
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const isAt = (paths) => paths.some((path) => existsSync(path))
const isOnPath = (name) => isAt((process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, name)))
const works = (command, args) => spawnSync(command, args, { stdio: 'ignore' }).status === 0

/** Programs that the tests run, by Debian package, each with a check whether it is installed. */
const servers = {
  'postgresql-15': () => isAt(['15', '16', '17'].map((version) => `/usr/lib/postgresql/${version}/bin/initdb`)),
  'mariadb-server': () => isAt(['/usr/sbin/mariadbd', '/usr/bin/mariadbd']),
}
export const ofTests = {
  'chromium-headless-shell': () => isAt(['/usr/bin/chromium-headless-shell']),
  ...servers,
  'openssh-server': () => isAt(['/usr/sbin/sshd']),
  slapd: () => isAt(['/usr/sbin/slapd']),
  'ldap-utils': () => isAt(['/usr/bin/ldapadd']),
  openssl: () => isOnPath('openssl'),
}

/** A domain controller of Active Directory; where it cannot be had, its test is skipped. */
export const ofDirectories = {
  samba: () => isAt(['/usr/sbin/samba']),
  'samba-ad-provision': () => isAt(['/usr/share/samba/setup/provision.ldif']),
  'samba-dsdb-modules': () => isAt(['/usr/share/doc/samba-dsdb-modules']),
  'samba-vfs-modules': () => isAt(['/usr/share/doc/samba-vfs-modules']),
}

/** Maven and Python download the servers that Debian lacks. */
export const ofEngines = {
  ...servers,
  'clickhouse-server': () => isAt(['/usr/sbin/clickhouse-server']),
  maven: () => isOnPath('mvn'),
  'python3-venv': () => ['/usr/bin/python3', 'python3'].some((python) => works(python, ['-c', 'import venv, ensurepip'])),
}

/** What will do where a package cannot be installed. */
const substitutes = {
  'chromium-headless-shell': () => isAt(['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']),
}
const hasSubstitute = (name) => substitutes[name]?.() ?? false

const missingOf = (needed) => Object.keys(needed).filter((name) => !needed[name]())

const patient = ['-o', 'Acquire::Retries=3', '-o', 'DPkg::Lock::Timeout=120']
const hurried = ['-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=10', '-o', 'DPkg::Lock::Timeout=10']

/** Installs what is missing if possible; returns what is still missing. */
export const installSystemPackages = (needed) => {
  const wanted = missingOf(needed)
  if (wanted.length === 0 || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return wanted
  console.log(`Installing ${wanted.join(', ')}…`)
  const options = { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  const patience = wanted.every(hasSubstitute) ? hurried : patient
  spawnSync('apt-get', [...patience, 'update'], options)
  // One by one: a package that is unknown here keeps no other one away.
  for (const name of wanted) spawnSync('apt-get', [...patience, 'install', '-y', '--no-install-recommends', name], options)
  return missingOf(needed)
}

/** Installs what is missing, or exits with a message about what cannot be installed. */
export const demandSystemPackages = (needed) => {
  const missing = installSystemPackages(needed).filter((name) => !hasSubstitute(name))
  if (missing.length === 0) return
  console.error(`Missing on this machine: ${missing.join(', ')}. Install these Debian packages (or run as root, which installs them).`)
  process.exit(1)
}

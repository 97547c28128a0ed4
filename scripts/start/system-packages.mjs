import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Programs that the tests run for real, and the Debian packages that bring them. */
const needed = [
  { package: 'chromium', paths: ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'] },
  {
    package: 'postgresql-15',
    paths: ['/usr/lib/postgresql/15/bin/initdb', '/usr/lib/postgresql/16/bin/initdb', '/usr/lib/postgresql/17/bin/initdb'],
  },
  { package: 'mariadb-server', paths: ['/usr/sbin/mariadbd', '/usr/bin/mariadbd'] },
]

const missing = () => needed.filter(({ paths }) => !paths.some((path) => existsSync(path))).map((one) => one.package)

/** Installs what is missing when that is possible here; returns what is still missing. */
export const installSystemPackages = () => {
  const wanted = missing()
  if (wanted.length === 0 || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return wanted
  console.log(`Installing ${wanted.join(', ')}…`)
  const options = { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  spawnSync('apt-get', ['update'], options)
  spawnSync('apt-get', ['install', '-y', '--no-install-recommends', ...wanted], options)
  return missing()
}

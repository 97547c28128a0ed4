import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { MessageError } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import { childEnvironment } from '#engines/host/child-environment.ts'
import { findEngine } from '#engines/index.ts'
import { driverFolder, isInstalled } from '#engines/shared/fetched/driver-package.ts'
import type { JobKind } from '../../../jobs/job.ts'
import { driversFolder } from './folder.ts'
import { lockOf, manifestOf } from './locks.ts'

const payload = z.object({ engine: z.string() })
export type DriverPayload = z.input<typeof payload>

const lookAgainMs = 300
const lastTextLength = 500

/** How npm reaches its registry from here. */
const network = [
  'http_proxy',
  'https_proxy',
  'no_proxy',
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'NO_PROXY',
  'npm_config_registry',
  'NPM_CONFIG_USERCONFIG',
]
const environment = () =>
  childEnvironment(Object.fromEntries(network.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]))))

const npmArguments = ['ci', '--ignore-scripts', '--omit=dev', '--no-audit', '--no-fund', '--loglevel=error']

/** Runs npm in a folder. @throws MessageError with the last lines that it wrote */
const runNpm = (folder: string, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const npm = spawn(process.platform === 'win32' ? 'npm.cmd' : 'npm', npmArguments, {
      cwd: folder,
      env: environment(),
      stdio: ['ignore', 'ignore', 'pipe'],
      signal,
    })
    let said = ''
    npm.stderr.on('data', (text: Buffer) => {
      said = (said + text.toString()).slice(-lastTextLength)
    })
    npm.on('error', (error) =>
      reject(
        'code' in error && error.code === 'ENOENT'
          ? new MessageError(422, t('npm was not found on this server. It is needed to install a driver.'), { cause: error })
          : error,
      ),
    )
    npm.on('close', (code) =>
      code === 0 ? resolve() : reject(new MessageError(422, t('The driver could not be installed: %(reason)s', { reason: said.trim() }))),
    )
  })

/** Installs the driver of an engine as its lockfile says. It appears under its name when it is complete. */
export const driverJob: JobKind = {
  kind: 'driver',
  run: async ({ config }, input, { signal, progress, id }) => {
    const { engine } = payload.parse(input)
    const driver = findEngine(engine)?.driver
    if (!driver) throw new MessageError(404, 'Not found')
    const drivers = driversFolder(config)
    if (isInstalled(drivers, driver)) return { engine }
    const folder = join(drivers, `.installing-${id}`)
    const lock = await lockOf(engine)
    const parts = Object.keys(lock.packages).filter(Boolean)
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder, { recursive: true })
    const look = setInterval(() => {
      const here = parts.filter((part) => existsSync(join(folder, part, 'package.json'))).length
      progress(here / parts.length, t('%(count)s of %(total)s packages', { count: here, total: parts.length }))
    }, lookAgainMs)
    try {
      await writeFile(join(folder, 'package.json'), JSON.stringify(manifestOf(lock, driver)))
      await writeFile(join(folder, 'package-lock.json'), JSON.stringify(lock))
      await runNpm(folder, signal)
      if (!isInstalled(drivers, driver)) await rename(folder, driverFolder(drivers, driver))
      return { engine }
    } finally {
      clearInterval(look)
      await rm(folder, { recursive: true, force: true })
    }
  },
}

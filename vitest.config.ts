import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const startsProcesses = ({ moduleId }: TestSpecification) => /\/(src\/server|test)\//.test(moduleId)

/** Tests that start processes take longest; they begin first, so that no worker is left alone with one of them at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((a, b) => Number(startsProcesses(b)) - Number(startsProcesses(a)))
  }
}

const light = ['src/{api,charts,core,web}/**/*.test.{ts,tsx}']
/** Modules that a test replaces must not have been loaded by another test file before. */
const replacingModules = globSync(light, { cwd: import.meta.dirname }).filter((file) => readFileSync(file, 'utf8').includes('vi.mock('))

/** Unit and API tests, and the engines that are there wherever `npm test` runs: DuckDB, SQLite, Postgres, MariaDB. */
export default defineConfig({
  test: {
    setupFiles: ['test/slow-machine.ts'],
    env: { TZ: 'America/Los_Angeles' },
    sequence: { sequencer: LongestFirst },
    // One more than the cores that are expected: many tests wait for processes of their own.
    maxWorkers: 3,
    testTimeout: 120_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 30_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'light',
          include: light,
          exclude: replacingModules,
          // Test files share the modules of their worker: loading them anew for each took as long as the tests.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'isolated',
          include: [
            'src/{engines,server}/**/*.test.ts',
            'test/{api,check,conformance,fuzz,kill}/**/*.test.ts',
            'test/engines/*.test.ts',
            ...replacingModules,
          ],
        },
      },
    ],
  },
})

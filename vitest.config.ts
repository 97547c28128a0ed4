import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { longTests } from './test/long/files.ts'
import { projectsOf } from './test/projects.ts'

const startsProcesses = ({ moduleId }: TestSpecification) => /\/(src\/(engines|server)|test)\//.test(moduleId)

/** Tests that start processes take longest; they begin first, so that no worker is left alone with one of them at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((a, b) => Number(startsProcesses(b)) - Number(startsProcesses(a)))
  }
}

const shortTests = ['src/**/*.test.{ts,tsx}', 'test/{api,check,conformance}/**/*.test.ts', 'test/engines/*.test.ts']

/** Unit and API tests, and the engines that are there wherever `npm test` runs: DuckDB, SQLite, Postgres, MariaDB. */
export default defineConfig({
  test: {
    setupFiles: ['test/setup.ts'],
    env: { TZ: 'America/Los_Angeles' },
    sequence: { sequencer: LongestFirst },
    // One more than the cores that are expected: many tests wait for processes of their own.
    maxWorkers: 3,
    testTimeout: 120_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 30_000 } },
    projects: projectsOf({ include: shortTests, exclude: longTests }),
  },
})

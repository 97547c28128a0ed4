import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { longTests } from './test/long/files.ts'

const startsProcesses = ({ moduleId }: TestSpecification) => /\/(src\/(engines|server)|test)\//.test(moduleId)

/** Tests that start processes take longest; they begin first, so that no worker is left alone with one of them at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((a, b) => Number(startsProcesses(b)) - Number(startsProcesses(a)))
  }
}

/**
 * Test files that share the modules of their worker: loading them anew for each file takes as long as the tests. A file that replaces
 * modules is none of them, because another one may have loaded these before; those of `ingest` share a folder of one file.
 */
const sharing = globSync(['src/**/*.test.{ts,tsx}', 'test/api/**/*.test.ts', 'test/engines/*.test.ts'], {
  cwd: import.meta.dirname,
  exclude: ['src/server/ingest/**', ...longTests],
}).filter((file) => !readFileSync(join(import.meta.dirname, file), 'utf8').includes('vi.mock('))

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
    projects: [
      { extends: true, test: { name: 'sharing', include: sharing, isolate: false } },
      {
        extends: true,
        test: {
          name: 'isolated',
          include: ['src/**/*.test.{ts,tsx}', 'test/{api,check,conformance}/**/*.test.ts', 'test/engines/*.test.ts'],
          exclude: [...sharing, ...longTests],
        },
      },
    ],
  },
})

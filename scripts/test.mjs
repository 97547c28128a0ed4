// `npm test`: installs what it needs, then checks, unit and API tests, engines, and the journeys in a browser; one summary line at the end.
// Runs on Node 20 and newer.
import { join } from 'node:path'
import { build } from './start/build.mjs'
import { install } from './start/install.mjs'
import { demandSystemPackages, ofTests } from './start/system-packages.mjs'
import { clearReports, counts, finish, reports, run, vitest } from './start/test-run.mjs'

await install()
demandSystemPackages(ofTests)
await build()
clearReports()

const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)]

const ofPlaywright = ({ stats, suites }) => ({
  passed: stats.expected,
  failed: stats.unexpected + stats.flaky,
  skipped: stats.skipped,
  failures: suites
    .flatMap(specsOf)
    .filter(({ ok }) => !ok)
    .map(({ file, line, title }) => `${file}:${line} › ${title}`),
})

const checked = run('check', ['node', 'scripts/check.ts'])
finish([
  { passed: checked ? 1 : 0, failed: checked ? 0 : 1, skipped: 0, failures: checked ? [] : ['check'] },
  vitest('unit, API and engines', 'unit.json'),
  vitest('stores on Postgres', 'stores.json', { args: ['--config', 'test/stores/vitest.config.ts'] }),
  (() => {
    const ok = run('browser', ['playwright', 'test'], { environment: { PLAYWRIGHT_JSON_OUTPUT_NAME: join(reports, 'browser.json') } })
    return counts('browser.json', ok, ofPlaywright)
  })(),
])

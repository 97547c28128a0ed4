// `npm test`: installs what it needs, then checks, unit and API tests, engines, and the main journeys in a browser. `npm run test:long`: what takes
// longer, attacks, the stores on Postgres and all other journeys. One summary line at the end. Runs on Node 20 and newer.
import { join } from 'node:path'
import { build } from './start/build.mjs'
import { install } from './start/install.mjs'
import { demandSystemPackages, installSystemPackages, ofDirectories, ofTests } from './start/system-packages.mjs'
import { clearReports, counts, finish, reports, run, vitest } from './start/test-run.mjs'

await install()
demandSystemPackages(ofTests)
const isLong = process.argv.includes('--long')
if (isLong) installSystemPackages(ofDirectories)
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

const check = () => {
  const ok = run('check', ['node', 'scripts/check.ts'])
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0, failures: ok ? [] : ['check'] }
}

/** The journeys of one project of `playwright.config.ts`. */
const journeys = (project) => {
  const report = `${project}-journeys.json`
  const environment = { PLAYWRIGHT_JSON_OUTPUT_NAME: join(reports, report) }
  return counts(
    report,
    run(`${project} journeys in a browser`, ['playwright', 'test', '--project', project], { environment }),
    ofPlaywright,
  )
}

finish(
  isLong
    ? [
        vitest('attacks, kills and random repetitions', 'long.json', { args: ['--config', 'test/long/vitest.config.ts'] }),
        vitest('stores on Postgres', 'stores.json', { args: ['--config', 'test/stores/vitest.config.ts'] }),
        journeys('other'),
      ]
    : [check(), vitest('unit, API and engines', 'unit.json'), journeys('main')],
)

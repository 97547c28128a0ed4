// `npm test`: installs what it needs, then checks, unit and API tests, engines, and the journeys in a browser; one summary line at the end.
// Runs on any Node from 20 on.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from './start/build.mjs'
import { install, ownEnvironment, root } from './start/install.mjs'
import { installSystemPackages } from './start/system-packages.mjs'

await install()
const missing = installSystemPackages()
if (missing.length) {
  console.error(`Missing on this machine: ${missing.join(', ')}. Install these Debian packages (or run as root, which installs them).`)
  process.exit(1)
}
await build()

const reports = join(root, 'test-results')
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })

const bin = (name) => join(root, 'node_modules', '.bin', name)
const run = (name, command, args, environment = {}) => {
  const began = Date.now()
  console.log(`\n== ${name}`)
  const { status } = spawnSync(bin(command), args, { cwd: root, stdio: 'inherit', env: { ...ownEnvironment(), ...environment } })
  console.log(`== ${name}: ${status === 0 ? 'passed' : 'FAILED'} in ${Math.round((Date.now() - began) / 1000)} s`)
  return status === 0
}

/** Counts of a report; a runner that died without one counts as one failure. */
const counts = (file, ok, read) => {
  const path = join(reports, file)
  if (!existsSync(path)) return { passed: 0, failed: ok ? 0 : 1, skipped: 0 }
  const found = read(JSON.parse(readFileSync(path, 'utf8')))
  return { ...found, failed: found.failed || (ok ? 0 : 1) }
}
const ofVitest = (report) => ({
  passed: report.numPassedTests,
  failed: report.numFailedTests,
  skipped: report.numPendingTests + report.numTodoTests,
})
const ofPlaywright = ({ stats }) => ({ passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped })

const vitest = (name, file, args = []) => {
  const ok = run(name, 'vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=test-results/${file}`, ...args])
  return counts(file, ok, ofVitest)
}

const checked = run('check', 'node', ['scripts/check.ts'])
const results = [
  { passed: checked ? 1 : 0, failed: checked ? 0 : 1, skipped: 0 },
  vitest('unit and API', 'unit.json'),
  vitest('stores on Postgres', 'stores.json', ['--config', 'test/stores/vitest.config.ts']),
  vitest('engines', 'engines.json', ['--config', 'test/engines/vitest.config.ts']),
  (() => {
    const ok = run('browser', 'playwright', ['test'], { PLAYWRIGHT_JSON_OUTPUT_NAME: join(reports, 'browser.json') })
    return counts('browser.json', ok, ofPlaywright)
  })(),
]
const sum = (key) => results.reduce((total, result) => total + result[key], 0)
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`)
process.exit(sum('failed') === 0 ? 0 : 1)

import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { ownEnvironment } from './install.mjs'
import { root } from './runtime.mjs'

export const reports = join(root, 'test-results')

/** Deletes the reports of earlier runs. */
export const clearReports = () => {
  rmSync(reports, { recursive: true, force: true })
  mkdirSync(reports, { recursive: true })
}

const bin = (name) => join(root, 'node_modules', '.bin', name)

/** Kills a command and its children on timeout, or when this process ends. */
const held = (minutes) =>
  process.platform === 'linux' ? ['setpriv', '--pdeathsig=TERM', 'timeout', '--kill-after=15', String(minutes * 60)] : []

/** Runs one of the project's programs; true if it succeeded. */
export const run = (name, [command, ...args], { environment = {}, minutes } = {}) => {
  const began = Date.now()
  console.log(`\n== ${name}`)
  const [program, ...rest] = [...(minutes ? held(minutes) : []), bin(command), ...args]
  const { status } = spawnSync(program, rest, { cwd: root, stdio: 'inherit', env: { ...ownEnvironment(), ...environment } })
  const late = status === 124 || status === 137 ? `, stopped after ${minutes} min` : ''
  console.log(`== ${name}: ${status === 0 ? 'passed' : `FAILED${late}`} in ${Math.round((Date.now() - began) / 1000)} s`)
  return status === 0
}

/** Counts of a report; a runner that crashed without one counts as one failure. */
export const counts = (file, ok, read) => {
  const path = join(reports, file)
  if (!existsSync(path)) return { passed: 0, failed: ok ? 0 : 1, skipped: 0 }
  const found = read(JSON.parse(readFileSync(path, 'utf8')))
  return { ...found, failed: found.failed || (ok ? 0 : 1) }
}

/** The failed tests of a Vitest report, each with the first line of its error. */
const failuresOf = (report) =>
  report.testResults.flatMap(({ name, message, assertionResults }) => {
    const failed = assertionResults.filter(({ status }) => status === 'failed')
    const file = relative(root, name)
    if (failed.length === 0 && message) return [`${file}: ${firstLine(message)}`]
    return failed.map(({ fullName, failureMessages }) => `${file} › ${fullName}: ${firstLine(failureMessages[0] ?? '')}`)
  })

const firstLine = (text) => text.split('\n', 1)[0]

const ofVitest = (report) => ({
  passed: report.numPassedTests,
  failed: report.numFailedTests,
  failures: failuresOf(report),
  skipped: report.numPendingTests + report.numTodoTests,
})

export const vitest = (name, file, { args = [], minutes } = {}) => {
  rmSync(join(reports, file), { force: true })
  const command = ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=test-results/${file}`, ...args]
  return counts(file, run(name, command, { minutes }), ofVitest)
}

/** Repeats the failures at the end of the log, prints the counts, and exits. */
export const finish = (results) => {
  for (const failure of results.flatMap(({ failures = [] }) => failures)) console.log(`FAILED ${failure}`)
  const sum = (key) => results.reduce((total, result) => total + result[key], 0)
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`)
  process.exit(sum('failed') === 0 ? 0 : 1)
}

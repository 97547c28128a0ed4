// `npm run check`: types, lint, format, floors, shape, texts, colours, unused code, lockfile, generated files, audit of dependencies.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { auditResult } from './check/audit.ts'
import { castAnswers } from './check/casts.ts'
import { cycles, wrongWay } from './check/imports.ts'
import { lockfileFaults } from './check/lockfile.ts'
import { colorLiterals, crowdedFolders, defaultExports, suppressions, tooLong, vagueNames } from './check/shape.ts'
import { readSources, type Finding } from './check/sources.ts'
import { literalMeasures, redefinedTokens } from './check/styles.ts'
import { textsOutsideT } from './check/texts.ts'
import { unreadDeclarations } from './check/unread.ts'

const root = join(import.meta.dirname, '..')
const sources = readSources(root, ['src', 'test', 'bench', 'scripts'])

const ours: Record<string, () => Finding[]> = {
  'imports go one way': () => wrongWay(sources),
  'no import cycles': () => cycles(sources),
  'files are short': () => tooLong(sources),
  'folders are small': () => crowdedFolders(sources),
  'exports are named': () => defaultExports(sources),
  'names say something': () => vagueNames(sources),
  'answers and forms are not cast': () => castAnswers(sources),
  'nothing is suppressed': () => suppressions(sources),
  'colours are tokens': () => colorLiterals(sources),
  'layers, widths and spaces are tokens': () => literalMeasures(sources),
  'tokens are set once': () => redefinedTokens(sources),
  'what is declared is read': () => unreadDeclarations(sources),
  'texts go through t()': () => textsOutsideT(sources),
  'the lockfile is complete': () => lockfileFaults(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))),
}

const tools: Record<string, [command: string, ...args: string[]]> = {
  'types of core, api and charts': ['tsc', '-p', 'tsconfig.core.json'],
  'types of the server': ['tsc', '-p', 'tsconfig.node.json'],
  'types of the web': ['tsc', '-p', 'tsconfig.web.json'],
  'types of the browser tests': ['tsc', '-p', 'tsconfig.browser-tests.json'],
  lint: ['oxlint', '--deny-warnings'],
  format: ['oxfmt', '--check', '.'],
  'no unused code': ['knip'],
  'generated files are fresh': ['node', 'scripts/gen.ts', '--check'],
}

const bin = join(root, 'node_modules', '.bin')
const environment = { ...process.env, PATH: `${bin}:${process.env['PATH'] ?? ''}` }

const only = process.argv.slice(2)
let failed = 0
const report = (name: string, problem: string | null) => {
  console.log(`${problem === null ? 'ok  ' : 'FAIL'} ${name}`)
  if (problem === null) return
  failed++
  console.log(problem.trimEnd().replaceAll(/^/gm, '       '))
}
const wanted = (name: string) => only.length === 0 || only.some((word) => name.includes(word))

for (const [name, find] of Object.entries(ours)) {
  if (!wanted(name)) continue
  const findings = find()
  report(
    name,
    findings.length ? findings.map(({ path, line, message }) => `${path}${line ? `:${line}` : ''}  ${message}`).join('\n') : null,
  )
}

/** Runs a tool; its output if it found something. */
const problemOf = async ([command, ...args]: [command: string, ...args: string[]]): Promise<string | null> => {
  const child = spawn(join(bin, command), args, { cwd: root, env: environment, stdio: ['ignore', 'pipe', 'pipe'] })
  const [ended, ...output] = await Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)])
  return ended[0] === 0 ? null : output.join('')
}

const waiting = Object.entries(tools)
  .filter(([name]) => wanted(name))
  .values()
/** Each of the two takes the next tool when its own has finished: most of them use one core. */
const runTools = async () => {
  for (const [name, tool] of waiting) report(name, await problemOf(tool))
}
await Promise.all([runTools(), runTools()])
const audited = 'dependencies have no known vulnerability'
if (wanted(audited)) {
  const { stdout } = spawnSync('npm', ['audit', '--json', '--package-lock-only'], {
    cwd: root,
    env: environment,
    encoding: 'utf8',
    maxBuffer: 1e8,
    timeout: 60_000,
  })
  const { state, lines } = auditResult(stdout)
  console.log([`${state.padEnd(4)} ${audited}`, ...lines.map((line) => `       ${line}`)].join('\n'))
  if (state === 'FAIL') failed++
}
console.log(failed ? `${failed} of the checks failed` : 'all checks passed')
process.exit(failed ? 1 : 0)

import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'

/** The outside tools with the project's own settings, each on a small tree that breaks one rule. */
const root = join(import.meta.dirname, '../..')
const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

const treeWith = (files: Record<string, string>) => {
  const folder = mkdtempSync(join(tmpdir(), 'chartroom-check-'))
  folders.push(folder)
  for (const name of ['.oxlintrc.json', '.oxfmtrc.json', 'tsconfig.base.json', 'tsconfig.core.json', 'knip.json'])
    cpSync(join(root, name), join(folder, name))
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({
      name: 'broken',
      type: 'module',
      scripts: { migrate: 'node src/server/main.ts' },
      imports: { '#core/*': './src/core/*' },
    }),
  )
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return folder
}

const run = (folder: string, command: string, ...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(join(root, 'node_modules/.bin', command), args, { cwd: folder, encoding: 'utf8' })
  return { passed: status === 0, output: `${stdout}${stderr}` }
}

describe('the tools reject', () => {
  const cases: [name: string, text: string, command: string[], output: RegExp][] = [
    ['a type error', 'export const a: number = "x"\n', ['tsc', '-p', 'tsconfig.core.json'], /TS2322/],
    ['the DOM in core', 'export const a = document.title\n', ['tsc', '-p', 'tsconfig.core.json'], /document/],
    ['any', 'export const a = (x: any) => x\n', ['oxlint', '--deny-warnings', 'src'], /no-explicit-any/],
    ['a console line', "console.log('x')\n", ['oxlint', '--deny-warnings', 'src'], /no-console/],
    ['other formatting', 'export const a = "x";\n', ['oxfmt', '--check', 'src'], /src\/core\/a\.ts/],
  ]
  test.each(cases)('%s', (_name, text, [command = '', ...args], output) => {
    const result = run(treeWith({ 'src/core/a.ts': text }), command, ...args)
    expect(result.passed).toBe(false)
    expect(result.output).toMatch(output)
  })

  test('unused code', () => {
    const files = {
      'src/server/main.ts': "import { used } from './a.ts'\nused()\n",
      'src/server/a.ts': 'export const used = () => 1\nexport const unused = 2\n',
    }
    const result = run(treeWith(files), 'knip', '--include', 'exports')
    expect(result.passed).toBe(false)
    expect(result.output).toMatch(/unused/)
  })
})

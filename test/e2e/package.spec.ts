import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { test as base, expect } from '@playwright/test'
import { examplesLoaded, startServer } from './server.ts'

const root = join(import.meta.dirname, '../..')
const maxInstalledMb = 430

/** A command as somebody runs it who has no clone: with the machine's own Node, and nothing that npm told this test. */
const environment = (home: string): NodeJS.ProcessEnv => {
  const own = Object.entries(process.env).filter(
    ([name]) => !/^(npm_(package|lifecycle|config_local_prefix)|INIT_CWD|CHARTROOM_)/.test(name),
  )
  const path = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => !folder.startsWith(root))
  return { ...Object.fromEntries(own), HOME: home, PATH: path.join(delimiter) }
}

const run = (command: string, args: string[], options: { cwd: string; env?: NodeJS.ProcessEnv }): string => {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: 'utf8', ...options })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}: ${error?.message ?? stderr}`)
  return stdout
}

const npmSetting = (name: string) => run('npm', ['config', 'get', name], { cwd: root }).trim()

const sizeMb = (folder: string): number => {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0) / 1024 ** 2
}

base('the package installs in an empty home, and its command opens a file, shows the examples and makes a backup', async ({ page }) => {
  base.setTimeout(600_000)
  page.setDefaultTimeout(60_000)
  const home = mkdtempSync(join(tmpdir(), 'chartroom-home-'))
  try {
    run('npm', ['pack', '--pack-destination', home], { cwd: root })
    const [tarball = ''] = readdirSync(home)
    // npm finds its cache and settings in the home; these it keeps.
    const settings = { npm_config_cache: npmSetting('cache'), npm_config_userconfig: npmSetting('userconfig') }
    const env = environment(home)
    const folder = join(home, 'installed')
    mkdirSync(folder)
    const install = ['install', '--prefix', folder, '--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund', join(home, tarball)]
    run('npm', install, { cwd: folder, env: { ...env, ...settings } })
    expect(sizeMb(folder)).toBeLessThan(maxInstalledMb)

    const program = { command: join(folder, 'node_modules/.bin/chartroom'), args: [], cwd: home, env }
    expect(run(program.command, ['--help'], program)).toMatch(/^Usage: chartroom .*backup \[folder\].*--port/s)

    writeFileSync(join(home, 'sales.csv'), 'day,region,amount\n2024-01-15,north,1\n2024-02-15,south,2\n')
    const server = await startServer(['sales.csv'], join(home, '.chartroom'), program)
    try {
      await page.goto(server.link)
      await expect(page).toHaveURL(/\/explore/)
      await expect(page.locator('canvas, svg[role=img]').first()).toBeVisible()

      await examplesLoaded(page, server.address)
      await page.goto(`${server.address}/dashboard/list/`)
      const drawn = page.locator('img[src*=thumbnail]')
      await expect
        .poll(() => drawn.evaluateAll((images: HTMLImageElement[]) => images.filter(({ naturalWidth }) => naturalWidth > 0).length))
        .toBe(4)
      await page.goto(`${server.address}/superset/dashboard/films/`)
      await expect(page.locator('canvas, svg[role=img]').first()).toBeVisible()

      expect(run(program.command, ['backup'], program)).toContain(join(home, '.chartroom', 'backups'))
    } finally {
      await server.stop()
    }
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
})

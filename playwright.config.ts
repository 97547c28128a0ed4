import { defineConfig } from '@playwright/test'
import { findBrowser } from './test/e2e/find-browser.ts'

const browser = findBrowser()

/** One way through each page: what `npm test` walks. All others are walked by `npm run test:long`. */
const main = ['first-start', 'home', 'upload', 'explore', 'dashboard', 'sqllab', 'lists'].map((name) => `${name}.spec.ts`)

export default defineConfig({
  testDir: 'test/e2e',
  projects: [
    { name: 'main', testMatch: main },
    { name: 'other', testIgnore: main },
  ],
  outputDir: 'test-results/browser',
  globalSetup: './test/e2e/global-setup.ts',
  workers: 2,
  fullyParallel: false,
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: process.env['PLAYWRIGHT_JSON_OUTPUT_NAME'] ? [['list'], ['json']] : 'list',
  use: {
    // Pictures stand at once; transitions and first drawings take a tenth of a run's processor time.
    contextOptions: { reducedMotion: 'reduce' },
    viewport: { width: 1440, height: 900 },
    timezoneId: 'America/Los_Angeles',
    launchOptions: {
      ...(browser && { executablePath: browser }),
      chromiumSandbox: false,
      args: [
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})

import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'test/{api,check,conformance,fuzz,kill}/**/*.test.ts'],
    env: { TZ: 'America/Los_Angeles' },
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 120_000,
  },
})

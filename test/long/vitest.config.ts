import { defineConfig } from 'vitest/config'
import base from '../../vitest.config.ts'
import { longTests } from './files.ts'

// The projects of `npm test` bring their own lists of files.
const { projects: _ofUnitTests, ...shared } = base.test ?? {}

/** Attacks, kills, random repetitions, and every combination. Each file has modules of its own: what it breaks stays with it. */
export default defineConfig({
  test: {
    ...shared,
    // Twice the cores that are expected: the longest of these wait for servers and processes half of their time.
    maxWorkers: 4,
    include: longTests,
  },
})

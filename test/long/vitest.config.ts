import { defineConfig } from 'vitest/config'
import base from '../../vitest.config.ts'
import { longTests } from './files.ts'

// The projects of `npm test` bring their own lists of files.
const { projects: _ofUnitTests, ...shared } = base.test ?? {}

/** Attacks, kills and random repetitions. */
export default defineConfig({ test: { ...shared, include: longTests } })

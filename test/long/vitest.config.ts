import { defineConfig } from 'vitest/config'
import base from '../../vitest.config.ts'
import { projectsOf } from '../projects.ts'
import { longTests } from './files.ts'

/** Attacks, kills, random repetitions, and every combination. */
export default defineConfig({ test: { ...base.test, projects: projectsOf(longTests) } })

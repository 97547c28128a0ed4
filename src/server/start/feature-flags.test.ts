import { expect, test } from 'vitest'
import { flagNames, offByDefault } from '#core/access/feature-flags.ts'
import { readConfig, usage } from './config.ts'
import { readFeatureFlags } from './feature-flags.ts'

test.each(flagNames)('%s is a setting with a default, as flag and as variable', (flag) => {
  const isOn = !offByDefault.includes(flag)
  const option = flag.toLowerCase().replaceAll('_', '-')
  const told = (args: string[], environment = {}) => readFeatureFlags(readConfig(args, environment))[flag]
  expect([
    told([]),
    told([`--${option}`]),
    told([`--no-${option}`]),
    told([], { [`CHARTROOM_${flag}`]: 'true' }),
    told([], { [`CHARTROOM_${flag}`]: 'false' }),
  ]).toEqual([isOn, true, false, true, false])
  expect(usage()).toMatch(new RegExp(`--${option}, --no-${option} .* \\(CHARTROOM_${flag}\\)`))
})

test.each(['DYNAMIC_PLUGINS', 'GLOBAL_ASYNC_QUERIES', 'DASHBOARD_FILTERS_EXPERIMENTAL'])('%s is said to have no effect yet', (flag) => {
  expect(usage()).toMatch(new RegExp(`no effect yet.*CHARTROOM_${flag}`))
})

import { expect, test } from 'vitest'
import { featureFlags } from '#core/access/feature-flags.ts'
import { readConfig, usage } from './config.ts'
import { readFeatureFlags } from './feature-flags.ts'

test.each(Object.entries(featureFlags))('%s is a setting, as flag and as variable, with the default %s', (flag, isOn) => {
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

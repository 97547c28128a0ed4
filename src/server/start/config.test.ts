import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { ConfigError, prepareDataDir, readConfig, usage } from './config.ts'
import { saveSecretKey } from '../secrets/secret-keys.ts'

const root = mkdtempSync(join(tmpdir(), 'chartroom-config-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

test('a flag takes precedence over its variable, and an empty variable counts as unset', () => {
  const read = readConfig(['--port', '1'], { CHARTROOM_PORT: '2', CHARTROOM_APP_NAME: '', CHARTROOM_EXAMPLES: 'no' })
  expect([read.port, read.appName, read.examples]).toEqual([1, 'Chartroom', false])
  expect(readConfig(['--no-open'], { CHARTROOM_OPEN: 'true' }).open).toBe(false)
})

test('the help lists every setting with its variable', () => {
  expect(usage()).toMatch(/--app-name .* \(CHARTROOM_APP_NAME\)/)
  expect(usage()).toMatch(/--examples, --no-examples .* \(CHARTROOM_EXAMPLES\)/)
})

const mistakes: [string, string[], Record<string, string>, string][] = [
  ['a port that is not a number', ['--port', 'abc'], {}, '--port: "abc" is not valid. It must be a whole number from 0 to 65535.'],
  [
    'a port out of range',
    [],
    { CHARTROOM_PORT: '70000' },
    'CHARTROOM_PORT: "70000" is not valid. It must be a whole number from 0 to 65535.',
  ],
  ['an unknown flag', ['--prot', '1'], {}, "Unknown option '--prot'. See --help."],
  ['a flag without its value', ['--port'], {}, "Option '--port <value>' argument missing. See --help."],
  ['an unknown variable', [], { CHARTROOM_PROT: '1' }, 'CHARTROOM_PROT is not a setting. See --help.'],
  ['a switch that is neither', [], { CHARTROOM_OPEN: 'maybe' }, 'CHARTROOM_OPEN: "maybe" is not valid. It must be true or false.'],
  [
    'a time zone',
    [],
    { CHARTROOM_TIMEZONE: 'Mars' },
    'CHARTROOM_TIMEZONE: "Mars" is not valid. It must be a time zone such as Europe/Berlin.',
  ],
  [
    'a base path',
    ['--base-path', 'x/'],
    {},
    '--base-path: "x/" is not valid. It must be a path such as /charts, without a trailing slash.',
  ],
  [
    'proxies',
    ['--trusted-proxies', '10.0.0.1, nonsense'],
    {},
    '--trusted-proxies: "10.0.0.1, nonsense" is not valid. It must be IP addresses or subnets such as 10.0.0.0/8, separated by commas.',
  ],
  [
    'another kind of store',
    ['--metadata', 'mysql://u:p@h/d'],
    {},
    '--metadata: "mysql://u:p@h/d" is not valid. It must be a SQLite file or a URI that begins with postgresql://.',
  ],
]
test.each(mistakes)('%s stops the start with one line', (_name, args, environment, text) => {
  expect(() => readConfig(args, environment)).toThrow(new ConfigError(text))
})

test.each(['', '10.0.0.1', '10.0.0.0/8, fd00::/8', 'loopback', '::1'])('accepts "%s" as trusted proxies', (list) => {
  expect(readConfig(['--trusted-proxies', list], {}).trustedProxies).toBe(list)
})

test.each(['10.0.0.0/33', '10.0.0.0/x', '10.0.0.0/', '1.2.3', 'example.com'])('rejects "%s" as trusted proxies', (list) => {
  expect(() => readConfig(['--trusted-proxies', list], {})).toThrow(ConfigError)
})

test('ignores the variables that Kubernetes sets for a service of this name', () => {
  expect(readConfig([], { CHARTROOM_SERVICE_HOST: '10.0.0.1', CHARTROOM_PORT_8088_TCP: 'tcp://10.0.0.1:8088' }).port).toBe(8088)
})

describe('the data directory', () => {
  const prepare = (dataDir: string) => prepareDataDir(readConfig(['--data', dataDir], {}), {})

  test('is created, and its key is written only once', () => {
    const dataDir = join(root, 'a/b/c')
    const prepared = prepare(dataDir)
    expect(readdirSync(dataDir)).toEqual([])
    saveSecretKey(prepared)
    expect(readdirSync(dataDir)).toEqual(['secret.key'])
    expect(prepare(dataDir)).toEqual({ ...prepared, secretKeyIsNew: false })
  })

  const file = join(root, 'file')
  writeFileSync(file, '')
  const faults: [string, string, string][] = [
    ['a file', file, 'it is not a directory'],
    ['below a file', join(file, 'x'), 'it is not a directory'],
    ['a place where nothing can be created', '/proc/nope/x', 'it cannot be created'],
  ]
  test.runIf(existsSync('/proc')).each(faults)('%s is rejected', (_name, dataDir, reason) => {
    expect(() => prepare(dataDir)).toThrow(new ConfigError(`--data: ${dataDir} cannot be used: ${reason}`))
  })
})

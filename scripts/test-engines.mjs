// `npm run test:engines`: runs the engine suites on every engine, also on those whose servers are too large for `npm test`, which it downloads first
// (Debian, PyPI, Maven Central); one summary line at the end. Runs on Node 20 and newer.
import { install } from './start/install.mjs'
import { demandSystemPackages, ofEngines } from './start/system-packages.mjs'
import { finish, run, vitest } from './start/test-run.mjs'

await install()
demandSystemPackages(ofEngines)

const isThere = run('servers', ['node', 'scripts/engine-servers.ts'], { minutes: 8 })
finish([
  isThere
    ? vitest('every engine', 'every-engine.json', { args: ['--config', 'test/engines/all.config.ts'], minutes: 18 })
    : { passed: 0, failed: 1, skipped: 0 },
])

// `npm run test:engines`: the same asked of every engine, those too whose servers are too large for `npm test`, which it brings here first
// (Debian, PyPI, Maven Central); one summary line at the end. Runs on any Node from 20 on.
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

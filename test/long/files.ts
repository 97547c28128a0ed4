/**
 * Tests that take long because they attack, kill, hang, repeat at random, try every combination or every server: `npm run test:long` runs
 * them, not every `npm test`.
 */
export const longTests = [
  'test/{fuzz,kill}/**/*.test.ts',
  'test/api/{access-matrix,access-matrix.pairs,attacks,bundle-exports,bundles,chart-forms,edge,example-imports,hostile,injection,kept-secrets,leaks,old-exports,shared-scans,upload-into-servers,secure-connections}.test.ts',
  'test/api/active-directory/*.test.ts',
  'test/api/chart-data-{mysql,postgres,sqlite}.test.ts',
  'test/api/sqllab/{disguised-writes,postgres,whole-downloads}.test.ts',
  'test/check/controls/controls.test.ts',
  'test/engines/{cancel-under-load,connections,host,hostile}.test.ts',
  'src/core/layout/random-moves.test.ts',
  'src/engines/host/errors/foreign-answers.test.ts',
  'src/server/access/login/login-limits.test.ts',
  'src/server/ingest/{options,csv/exact,csv/times}.test.ts',
  'src/server/resources/dashboard/first-picture/first-picture.test.ts',
  'src/server/resources/thumbnail/thumbnail.test.ts',
  'src/server/resources/upload/into-database.test.ts',
  'src/server/start/stop.test.ts',
]

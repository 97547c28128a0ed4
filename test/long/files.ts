/**
 * Tests that take long because they attack, kill, hang, repeat at random or try every combination: `npm run test:long` runs them, not
 * every `npm test`.
 */
export const longTests = [
  'test/{fuzz,kill}/**/*.test.ts',
  'test/api/{access-matrix,bundles,example-imports,hostile,shared-scans,upload-into-servers,secure-connections}.test.ts',
  'test/api/sqllab/{postgres,whole-downloads}.test.ts',
  'test/engines/{cancel-under-load,connections,host}.test.ts',
  'src/server/ingest/{options,csv/exact,csv/times}.test.ts',
  'src/server/resources/dashboard/first-picture/first-picture.test.ts',
  'src/server/resources/upload/into-database.test.ts',
  'src/server/start/stop.test.ts',
]

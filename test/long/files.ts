/** Tests that take long because they attack, kill and repeat at random: `npm run test:long` runs them, not every `npm test`. */
export const longTests = [
  'test/{fuzz,kill}/**/*.test.ts',
  'test/api/{hostile,shared-scans,upload-into-servers}.test.ts',
  'test/api/sqllab/whole-downloads.test.ts',
]

import { cpSync, mkdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { defineConfig, type Plugin } from 'vite'
import manifest from './package.json' with { type: 'json' }
import { exampleTables } from './src/server/examples/tables.ts'

const root = import.meta.dirname

/** Puts the example files beside the folder of the bundle. */
const exampleFiles = (): Plugin => ({
  name: 'example-files',
  writeBundle: ({ dir = '' }) => {
    const examples = resolve(dir, '../examples')
    rmSync(examples, { recursive: true, force: true })
    mkdirSync(examples, { recursive: true })
    for (const { file } of exampleTables) cpSync(join(root, 'node_modules', 'vega-datasets', 'data', file), join(examples, file))
  },
})

/** The server of a release: its programs, bundled with all that is JavaScript. What is native code stays a dependency. */
export default defineConfig({
  publicDir: false,
  // Of CommonJS packages, which find it nowhere in a module.
  define: { __dirname: 'import.meta.dirname' },
  plugins: [exampleFiles()],
  ssr: { noExternal: true, external: Object.keys(manifest.dependencies) },
  build: {
    ssr: true,
    outDir: 'dist/server',
    target: 'esnext',
    license: { fileName: 'licenses.md' },
    rolldownOptions: {
      // Native parts that their packages do without.
      external: ['pg-native', 'cpu-features', /sshcrypto\.node$/],
      input: {
        main: 'src/server/main.ts',
        host: 'src/engines/host/main.ts',
        ingest: 'src/server/ingest/main.ts',
        render: 'src/server/render/main.ts',
        sql: 'src/server/sql/main.ts',
      },
      // All in one folder: modules find each other's programs and files beside themselves.
      output: { chunkFileNames: '[name]-[hash].js' },
    },
  },
})

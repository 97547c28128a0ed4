import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  root: 'src/web',
  base: './',
  plugins: [react()],
  build: { outDir: '../../dist/web', emptyOutDir: true, manifest: true, target: 'es2023', chunkSizeWarningLimit: 700 },
})

import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import type { Frame, Page } from '@playwright/test'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { customMedia } from '../../../scripts/custom-media.ts'

const contentTypes: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }

export type StageServer = { address: string; stop: () => void }

/** Builds the stage as the product is built, with the same chunks by family, and serves it. */
export const serveStage = async (): Promise<StageServer> => {
  const folder = mkdtempSync(join(tmpdir(), 'chartroom-stage-'))
  await build({
    configFile: false,
    root: import.meta.dirname,
    base: './',
    logLevel: 'error',
    plugins: [customMedia(), react()],
    build: { outDir: folder, emptyOutDir: true, target: 'es2023', chunkSizeWarningLimit: 5000 },
  })
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://stage')
    const file = join(folder, pathname === '/' ? 'index.html' : pathname)
    if (!existsSync(file)) return response.writeHead(404).end()
    response.setHeader('content-type', contentTypes[extname(file)] ?? 'application/octet-stream')
    response.setHeader('cache-control', 'max-age=3600')
    return response.end(readFileSync(file))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    stop: () => {
      server.closeAllConnections()
      server.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A page in which no family of series was loaded yet. */
export const openStage = async (page: Page, { address }: StageServer) => {
  await page.goto(address)
  await page.waitForFunction(() => 'stage' in window)
}

/**
 * A document of its own, in which no family of series was loaded yet, inside a page of the stage. It evaluates every module again as a
 * page does, for a fifth of the cost: the browser has compiled them before.
 */
export const openFreshFrame = async (page: Page): Promise<Frame> => {
  const element = await page.evaluateHandle(async () => {
    const frame = document.createElement('iframe')
    frame.style.cssText = 'position: fixed; inset: 0; width: 100%; height: 100%; border: 0'
    frame.src = location.href
    const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }))
    document.querySelector('iframe')?.remove()
    document.body.append(frame)
    await loaded
    return frame
  })
  const frame = await element.contentFrame()
  await element.dispose()
  if (!frame) throw new Error('The frame has no document')
  return frame
}

/** How a chart type looks where nothing else was drawn before: the picture that stays the same for a while. */
export const drawAlone = (page: Pick<Page, 'evaluate'>, vizType: string) =>
  page.evaluate(async (type) => {
    await window.stage.show(type)
    let last = 0
    let since = 0
    const sum = await window.stage.settle((present) => {
      if (present !== last) since = performance.now()
      last = present
      return performance.now() - since > 200 && window.stage.countMarks() > 0
    })
    return { sum, marks: window.stage.countMarks() }
  }, vizType)

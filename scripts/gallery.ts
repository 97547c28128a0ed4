// Draws every chart from its fixtures, light and dark, large and as a thumbnail, into dist/gallery/index.html (not committed).
// With --png Chromium takes a screenshot of each page.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { charts } from '#charts/index.ts'
import { escapeText } from '#charts/shared/text/html.ts'
import type { Fixture } from '#charts/shared/fixtures/fixture.ts'
import { drawStill } from '#charts/stills.ts'
import { translator } from '#core/i18n/t.ts'
import { colors } from '#core/theme/tokens.ts'
import type { ThemeName } from '#core/theme/tokens.ts'
import { drawOption } from '../src/server/render/echarts.ts'
import { fontFace, measureText } from '../src/server/render/measure.ts'

const root = join(import.meta.dirname, '..')
const target = join(root, 'dist/gallery')
mkdirSync(target, { recursive: true })
const only = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))

type Size = { width: number; height: number; thumbnail?: boolean }

const draw = (vizType: string, fixture: Fixture, theme: ThemeName, size: Size): string => {
  const chart = charts.find((one) => one.viz_type === vizType)
  const context = { theme, ...size, t: translator(), measure: measureText, formats: fixture.formats, verboseNames: fixture.verboseNames }
  const drawn = chart ? drawStill(chart, fixture.tables, fixture.form, context as never) : {}
  return typeof drawn === 'string' ? drawn : drawOption(drawn, size)
}

const page = async (theme: ThemeName): Promise<string> => {
  const c = colors[theme]
  const cards: string[] = []
  const chosen = charts.filter((chart) => only.length === 0 || only.includes(chart.viz_type))
  for (const { viz_type } of chosen) {
    const path = join(root, 'src/charts', viz_type, 'fixture.ts')
    if (!existsSync(path)) continue
    const { fixtures } = (await import(path)) as { fixtures: Fixture[] }
    for (const fixture of fixtures) {
      const started = performance.now()
      const large = draw(viz_type, fixture, theme, { width: 408, height: 232 })
      const ms = performance.now() - started
      cards.push(
        `<section><h2>${escapeText(fixture.title)}</h2><p>${escapeText(fixture.subtitle ?? '')} · ${viz_type} · ${ms.toFixed(1)} ms</p>${large}` +
          `<div class="small">${draw(viz_type, fixture, theme, { width: 190, height: 100, thumbnail: true })}${draw(viz_type, fixture, theme, { width: 64, height: 40, thumbnail: true })}</div></section>`,
      )
    }
  }
  return `<!doctype html><meta charset="utf-8"><title>Charts, ${theme}</title>${fontFace}<style>
body{margin:0;padding:24px;background:${c.canvas};color:${c.text};font:13px/20px 'Inter Variable',sans-serif;display:grid;grid-template-columns:repeat(3,440px);gap:16px}
section{background:${c.surface};border:1px solid ${c.line};border-radius:8px;padding:12px 16px 16px;width:408px}
h2{font-size:14px;margin:0}p{font-size:12px;line-height:16px;margin:0 0 12px;color:${c.text3}}
svg{display:block}.small{display:flex;gap:16px;align-items:end;margin-top:12px;padding-top:12px;border-top:1px dashed ${c.line}}.small svg{outline:1px solid ${c.line}}
</style>${cards.join('')}`
}

for (const theme of ['light', 'dark'] as const) {
  const file = join(target, `${theme}.html`)
  writeFileSync(file, await page(theme))
  if (process.argv.includes('--png')) {
    const flags =
      '--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync --hide-scrollbars'
    execFileSync(
      'chromium',
      [...flags.split(' '), `--screenshot=${join(target, `${theme}.png`)}`, '--window-size=1416,2400', `file://${file}`],
      { stdio: 'ignore' },
    )
  }
  console.log(file)
}

/** Random cross-filters that follow each other faster than their answers: no card ever shows rows of a choice that is over. */
import type { Page } from '@playwright/test'
import { ms } from './bench.ts'
import type { Bench, Line } from './bench.ts'
import { lastPixel, onStage, type Stage } from './browser.ts'
import type { Server } from './server.ts'

const changes = 1_000
const columns = ['Major Genre', 'MPAA Rating', 'Creative Type'] as const
const targets = 4

type Made = { id: number; name: string }

const send = async (server: Server, path: string, method: 'POST' | 'PUT', body: object): Promise<{ id: number }> =>
  JSON.parse((await server.ask(path, { method, body: JSON.stringify(body) })).text) as { id: number }

/** Tables to choose in, one per column, and tables that all of them filter. */
const makeStage = async (server: Server): Promise<number> => {
  const { text } = await server.ask('/api/v1/dashboard/films/charts')
  const [{ form_data: { datasource } = { datasource: '' } } = {}] = (
    JSON.parse(text) as { result: { form_data: { datasource: string } }[] }
  ).result
  const table = async (name: string, groupby: readonly string[], row_limit: number): Promise<Made> => {
    const params = JSON.stringify({ viz_type: 'table', datasource, query_mode: 'aggregate', groupby, metrics: ['count'], row_limit })
    const body = { slice_name: name, viz_type: 'table', datasource_id: Number.parseInt(datasource, 10), datasource_type: 'table', params }
    return { id: (await send(server, '/api/v1/chart/', 'POST', body)).id, name }
  }
  const sources = await Promise.all(columns.map((column) => table(`Choose ${column}`, [column], 20)))
  const shown = await Promise.all(Array.from({ length: targets }, (_, i) => table(`Shown ${i}`, columns, 100 + i)))
  const charts = [...sources, ...shown]
  const rows = [sources, shown]
  const sourceIds = sources.map(({ id }) => id)
  const scope = { rootPath: ['ROOT_ID'], excluded: sourceIds }
  const positions = {
    DASHBOARD_VERSION_KEY: 'v2',
    ROOT_ID: { type: 'ROOT', id: 'ROOT_ID', children: ['GRID_ID'] },
    GRID_ID: { type: 'GRID', id: 'GRID_ID', children: rows.map((_, i) => `ROW-${i}`), parents: ['ROOT_ID'] },
    ...Object.fromEntries(
      rows.map((cells, i) => [`ROW-${i}`, { type: 'ROW', id: `ROW-${i}`, children: cells.map(({ id }) => `CHART-${id}`), meta: {} }]),
    ),
    ...Object.fromEntries(
      charts.map(({ id, name }) => [
        `CHART-${id}`,
        { type: 'CHART', id: `CHART-${id}`, children: [], meta: { width: 3, height: 70, chartId: id, sliceName: name } },
      ]),
    ),
  }
  const chart_configuration = Object.fromEntries(
    sourceIds.map((id) => [id, { id, crossFilters: { scope, chartsInScope: shown.map((one) => one.id) } }]),
  )
  const { id } = await send(server, '/api/v1/dashboard/', 'POST', { dashboard_title: 'Random changes' })
  const json_metadata = JSON.stringify({ positions, chart_configuration, cross_filters_enabled: true })
  await send(server, `/api/v1/dashboard/${id}`, 'PUT', { json_metadata })
  return id
}

/** Answers arrive in another order than they were asked for, and also those that nobody waits for any more. */
const lateAnswers = `
  const send = window.fetch
  window.asked = 0
  window.aborted = 0
  window.fetch = async (input, init) => {
    const isData = String(input?.url ?? input).includes('/api/v1/chart/data')
    if (!isData) return send(input, init)
    window.asked++
    const signal = init?.signal ?? input?.signal
    signal?.addEventListener('abort', () => window.aborted++)
    const answer = await send(input, init ? { ...init, signal: undefined } : input)
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 250))
    return answer
  }
`

/** Chooses at random, and looks at what each change of a card paints. */
const play = `(async () => {
  const columns = ${JSON.stringify(columns)}
  const cards = [...document.querySelectorAll('article')]
  const named = (start) => cards.filter((card) => card.getAttribute('aria-label')?.startsWith(start) || card.textContent.startsWith(start))
  const rowsOf = (card) =>
    [...card.querySelectorAll('[role=rowgroup] [role=row]')].map((row) => [...row.querySelectorAll('[role=cell]')].map((cell) => cell.textContent))
  const chosen = {}
  const before = new Map()
  let stale = 0
  let changedAt = 0
  const examples = []
  const look = (card) => {
    const frame = card.querySelector('[data-status]')
    if (frame?.dataset.status !== 'done') return
    const text = frame.textContent
    if (before.get(card) === text) return
    before.set(card, text)
    for (const row of rowsOf(card))
      columns.forEach((column, i) => {
        if (chosen[column] === undefined || row.length < columns.length || row[i] === chosen[column]) return
        stale++
        examples.push([Math.round(performance.now() - changedAt) + ' ms after the choice', column, chosen[column], row])
      })
  }
  const shown = named('Shown')
  for (const card of shown) new MutationObserver(() => look(card)).observe(card, { subtree: true, childList: true, characterData: true, attributes: true })
  const rest = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
  const began = performance.now()
  for (let i = 0; i < ${changes}; i++) {
    const at = Math.floor(Math.random() * columns.length)
    const [source] = named('Choose ' + columns[at])
    const cells = [...source.querySelectorAll('[role=rowgroup] [role=row] [role=cell]:first-child')].filter(({ textContent }) => textContent && !textContent.includes('NULL') && textContent !== 'N/A')
    const cell = cells[Math.floor(Math.random() * cells.length)]
    const value = cell.textContent
    // The rows on the screen belong to the choice before until the next paint.
    for (const card of shown) before.set(card, card.querySelector('[data-status]')?.textContent)
    chosen[columns[at]] = chosen[columns[at]] === value ? undefined : value
    changedAt = performance.now()
    cell.click()
    await rest(Math.random() * 120)
  }
  while (document.querySelector('[data-status=loading]')) await rest(50)
  await rest(500)
  const wrong = shown.filter((card) => rowsOf(card).some((row) => columns.some((column, i) => chosen[column] !== undefined && row[i] !== chosen[column])))
  return { stale, wrong: wrong.length, each: (performance.now() - began) / ${changes}, asked: window.asked, aborted: window.aborted, examples: examples.slice(0, 3), cards: shown.length, chosen }
})()`

type Found = { stale: number; wrong: number; each: number; asked: number; aborted: number; cards: number; examples: unknown[] }

const played = async ({ server, fresh }: Stage): Promise<Line[]> => {
  const id = await makeStage(server)
  const context = await fresh()
  await context.addInitScript(lateAnswers)
  const page: Page = await context.newPage()
  await page.setViewportSize({ width: 1440, height: 1500 })
  await page.goto(`/superset/dashboard/${id}/`)
  await lastPixel(page, columns.length + targets)
  const { stale, wrong, each, asked, aborted, cards, examples } = await page.evaluate<Found>(play)
  await context.close()
  if (cards !== targets || aborted === 0) throw new Error(`${cards} cards were watched and ${aborted} requests aborted`)
  return [
    {
      what: `${changes} random changes (${ms(each)} each, ${asked} requests, ${aborted} aborted), ${cards} tables: stale paints ${examples.length ? JSON.stringify(examples) : ''}`,
      subject: String(stale),
      control: `${wrong} tables wrong at the end`,
      ratio: null,
      goal: '0',
      met: stale === 0 && wrong === 0,
    },
  ]
}

export const benches: Bench[] = [{ name: 'stale paints', run: () => onStage(played) }]

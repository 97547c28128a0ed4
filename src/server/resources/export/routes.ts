import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import {
  assetsExport,
  chartExport,
  dashboardExampleExport,
  dashboardExport,
  databaseExport,
  datasetExport,
  savedQueryExport,
  themeExport,
} from '#api/export.ts'
import type { Principal } from '#core/access/principal.ts'
import { notFound } from '#core/errors.ts'
import { serve, type App } from '../../http/serve.ts'
import { requireQueries } from '../saved_query/store.ts'
import { requireThemes } from '../theme/store.ts'
import { archiveOf, stampOf, type Files } from './archive.ts'
import {
  addAssets,
  addChart,
  addDashboard,
  addDatabase,
  addDataset,
  addDatasetsOf,
  addQuery,
  addTags,
  addThemes,
  requireVisible,
  type Collecting,
} from './collect.ts'
import { exampleOf } from './example/example.ts'
import { zipParts } from './example/zip-stream.ts'
import { metadataFile } from './files.ts'

type Kind = { word: string; type: string; collect(collecting: Collecting, ids: readonly number[]): Promise<void> }

const each = async (ids: readonly number[], add: (id: number) => Promise<unknown>): Promise<void> => {
  for (const id of ids) await add(id)
}

const kinds = {
  chart: {
    word: 'chart',
    type: 'Slice',
    collect: async (collecting, ids) => {
      await requireVisible(collecting, 'charts', ids)
      await each(ids, (id) => addChart(collecting, id))
      await addTags(collecting)
    },
  },
  dashboard: {
    word: 'dashboard',
    type: 'Dashboard',
    collect: async (collecting, ids) => {
      await requireVisible(collecting, 'dashboards', ids)
      await each(ids, (id) => addDashboard(collecting, id))
      await addTags(collecting)
    },
  },
  dataset: {
    word: 'dataset',
    type: 'SqlaTable',
    collect: async (collecting, ids) => {
      await requireVisible(collecting, 'datasets', ids)
      await each(ids, (id) => addDataset(collecting, id))
    },
  },
  database: {
    word: 'database',
    type: 'Database',
    collect: async (collecting, ids) => {
      const ofDatabases = { ...collecting, isOfDatabases: true }
      await requireVisible(ofDatabases, 'databases', ids)
      await each(ids, async (id) => {
        await addDatabase(ofDatabases, id)
        await addDatasetsOf(ofDatabases, id)
      })
    },
  },
  savedQuery: {
    word: 'saved_query',
    type: 'SavedQuery',
    collect: async (collecting, ids) => {
      const rows = await requireQueries(collecting.db, collecting.principal, ids)
      if (!rows.length) throw notFound()
      for (const row of rows) await addQuery(collecting, row)
    },
  },
  theme: {
    word: 'theme',
    type: 'Theme',
    collect: async (collecting, ids) => {
      await requireThemes(collecting.db, ids)
      if (!(await addThemes(collecting, ids)).length) throw notFound()
    },
  },
  assets: { word: 'assets', type: 'assets', collect: addAssets },
} as const satisfies Record<string, Kind>

type Request = { principal: Principal; reply: FastifyReply; token: string | undefined }

const cookieSeconds = 600

/** Tells the page that the download has begun, by the cookie that it asked for. */
const tellBegun = (reply: FastifyReply, token: string | undefined): void => {
  if (token === undefined || !/^[\w-]{1,64}$/.test(token)) return
  reply.header('set-cookie', `${token}=done; Max-Age=${cookieSeconds}; Path=/; SameSite=Lax`)
}

/** Exports as bundles. */
export const exports = (app: App): void => {
  const { ctx } = app
  const send = async ({ word, type, collect }: Kind, ids: readonly number[], { principal, reply, token }: Request) => {
    const files: Files = new Map([['metadata.yaml', metadataFile(type, ctx.now())]])
    await collect({ ctx, db: ctx.db, principal, files, isOfDatabases: false, tags: new Set() }, ids)
    const folder = `${word}_export_${stampOf(ctx.now())}`
    const archive = await archiveOf(files, folder)
    tellBegun(reply, token)
    reply.header('content-type', 'application/zip').header('content-disposition', `attachment; filename=${folder}.zip`)
    return reply.send(Buffer.from(archive))
  }
  const routes = [
    [chartExport, kinds.chart],
    [dashboardExport, kinds.dashboard],
    [datasetExport, kinds.dataset],
    [databaseExport, kinds.database],
    [savedQueryExport, kinds.savedQuery],
    [themeExport, kinds.theme],
  ] as const
  for (const [route, kind] of routes) {
    serve(app, route, ({ principal, q, query, reply }) => send(kind, q, { principal, reply, token: query.token }))
  }
  serve(app, assetsExport, ({ principal, query, reply }) => send(kinds.assets, [], { principal, reply, token: query.token }))

  serve(app, dashboardExampleExport, async ({ principal, params: { pk }, query, reply, signal }) => {
    const { export_data: hasData = true, sample_rows: maxRows, token } = query
    const { files, fileName } = await exampleOf({ ctx, principal, signal }, { dashboardId: pk, hasData, maxRows })
    const parts = zipParts(files)
    // The first part is read before the answer begins, so that a query that fails is answered with its error.
    const first = await parts.next()
    const body = async function* () {
      if (first.value) yield first.value
      yield* parts
    }
    tellBegun(reply, token)
    reply.header('content-type', 'application/zip').header('content-disposition', `attachment; filename=${fileName}`)
    return reply.send(Readable.from(body(), { objectMode: false }))
  })
}

import { tableColumns, tableColumnsCheck, tableColumnsSet } from '#api/dataset-columns.ts'
import { writerOf } from '../../../db/owned.ts'
import { serve, type App } from '../../../http/serve.ts'
import { checkColumns, keptTable, setColumns } from './reshape.ts'

export const columnsOfTables = (app: App): void => {
  const { ctx } = app

  serve(app, tableColumns, async ({ principal, params, signal }) => {
    const kept = await keptTable({ ctx, writer: writerOf(principal, undefined), signal }, params.pk)
    return { result: kept?.columns ?? null }
  })

  serve(app, tableColumnsCheck, async ({ principal, params, body, signal }) => ({
    result: await checkColumns({ ctx, writer: writerOf(principal, undefined), signal }, params.pk, body),
  }))

  serve(app, tableColumnsSet, async ({ principal, params, body, signal }) => {
    await setColumns({ ctx, writer: writerOf(principal, undefined), signal }, params.pk, body)
    return { message: 'OK' }
  })
}

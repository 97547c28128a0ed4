import { z } from 'zod'
import { columnsNamed } from '../frame.ts'
import { columnMap, needColumns, operation } from '../operation.ts'

const options = z.object({ columns: z.array(z.string()).nullish(), exclude: z.array(z.string()).nullish(), rename: columnMap.nullish() })

export const select = operation('select', options, (frame, { columns, exclude, rename }) => {
  needColumns(frame, [...(columns ?? []), ...(exclude ?? []), ...Object.keys(rename ?? {})])
  const chosen = columns?.length ? { ...frame, columns: columns.flatMap((name) => columnsNamed(frame, name)) } : frame
  needColumns(chosen, exclude ?? [])
  const dropped = new Set<unknown>(exclude)
  const kept = chosen.columns.filter(({ path }) => !dropped.has(path[0]))
  const renamed = kept.map(({ path, data }) => ({
    path: path.map((label) => (typeof label === 'string' && rename && Object.hasOwn(rename, label) ? (rename[label] ?? label) : label)),
    data,
  }))
  return { ...frame, columns: renamed }
})

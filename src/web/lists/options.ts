import { datasetDistinct } from '#api/dataset.ts'
import { call } from '../data/call.ts'
import type { Chosen } from './list-state.ts'
import { routesOf, type ListedTag } from './routes.ts'

const optionCount = 100

/** People or other things that a column of a resource points at. */
export const relatedOptions =
  (tag: ListedTag, column: string) =>
  async (filter: string, signal: AbortSignal): Promise<Chosen[]> => {
    const answer = await call(routesOf(tag).related, { params: { column }, q: { filter, page: 0, page_size: optionCount } }, { signal })
    return answer.result.map(({ text, value }) => ({ label: text, value }))
  }

/** Values that stand in a column of the datasets. */
export const datasetValues =
  (column: string) =>
  async (filter: string, signal: AbortSignal): Promise<Chosen[]> => {
    const answer = await call(datasetDistinct, { params: { column }, q: { filter, page: 0, page_size: optionCount } }, { signal })
    return answer.result.map(({ text, value }) => ({ label: text, value }))
  }

type Named = { id: number } & Record<string, unknown>

/** Objects of a resource by their name, the latest first. */
export const objectOptions =
  (tag: ListedTag, { column, operator }: { column: string; operator: string }) =>
  async (text: string, signal: AbortSignal): Promise<Chosen[]> => {
    const q = {
      columns: ['id', column],
      filters: text ? [{ col: column, opr: operator, value: text }] : [],
      order_column: 'changed_on_delta_humanized',
      order_direction: 'desc' as const,
      page: 0,
      page_size: optionCount,
    }
    const { result } = (await call(routesOf(tag).list, { q }, { signal })) as { result: Named[] }
    return result.map((row) => ({ value: row.id, label: String(row[column]) }))
  }

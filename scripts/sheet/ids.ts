import type { Page } from '@playwright/test'

/** Datasets by table name, charts by title. */
export type Ids = { datasets: Record<string, number>; charts: Record<string, number> }

export const readIds = async (page: Page, address: string): Promise<Ids> => {
  const read = async (list: string, key: string) => {
    const answer = await page.request.get(`${address}/api/v1/${list}/?q=(page_size:100)`)
    const { result } = (await answer.json()) as { result: Record<string, unknown>[] }
    return Object.fromEntries(result.map((row) => [String(row[key]), Number(row['id'])]))
  }
  return { datasets: await read('dataset', 'table_name'), charts: await read('chart', 'slice_name') }
}

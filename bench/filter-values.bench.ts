/** A search in the 100,000 values of a filter over ten million rows, against the same question asked of the table. */
import { ms, percentile } from './bench.ts'
import type { Bench } from './bench.ts'
import { chartBody } from './charts.ts'
import { salesFile } from './sales.ts'
import { withServer } from './server.ts'

const searches = 60
const controls = 10

/** What the filter asks for a text that was typed. */
const question = (text: string) => ({
  columns: ['customer'],
  metrics: [],
  filters: [{ col: 'customer', op: 'ILIKE', val: `%${text}%` }],
  orderby: [['customer', true]],
  row_limit: 1000,
  apply_fetch_values_predicate: true,
})

const filterValues: Bench = {
  name: 'filter-values',
  run: () =>
    withServer(async (server) => {
      const id = await server.dataset(`duckdb:///${await salesFile()}`, 'main', 'sales')
      const ask = async (text: string, force: boolean) => {
        const body = chartBody({ id, query: question(text), force })
        const { status, text: answer, ms: took } = await server.ask('/api/v1/chart/data', { method: 'POST', body })
        if (status !== 200) throw new Error(answer)
        return took
      }
      const first = await ask('customer', false)
      const times = { subject: [] as number[], control: [] as number[] }
      // Not between the searches: a query that reads ten million rows slows the one after it.
      const askTable = async () => {
        for (let i = 0; i < controls / 2; i++) times.control.push(await ask(String(101 + times.control.length), true))
      }
      await askTable()
      for (let i = 0; i < searches; i++) times.subject.push(await ask(String(100 + i * 7), false))
      await askTable()
      const [subject, control] = [percentile(times.subject, 0.95), percentile(times.control, 0.95)]
      return [
        {
          what: `search in 100,000 values, p95 (p50 ${ms(percentile(times.subject, 0.5))}, the very first ${ms(first)})`,
          subject: ms(subject),
          control: `${ms(control)} asked of the table`,
          ratio: subject / control,
          goal: '≤ 25 ms',
          met: subject <= 25,
        },
      ]
    }),
}

export const benches: Bench[] = [filterValues]

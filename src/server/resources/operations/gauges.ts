import { Counter, Gauge, type Registry } from 'prom-client'
import type { QueryHost } from '#engines/host/client.ts'

type Stats = ReturnType<QueryHost['stats']>

const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0)
const inQueues = (kind: 'running' | 'waiting') => (stats: Stats) => sum(Object.values(stats.queues).map((counts) => counts[kind]))

type Figure = [name: string, help: string, value: (stats: Stats) => number]

const gauges: Figure[] = [
  ['queries_running', 'Statements running on engines', inQueues('running')],
  ['queries_waiting', 'Statements waiting in a queue', inQueues('waiting')],
  ['query_hosts', 'Processes that run the drivers of engines', ({ hosts }) => hosts.length],
]

const counters: Figure[] = [
  ['queries_started_total', 'Statements that left the queue', ({ started }) => started],
  ['queries_failed_total', 'Statements that failed', ({ failed }) => failed],
  ['queries_cancelled_total', 'Statements whose caller disconnected', ({ cancelled }) => cancelled],
  ['queries_rerun_total', 'Statements run again because another one crashed their host', ({ rerun }) => rerun],
  ['query_hosts_killed_total', 'Hosts that crashed or were killed', ({ killed }) => killed],
]

/** Metrics of the query host, which counts by itself: they are read at scrape time. */
export const registerQueryMetrics = (registry: Registry, host: QueryHost): void => {
  const registers = [registry]
  for (const [name, help, value] of gauges) {
    const gauge: Gauge = new Gauge({ name, help, registers, collect: () => gauge.set(value(host.stats())) })
  }
  const byDatabase: Gauge<'database' | 'state'> = new Gauge({
    name: 'database_queries',
    help: 'Statements running and waiting on each database; embedded engines share one queue',
    labelNames: ['database', 'state'],
    registers,
    collect: () => {
      byDatabase.reset()
      for (const [queue, counts] of Object.entries(host.stats().queues)) {
        // Queues of servers are named by their connection, which begins with the id of the database.
        const database = /^(?:catalog )?(\d+)-/.exec(queue)?.[1] ?? (queue === 'embedded' ? queue : undefined)
        if (database === undefined) continue
        byDatabase.inc({ database, state: 'running' }, counts.running)
        byDatabase.inc({ database, state: 'waiting' }, counts.waiting)
      }
    },
  })
  for (const [name, help, value] of counters) {
    const collect = () => {
      counter.reset()
      counter.inc(value(host.stats()))
    }
    const counter = new Counter({ name, help, registers, collect })
  }
}

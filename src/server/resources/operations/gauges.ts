import type { QueryHost } from '#engines/host/client.ts'
import type { Gauge } from '../../http/metrics.ts'

type Stats = ReturnType<QueryHost['stats']>

const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0)
const inQueues = (kind: 'running' | 'waiting') => (stats: Stats) => sum(Object.values(stats.queues).map((counts) => counts[kind]))

const figures: [name: string, type: Gauge['type'], help: string, value: (stats: Stats) => number][] = [
  ['queries_running', 'gauge', 'Statements that run at engines', inQueues('running')],
  ['queries_waiting', 'gauge', 'Statements that wait for their turn', inQueues('waiting')],
  ['queries_started_total', 'counter', 'Statements that left the queue', ({ started }) => started],
  ['queries_failed_total', 'counter', 'Statements that failed', ({ failed }) => failed],
  ['queries_cancelled_total', 'counter', 'Statements whose caller went away', ({ cancelled }) => cancelled],
  ['queries_rerun_total', 'counter', 'Statements that ran again because another one broke their host', ({ rerun }) => rerun],
  ['query_hosts', 'gauge', 'Processes that hold the drivers of engines', ({ hosts }) => hosts.length],
  ['query_hosts_killed_total', 'counter', 'Hosts that broke or were ended', ({ killed }) => killed],
]

/** Metrics of the query host. */
export const queryGauges = (host: QueryHost): Gauge[] =>
  figures.map(([name, type, help, value]) => ({ name, type, help, value: () => value(host.stats()) }))

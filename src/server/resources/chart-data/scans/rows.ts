import type { KeptScan } from '#engines/host/client.ts'
import type { DataAnswer, DataJob } from '#engines/host/protocol.ts'

/** How long rows are kept after the last reader: a browser sends its seventh request when the first is answered. */
const lingerMs = 100

type Held = {
  table: string
  conditions: ReadonlySet<string>
  columns: ReadonlySet<string>
  /** When the scan was requested. */
  since: number
}

/** Kept rows that several queries read. */
export type Rows = Held & { read(job: DataJob, options: Parameters<KeptScan['run']>[1]): Promise<DataAnswer> }

/** Counts the readers of a scan and drops it a while after the last one. */
export const createRows = (held: Held, scan: KeptScan, onDrop: () => void): Rows => {
  let readers = 0
  let timer: NodeJS.Timeout | undefined
  const drop = () => {
    onDrop()
    scan.drop()
  }
  return {
    ...held,
    read: async (job, options) => {
      clearTimeout(timer)
      readers++
      const began = performance.now()
      try {
        const answer = await scan.run(job, options)
        const { connect, query, transform, encode } = answer.timings
        const queue = Math.max(0, performance.now() - began - connect - query - transform - encode)
        return { ...answer, shared: true, timings: { ...answer.timings, queue } }
      } finally {
        if (--readers === 0) timer = setTimeout(drop, lingerMs).unref()
      }
    },
  }
}

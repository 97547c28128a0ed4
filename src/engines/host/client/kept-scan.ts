import type { DataAnswer, DataJob, ScanJob } from '../protocol.ts'
import { createTurns } from '../queue/turns.ts'
import type { RunOptions } from './admission.ts'
import { attempt } from './attempt.ts'
import type { Fleet } from './fleet.ts'
import type { Lanes, Perform } from './lanes.ts'

/** Rows kept in the host for several queries. */
export type KeptScan = {
  /** Like `run`, on the kept rows; jobs run one at a time. Fails with 503 when the rows are lost. */
  run(job: DataJob, options?: RunOptions): Promise<DataAnswer>
  drop(): void
}

/** Keeps the rows of a scan; null when it is not worth it. The caller must drop it. */
export const keepScan = async (
  { fleet, lanes, graceMs }: { fleet: Fleet; lanes: Lanes; graceMs: number },
  job: ScanJob,
  options: RunOptions,
): Promise<KeptScan | null> => {
  const { table } = job.scan
  const host = fleet.shared('main')
  const drop = () => host.drop(table)
  const keep: Perform = async (_lane, signal) => {
    const answer = await attempt(job, host, { signal, graceMs })
    // Nobody waits for it any more.
    if (options.signal?.aborted) drop()
    return answer
  }
  const { kept } = await lanes.run(job, options, keep)
  if (!kept) return null
  const turns = createTurns()
  return {
    drop,
    run: async (data, runOptions = {}) => {
      const onKept = { ...data, scan: table }
      const done = await turns(runOptions.signal)
      let hasBegun = false
      const read: Perform = (_lane, signal) => {
        hasBegun = true
        return attempt(onKept, host, { signal, graceMs }).finally(done)
      }
      return lanes.run(onKept, runOptions, read).finally(() => hasBegun || done())
    },
  }
}

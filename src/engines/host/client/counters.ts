/** What became of jobs and hosts since the start. */
export const createCounters = () => ({ started: 0, finished: 0, failed: 0, cancelled: 0, killed: 0, rerun: 0, moved: 0 })

export type Counters = ReturnType<typeof createCounters>

// Preloaded into a measured server: reports to its parent how long its event loop was blocked.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { percentile } from './bench.ts'

/** ms: `p99` and `max` of wall time between turns; `heldP99` and `held` the same in CPU time of the thread. */
export type LoopReport = { p99: number; max: number; heldP99: number; held: number }

const everyMs = 1

const threadTime = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** Measuring takes CPU time itself, so it starts and stops on request. */
const watch = () => {
  const delay = monitorEventLoopDelay({ resolution: everyMs })
  delay.enable()
  const held: number[] = []
  let last = threadTime()
  const timer = setInterval(() => {
    const now = threadTime()
    held.push(now - last)
    last = now
  }, everyMs)
  timer.unref()
  return (): LoopReport => {
    clearInterval(timer)
    delay.disable()
    return {
      p99: delay.percentile(99) / 1e6 - everyMs,
      max: delay.max / 1e6 - everyMs,
      heldP99: percentile(held, 0.99),
      held: Math.max(0, ...held),
    }
  }
}

if (process.ppid === Number(process.env['BENCH_PARENT'])) {
  let report: (() => LoopReport) | undefined
  process.on('message', (message) => {
    if (message === 'watch') report = watch()
    if (message === 'report' && report) process.send?.(report())
  })
  process.channel?.unref()
}

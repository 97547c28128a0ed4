// Preloaded into a server that is measured: tells over the channel to its parent how long its event loop did not turn.
import { monitorEventLoopDelay } from 'node:perf_hooks'

/** ms: `p99` and `max` between the turns on the clock, `held` the most processor time of the thread between two turns. */
export type LoopReport = { p99: number; max: number; held: number }

const everyMs = 1

const threadTime = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** Watching takes processor time itself: it begins and ends when it is asked to. */
const watch = () => {
  const delay = monitorEventLoopDelay({ resolution: everyMs })
  delay.enable()
  let held = 0
  let last = threadTime()
  const timer = setInterval(() => {
    const now = threadTime()
    held = Math.max(held, now - last)
    last = now
  }, everyMs)
  timer.unref()
  return (): LoopReport => {
    clearInterval(timer)
    delay.disable()
    return { p99: delay.percentile(99) / 1e6 - everyMs, max: delay.max / 1e6 - everyMs, held }
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

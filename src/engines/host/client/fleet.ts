import { startHostProcess, type HostProcess } from '../process.ts'
import type { Lane } from '../queue/queue.ts'
import type { PoolFigures } from '../protocol.ts'
import type { Counters } from './counters.ts'
import type { QueryHostSettings } from './settings.ts'

/** The host processes: shared ones per lane, and dedicated ones for jobs that need their own. A shared one that dies is replaced. */
export class Fleet {
  readonly #settings: QueryHostSettings
  readonly #counters: Counters
  readonly #shared: Record<Lane, HostProcess[]> = { main: [], slow: [] }
  readonly #dedicated: Record<Lane, HostProcess[]> = { main: [], slow: [] }
  #isClosed = false

  constructor(settings: QueryHostSettings, counters: Counters) {
    this.#settings = settings
    this.#counters = counters
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  /** The shared host with the least to do. */
  shared(lane: Lane): HostProcess {
    const group = this.#shared[lane]
    const [least] = group.filter((host) => host.alive).sort((a, b) => a.running - b.running)
    if (least && (least.running === 0 || group.length >= this.#settings.processes)) return least
    return this.#start(group, lane)
  }

  /** A host in which nothing runs. */
  dedicated(lane: Lane): HostProcess {
    const group = this.#dedicated[lane]
    return group.find((host) => host.alive && host.running === 0) ?? this.#start(group, lane)
  }

  closeWhenIdle(host: HostProcess): void {
    setTimeout(() => host.alive && host.running === 0 && host.end(), this.#settings.idleMs).unref()
  }

  /** The connections to one database in all hosts. */
  async pool(key: string): Promise<PoolFigures> {
    const figures = await Promise.all(this.#all().map((host) => host.pool(key)))
    const total = (name: keyof PoolFigures) => figures.reduce((sum, one) => sum + (one?.[name] ?? 0), 0)
    return { open: total('open'), idle: total('idle') }
  }

  stats() {
    return this.#all().map((host) => ({ pid: host.pid, running: host.running, ...host.memory() }))
  }

  /** Ends all hosts; whatever still runs fails. */
  async close(): Promise<void> {
    this.#isClosed = true
    const all = this.#all()
    for (const host of all) host.kill('exit')
    await Promise.all(all.map((host) => host.gone))
  }

  #all(): HostProcess[] {
    return [...this.#shared.main, ...this.#shared.slow, ...this.#dedicated.main, ...this.#dedicated.slow]
  }

  #start(group: HostProcess[], lane: Lane): HostProcess {
    const { process, niceness } = this.#settings
    const host = startHostProcess({ ...process, settings: { ...process.settings, niceness: niceness[lane] } })
    group.push(host)
    void host.gone.then(() => {
      group.splice(group.indexOf(host), 1)
      if (this.#isClosed || !host.broken) return
      this.#counters.killed++
      if (group === this.#shared.main && host.ready) this.shared('main')
    })
    return host
  }
}

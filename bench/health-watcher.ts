/** A process that requests /health repeatedly and reports the duration of each response in ms. */
import { setTimeout as sleep } from 'node:timers/promises'

const address = process.argv[2] ?? ''
const found: number[] = []

process.once('message', () => process.send?.(found))

/** The first request opens the connection and does not count. */
await (await fetch(address)).text()
process.send?.('ready')
for (;;) {
  const began = performance.now()
  await (await fetch(address)).text()
  found.push(performance.now() - began)
  await sleep(5)
}

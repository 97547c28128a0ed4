/** A process that asks for /health over and over, and reports how long each answer took, in ms. */
import { setTimeout as sleep } from 'node:timers/promises'

const address = process.argv[2] ?? ''
const found: number[] = []

process.once('message', () => process.send?.(found))

/** The first answer opens the connection and does not count. */
await (await fetch(address)).text()
process.send?.('ready')
for (;;) {
  const began = performance.now()
  await (await fetch(address)).text()
  found.push(performance.now() - began)
  await sleep(5)
}

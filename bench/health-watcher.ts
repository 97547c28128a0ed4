/** A thread that asks for /health over and over, and reports how long each answer took, in ms. */
import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

const address = String(workerData)
const found: number[] = []

parentPort?.once('message', () => {
  parentPort?.postMessage(found)
})

/** The first answer opens the connection and does not count. */
await (await fetch(address)).text()
parentPort?.postMessage('ready')
for (;;) {
  const began = performance.now()
  await (await fetch(address)).text()
  found.push(performance.now() - began)
  await sleep(5)
}

// The ingest process runs one task and exits. A malicious file may crash it, but not the web process.
import { errorText, performTask } from './perform-task.ts'
import type { IngestMessage, IngestOrder } from './task.ts'

const sendMessage = (message: IngestMessage) => new Promise<void>((resolve) => process.send?.(message, undefined, {}, () => resolve()))

process.once('message', (order: IngestOrder) => {
  void performTask(order, sendMessage).finally(() => process.exit(0))
})
// A stream failed while nothing awaited it, most likely because the disk is full.
process.once('uncaughtException', (error) => {
  void sendMessage({ type: 'refused', message: errorText(error) }).finally(() => process.exit(1))
})
process.once('disconnect', () => process.exit(1))

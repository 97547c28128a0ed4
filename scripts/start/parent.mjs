/** Asks the process to stop when the one that started it is gone: killed, it could not pass a signal on. */
export const stopWithParent = () => {
  const stop = () => process.kill(process.pid, 'SIGTERM')
  if (process.channel) {
    process.once('disconnect', stop)
    process.channel.unref()
  } else if (process.env['npm_lifecycle_event']) {
    const { ppid } = process
    const watch = setInterval(() => {
      if (process.ppid === ppid) return
      clearInterval(watch)
      stop()
    }, 500)
    watch.unref()
  }
}

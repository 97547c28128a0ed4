/** Stops the process when its parent is gone: a killed parent cannot forward a signal. */
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

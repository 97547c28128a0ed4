/**
 * One event stream for all tabs of a browser: HTTP/1.1 gives a server six connections from all of them together. The worker's name is the
 * address of the stream. Tabs get the data of each event, and an empty text whenever the stream is there again after it broke.
 */
const ports = new Set<MessagePort>()

const tell = (text: string) => {
  for (const port of ports) port.postMessage(text)
}

const connect = (): EventSource => {
  let isFirst = true
  const opened = new EventSource(self.name)
  opened.addEventListener('open', () => {
    if (!isFirst) tell('')
    isFirst = false
  })
  opened.addEventListener('message', ({ data }) => tell(String(data)))
  return opened
}

let source = connect()

self.addEventListener('connect', (event) => {
  if (!(event instanceof MessageEvent)) return
  for (const port of event.ports) ports.add(port)
  // A refused stream, as after the end of a session, does not come again by itself.
  if (source.readyState === EventSource.CLOSED) source = connect()
})

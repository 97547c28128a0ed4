/**
 * One event stream for all tabs, since HTTP/1.1 allows a browser six connections per server. The worker's name is the URL of the stream.
 * Tabs get the data of each event, and an empty text whenever the stream has reconnected.
 */
const ports = new Set<MessagePort>()

const broadcast = (text: string) => {
  for (const port of ports) port.postMessage(text)
}

const connect = (): EventSource => {
  let isFirst = true
  const eventSource = new EventSource(self.name)
  eventSource.addEventListener('open', () => {
    if (!isFirst) broadcast('')
    isFirst = false
  })
  eventSource.addEventListener('message', ({ data }) => broadcast(String(data)))
  return eventSource
}

let source = connect()

self.addEventListener('connect', (event) => {
  if (!(event instanceof MessageEvent)) return
  for (const port of event.ports) ports.add(port)
  // A stream rejected by the server, as after the end of a session, does not reconnect by itself.
  if (source.readyState === EventSource.CLOSED) source = connect()
})

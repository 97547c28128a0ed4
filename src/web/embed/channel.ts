/** The messages of Superset's embedded SDK (the package @superset-ui/switchboard). */
type Message =
  | { switchboardAction: 'get'; messageId: string; method: string; args?: unknown }
  | { switchboardAction: 'emit'; method: string; args?: unknown }
  | { switchboardAction: 'reply'; messageId: string; result?: unknown }
  | { switchboardAction: 'error'; messageId: string; error: string }

type Method = (args: unknown) => unknown

export type Channel = {
  /** Answers calls of the other side. */
  define(methods: Readonly<Record<string, Method>>): void
  /** Calls a method of the other side without waiting. */
  emit(method: string, args?: unknown): void
  start(): void
}

/** Both directions over one port: calls with an answer, and calls without. Calls before a method is defined wait for it. */
export const createChannel = (port: MessagePort): Channel => {
  const methods = new Map<string, Method>()
  let waiting: Message[] = []
  let isComplete = false

  const send = (message: Message) => port.postMessage(message)

  const answer = async (message: Message) => {
    if (message.switchboardAction !== 'get' && message.switchboardAction !== 'emit') return
    const method = methods.get(message.method)
    if (!method && !isComplete) return void waiting.push(message)
    if (message.switchboardAction === 'emit') return void method?.(message.args)
    const { messageId } = message
    if (!method) return send({ switchboardAction: 'error', messageId, error: `[embedded] Method "${message.method}" is not defined` })
    try {
      send({ switchboardAction: 'reply', messageId, result: await method(message.args) })
    } catch {
      send({ switchboardAction: 'error', messageId, error: `[embedded] Method "${message.method}" threw an error` })
    }
  }

  port.addEventListener('message', ({ data }: MessageEvent<Message>) => void answer(data))
  return {
    define: (given) => {
      for (const [name, method] of Object.entries(given)) methods.set(name, method)
      isComplete = methods.has('getScrollSize')
      const held = waiting
      waiting = []
      for (const message of held) void answer(message)
    },
    emit: (method, args) => send({ switchboardAction: 'emit', method, args }),
    start: () => port.start(),
  }
}

// @ts-check
/** Chartroom's embedding: one file without dependencies. Its types are in embed.d.ts, its documentation in docs/embedding.md. */

/** A token is replaced this long before it ends, but not more often than every few seconds. */
const refreshBeforeMs = 10_000
const minRefreshMs = 5_000
const retryMs = 5_000

/** When a token ends, in epoch ms. @param {string} token */
const endOf = (token) => {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    const { exp } = JSON.parse(atob(payload))
    return typeof exp === 'number' ? exp * 1000 : null
  } catch {
    return null
  }
}

/** @param {import('./embed.d.ts').EmbedOptions} options */
const addressOf = ({ url, id, chart, language, show = {}, params = {} }) => {
  const search = new URLSearchParams(params)
  const bits = (show.title === false ? 1 : 0) + (show.tabs === false ? 2 : 0) + (show.chartControls === false ? 8 : 0)
  if (bits) search.set('uiConfig', String(bits))
  if (show.filters !== undefined) search.set('show_filters', String(show.filters))
  if (show.expandedFilters !== undefined) search.set('expand_filters', String(show.expandedFilters))
  if (chart !== undefined) search.set('chart_id', String(chart))
  if (language !== undefined) search.set('lang', language)
  const text = search.toString()
  return `${url.replace(/\/$/, '')}/embedded/${encodeURIComponent(id)}${text && `?${text}`}`
}

/** @param {import('./embed.d.ts').EmbedOptions} options @returns {import('./embed.d.ts').Embedded} */
export const embed = (options) => {
  const { container, getToken, filters, theme, mode, title = 'Dashboard', followsHeight = true } = options
  const element = typeof container === 'string' ? document.querySelector(container) : container
  if (!element) throw new Error(`There is no element ${String(container)}`)
  const address = addressOf(options)
  const { origin } = new URL(address, document.baseURI)
  const frame = document.createElement('iframe')
  const { port1: port, port2: theirs } = new MessageChannel()

  /** @type {Map<string, { resolve: (value: unknown) => void, reject: (error: Error) => void }>} */
  const asked = new Map()
  let count = 0
  let isOver = false
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer

  /** @param {string} method @param {unknown} [args] */
  const emit = (method, args) => port.postMessage({ switchboardAction: 'emit', method, args })

  /** @param {string} method @param {unknown} [args] @returns {Promise<any>} */
  const ask = (method, args) =>
    new Promise((resolve, reject) => {
      if (isOver) return reject(new Error('The embed was removed'))
      const messageId = `c${++count}`
      asked.set(messageId, { resolve, reject })
      port.postMessage({ switchboardAction: 'get', messageId, method, args })
    })

  /** @param {unknown} error */
  const fail = (error) => options.onError?.({ message: error instanceof Error ? error.message : String(error), status: 0 })

  const refresh = async () => {
    clearTimeout(timer)
    let waitMs = retryMs
    try {
      const token = await getToken()
      if (isOver) return
      emit('guestToken', { guestToken: token })
      const end = endOf(token)
      waitMs = end === null ? 240_000 : Math.max(minRefreshMs, end - Date.now() - refreshBeforeMs)
    } catch (error) {
      fail(error)
    }
    if (!isOver) timer = setTimeout(refresh, waitMs)
  }

  /** @type {Record<string, (args: any) => void>} */
  const received = {
    onLoad: (args) => {
      if (filters) emit('setFilters', { filters })
      options.onLoad?.(args)
    },
    onFilterChange: (args) => options.onFilterChange?.(args),
    onMarkClick: (args) => options.onMarkClick?.(args),
    onError: (args) => {
      options.onError?.(args)
      // The token was refused: perhaps the computer slept longer than it lasted.
      if (args?.status === 401) timer ??= setTimeout(refresh, minRefreshMs)
    },
    onResize: ({ height }) => {
      if (followsHeight) frame.style.height = `${Math.ceil(height)}px`
    },
  }

  port.addEventListener('message', ({ data }) => {
    if (data?.switchboardAction === 'emit') received[data.method]?.(data.args)
    const waiting = asked.get(data?.messageId)
    if (!waiting) return
    asked.delete(data.messageId)
    if (data.switchboardAction === 'reply') waiting.resolve(data.result)
    else waiting.reject(new Error(data.error))
  })
  port.start()

  for (const right of ['allow-same-origin', 'allow-scripts', 'allow-downloads', 'allow-forms', 'allow-popups', 'allow-presentation'])
    frame.sandbox.add(right)
  frame.allow = 'fullscreen; clipboard-write'
  frame.title = title
  frame.style.cssText = 'border:0;width:100%;height:100%;display:block'
  frame.addEventListener(
    'load',
    () => {
      frame.contentWindow?.postMessage({ type: '__embedded_comms__', handshake: 'port transfer' }, origin, [theirs])
      void refresh()
      if (theme) emit('setThemeConfig', { themeConfig: theme })
      if (mode) emit('setThemeMode', { mode })
    },
    { once: true },
  )
  frame.src = address
  element.replaceChildren(frame)

  return {
    setFilters: (values) => ask('setFilters', { filters: values }),
    getFilters: () => ask('getDataMask'),
    setTheme: (config) => emit('setThemeConfig', { themeConfig: config }),
    setMode: (wanted) => emit('setThemeMode', { mode: wanted }),
    getPermalink: (anchor) => ask('getDashboardPermalink', { anchor }),
    getActiveTabs: () => ask('getActiveTabs'),
    getSize: () => ask('getScrollSize'),
    getQueries: (chartId) => ask('getChartDataPayloads', { chartId }),
    refreshToken: refresh,
    remove: () => {
      isOver = true
      clearTimeout(timer)
      port.close()
      for (const { reject } of asked.values()) reject(new Error('The embed was removed'))
      asked.clear()
      frame.remove()
    },
  }
}

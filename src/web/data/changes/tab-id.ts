/** One number per tab of the browser, so that what the server keeps for a tab keeps its key. */
export const tabId = (): number => {
  const stored = Number(sessionStorage.getItem('chartroom.tab'))
  if (stored) return stored
  const id = Math.floor(Math.random() * 1e9) + 1
  sessionStorage.setItem('chartroom.tab', String(id))
  return id
}

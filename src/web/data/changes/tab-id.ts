/** A number per browser tab, by which the server recognizes what it stores for the tab. */
export const tabId = (): number => {
  const stored = Number(sessionStorage.getItem('chartroom.tab'))
  if (stored) return stored
  const id = Math.floor(Math.random() * 1e9) + 1
  sessionStorage.setItem('chartroom.tab', String(id))
  return id
}

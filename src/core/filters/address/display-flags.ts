/** What the address hides, as in Superset. */
export type DisplayFlags = {
  /** 0 nothing, 1 hides the top bar, 2 also the title, 3 also tabs and filters. */
  standalone: 0 | 1 | 2 | 3
  hidesTopBar: boolean
  hidesTitle: boolean
  hidesTabs: boolean
  hidesCardControls: boolean
}

/** Bits of `uiConfig`. */
const bits = { title: 1, tabs: 2, topBar: 4, cardControls: 8 }

const standaloneOf = (text: string | null): DisplayFlags['standalone'] => {
  const level = text === 'true' ? 1 : Number(text)
  return level === 1 || level === 2 || level === 3 ? level : 0
}

/** The parameters of a URL. */
type Search = { get(name: string): string | null }

export const readDisplayFlags = (search: Search): DisplayFlags => {
  const standalone = standaloneOf(search.get('standalone'))
  const mask = Number(search.get('uiConfig')) || 0
  return {
    standalone,
    hidesTopBar: standalone >= 1 || (mask & bits.topBar) !== 0,
    hidesTitle: standalone >= 2 || (mask & bits.title) !== 0,
    hidesTabs: standalone === 3 || (mask & bits.tabs) !== 0,
    hidesCardControls: (mask & bits.cardControls) !== 0,
  }
}

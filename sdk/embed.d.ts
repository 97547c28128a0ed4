/** Values of filters by their names or ids: a list for choices, a text for a time range, two numbers for a range; null for none. */
export type FilterValues = Readonly<Record<string, unknown>>

/** A theme as Superset and Ant Design write it: `{ token: { colorPrimary: '#AA0066' }, algorithm: 'dark' }`. */
export type ThemeConfig = {
  token?: Readonly<Record<string, string | number>>
  algorithm?: 'default' | 'dark' | readonly ('default' | 'dark' | 'compact')[]
}

export type ThemeMode = 'default' | 'dark' | 'system'

/** What a filter adds to the charts, and what it shows. */
export type DataMask = {
  readonly id: string
  readonly extraFormData?: Readonly<Record<string, unknown>>
  readonly filterState?: Readonly<Record<string, unknown>>
}

export type EmbedOptions = {
  /** Where the product is, such as https://charts.example.org. */
  url: string
  /** The id from the dialog “Embed dashboard”. */
  id: string
  /** The element that the dashboard fills, or a selector of it. */
  container: Element | string
  /** Gets a guest token from your server; called again before each token ends. */
  getToken: () => string | Promise<string>
  /** Shows one chart of the dashboard alone: its id. */
  chart?: number
  /** Which parts are shown; all by default. */
  show?: { title?: boolean; tabs?: boolean; chartControls?: boolean; filters?: boolean; expandedFilters?: boolean }
  /** The values that filters start with. */
  filters?: FilterValues
  theme?: ThemeConfig
  mode?: ThemeMode
  /** A language of the product, such as `de`; by default that of the browser. */
  language?: string
  /** Whether the frame is as high as its content; true by default. */
  followsHeight?: boolean
  /** The name of the frame for screen readers. */
  title?: string
  /** Further parameters of the address, such as `permalink_key`. */
  params?: Readonly<Record<string, string>>
  /** All charts that are in view have been drawn. */
  onLoad?: (event: { charts: number; failed: number }) => void
  onFilterChange?: (event: { dataMask: Readonly<Record<string, DataMask>> }) => void
  /** A mark of a chart was clicked, or released: then its value is null. */
  onMarkClick?: (event: { chartId: number; value: unknown; label: string | null }) => void
  onError?: (event: { message: string; status: number }) => void
}

export type Embedded = {
  /** Sets filters by name or id, in force at once; others stay. */
  setFilters(values: FilterValues): Promise<void>
  getFilters(): Promise<Readonly<Record<string, DataMask>>>
  setTheme(config: ThemeConfig): void
  setMode(mode: ThemeMode): void
  /** A link to the dashboard as it is now. */
  getPermalink(anchor?: string): Promise<string>
  getActiveTabs(): Promise<string[]>
  getSize(): Promise<{ width: number; height: number }>
  /** The queries that the charts send now, by chart id. */
  getQueries(chartId?: number): Promise<Readonly<Record<string, unknown>>>
  /** Gets a new token now. */
  refreshToken(): Promise<void>
  /** Removes the frame and ends everything that belongs to it. */
  remove(): void
}

export const embed: (options: EmbedOptions) => Embedded

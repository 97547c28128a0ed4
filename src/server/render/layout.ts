/** A component of a dashboard's layout (`position_json`). */
export type LayoutComponent = {
  id?: string
  type?: string
  children?: string[]
  meta?: { width?: number; height?: number; chartId?: number; text?: string; [key: string]: unknown }
}
export type DashboardLayout = Record<string, LayoutComponent | string>

export type Cell = {
  kind: 'chart' | 'text' | 'header'
  chartId?: number
  text?: string
  x: number
  y: number
  width: number
  height: number
}

const columns = 12
const gutter = 16
const baseUnit = 8
const headerHeight = 32

type Frame = { x: number; y: number; width: number }

/** The positions of a dashboard's cells at `fullWidth` px, unscaled. */
export const dashboardCells = (layout: DashboardLayout, fullWidth: number): { cells: Cell[]; height: number } => {
  const cells: Cell[] = []
  const seen = new Set<string>()
  const component = (id: string): LayoutComponent | undefined => {
    const found = layout[id]
    return typeof found === 'object' ? found : undefined
  }
  const widthOf = (parts: number, frame: Frame, of: number) => ((frame.width + gutter) / of) * Math.min(parts, of) - gutter

  const leaf = (kind: Cell['kind'], { meta = {} }: LayoutComponent, frame: Frame): number => {
    const height = kind === 'header' ? headerHeight : Math.max(5, meta.height ?? 50) * baseUnit
    cells.push({
      kind,
      ...(meta.chartId !== undefined && { chartId: meta.chartId }),
      ...(meta.text !== undefined && { text: meta.text }),
      ...frame,
      height,
    })
    return height
  }

  const stack = (ids: string[], frame: Frame, span: number): number => {
    let y = frame.y
    for (const id of ids) {
      const height = draw(id, { ...frame, y }, span)
      if (height > 0) y += height + gutter
    }
    return Math.max(0, y - frame.y - gutter)
  }

  const row = (ids: string[], frame: Frame, span: number): number => {
    let x = frame.x
    let height = 0
    for (const id of ids) {
      const parts = component(id)?.meta?.width ?? 4
      const width = widthOf(parts, frame, span)
      height = Math.max(height, draw(id, { x, y: frame.y, width }, Math.min(parts, span)))
      x += width + gutter
    }
    return height
  }

  const draw = (id: string, frame: Frame, span: number): number => {
    const one = component(id)
    if (!one || seen.has(id)) return 0
    seen.add(id)
    const children = one.children ?? []
    if (one.type === 'CHART') return leaf('chart', one, frame)
    if (one.type === 'MARKDOWN') return leaf('text', one, frame)
    if (one.type === 'HEADER') return leaf('header', one, frame)
    if (one.type === 'ROW') return row(children, frame, span)
    if (one.type === 'TABS') return children[0] === undefined ? 0 : draw(children[0], frame, span)
    return stack(children, frame, span)
  }

  const height = draw('ROOT_ID', { x: 0, y: 0, width: fullWidth }, columns)
  return { cells, height }
}

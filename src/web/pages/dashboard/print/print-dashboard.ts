import { watchPrint } from '../../../frame/print/print.ts'
import { drawAll } from '../head/menu/draw-all.ts'
import type { Mount } from '../state/mount.ts'
import { filterLine } from './filter-line.ts'

/** Writes the filters above the charts, on paper only. */
const addFilterLine = ({ store, root }: Mount): (() => void) => {
  const text = filterLine(store.getState())
  const line = document.createElement('p')
  line.dataset['printOnly'] = ''
  line.textContent = text
  if (text) root.current?.querySelector('[data-stage]')?.before(line)
  return () => line.remove()
}

/** The last dashboard that was printed. */
let last: Mount | undefined

const before = () => {
  if (!last?.root.current) return
  last.cards.state.setState({ drawsAll: true })
  window.addEventListener('afterprint', addFilterLine(last), { once: true })
}

/** Prints the dashboard once all of its charts are drawn. */
export const printDashboard = async (mount: Mount): Promise<void> => {
  watchPrint()
  last = mount
  window.addEventListener('beforeprint', before)
  await drawAll(mount.cards, mount.root.current?.querySelectorAll('[data-stage] [data-picture]').length ?? 0)
  window.print()
}

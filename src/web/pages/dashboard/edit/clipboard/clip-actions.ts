import { copyParts, readClip, withoutCharts, writeClip, type Clip, type ClipFault } from '#core/layout/change/clipboard/clip.ts'
import { pasteParts } from '#core/layout/change/clipboard/paste.ts'
import { t } from '#core/i18n/t.ts'
import { errorText } from '../../../../data/call-error.ts'
import { copyText } from '../../../../ui/button/copy-text.ts'
import { say } from '../../../../ui/feedback/toast.ts'
import { keyText } from '../../../../ui/keys/Kbd.tsx'
import type { Mount } from '../../state/mount.ts'
import type { DashboardStore } from '../../state/store.ts'
import { bringIntoSight, currentLayout, placesToAdd, refusalText } from '../actions.ts'
import { addChartRecord, readChartsById } from '../pane/saved-charts.ts'
import { removeParts } from '../selection/arrange.ts'
import { setSelection } from '../selection/selection.ts'

/** Chart ids mean something only on the server that they come from. */
const origin = () => new URL(document.baseURI).origin

export const clipText = (store: DashboardStore, ids: readonly string[]): string => writeClip(copyParts(currentLayout(store), ids, origin()))

export const sayCopied = (count: number, way: 'copy' | 'cut') =>
  say(
    way === 'copy'
      ? t.plural(count, 'Copied %(count)s component', 'Copied %(count)s components')
      : t.plural(count, 'Cut %(count)s component', 'Cut %(count)s components'),
    { kind: 'good' },
  )

/** For menus and buttons; the keys write to the clipboard during their own event. */
export const copyToClipboard = async (store: DashboardStore, ids: readonly string[], way: 'copy' | 'cut'): Promise<void> => {
  try {
    await copyText(clipText(store, ids))
  } catch {
    say(t('The browser blocks the clipboard. Press %(keys)s instead.', { keys: keyText(way === 'copy' ? '⌘C' : '⌘X') }), { kind: 'warn' })
    return
  }
  if (way === 'cut') removeParts(store, ids)
  sayCopied(ids.length, way)
}

const faultTexts: Record<ClipFault, () => string> = {
  foreign: () => t('The clipboard holds no components of a dashboard.'),
  damaged: () => t('The copied components cannot be read: the text was changed, or comes from another version.'),
}

/** Loads the charts of a clip that this dashboard does not have yet. Returns those that cannot be shown here. */
const loadCharts = async (store: DashboardStore, clip: Clip): Promise<Set<number>> => {
  const wanted = [...new Set(Object.values(clip.components).flatMap(({ meta }) => meta.chartId ?? []))]
  if (clip.origin !== origin()) return new Set(wanted)
  const unknown = wanted.filter((id) => !store.getState().charts[id])
  const found = await readChartsById(unknown)
  const usable = new Set(found.filter((chart) => addChartRecord(store, chart)).map(({ id }) => id))
  return new Set(unknown.filter((id) => !usable.has(id)))
}

/** Pastes copied components after the chosen one, else at the end of the open tab, as one undo step. */
export const pasteText = async (mount: Pick<Mount, 'store' | 'root'>, text: string): Promise<void> => {
  const { store } = mount
  const read = readClip(text)
  if ('fault' in read) return void say(faultTexts[read.fault](), { kind: 'warn' })
  let missing: Set<number>
  try {
    missing = await loadCharts(store, read)
  } catch (error) {
    return void say(t('The copied charts could not be loaded: %(reason)s', { reason: errorText(error) }), { kind: 'bad' })
  }
  const clip = withoutCharts(read, (chartId) => missing.has(chartId))
  if (missing.size > 0)
    say(
      t.plural(
        missing.size,
        '%(count)s chart was left out: it was deleted, or you have no access to it.',
        '%(count)s charts were left out: they were deleted, or you have no access to them.',
      ),
      { kind: 'warn' },
    )
  if (clip.roots.length === 0) return
  const before = currentLayout(store)
  const pasted = pasteParts(before, clip, placesToAdd(store, null))
  if (pasted.refused) return void say(refusalText(pasted.refused), { kind: 'warn' })
  const count = pasted.ids.length
  store.getState().change({ layout: pasted.layout }, t.plural(count, 'Pasted %(count)s component', 'Pasted %(count)s components'))
  const [first = ''] = pasted.ids
  store.getState().select(first)
  store.getState().reveal(first)
  setSelection(store, count > 1 ? pasted.ids : [])
  bringIntoSight(mount, first)
}

/** For menus: the browser may ask whether the clipboard can be read. */
export const pasteFromClipboard = async (mount: Pick<Mount, 'store' | 'root'>): Promise<void> => {
  let text: string
  try {
    text = await navigator.clipboard.readText()
  } catch {
    return void say(t('The browser blocks the clipboard. Press %(keys)s instead.', { keys: keyText('⌘V') }), { kind: 'warn' })
  }
  await pasteText(mount, text)
}

import { useEffect, useRef, useState } from 'react'
import { useHref } from 'react-router'
import { t } from '#core/i18n/t.ts'
import { errorText } from '../../../../data/call-error.ts'
import { paths } from '../../../../data/paths.ts'
import { say } from '../../../../ui/feedback/toast.ts'
import { Dialog } from '../../../../ui/overlay/Dialog.tsx'
import { openChartFrame } from '../../../../window/saved-charts.ts'
import { useMount } from '../../state/dashboard-context.ts'
import { addPart } from '../actions.ts'
import { editStateOf, useEditState } from '../edit-state.ts'
import { addChartRecord, readChartsById } from '../pane/saved-charts.ts'
import css from './NewChartSheet.module.css'

/** The pages that create a chart, in a frame over the dashboard. The first chart saved there is placed in the open tab. */
export const NewChartSheet = () => (useEditState((state) => state.isCreatingChart) ? <Open /> : null)

const Open = () => {
  const mount = useMount()
  const address = useHref(paths.newChart)
  const [container, setContainer] = useState<HTMLElement | null>(null)
  const close = () => editStateOf(mount.store).setState({ isCreatingChart: false })
  const place = async (id: number) => {
    try {
      const [chart] = await readChartsById([id])
      if (!chart) throw new Error(t('This chart was deleted, or you have no access to it.'))
      if (!addChartRecord(mount.store, chart)) return
      addPart(mount, { type: 'CHART', meta: { chartId: id, sliceName: chart.slice_name } })
    } catch (error) {
      say(t('The chart was saved, but could not be placed: %(reason)s', { reason: errorText(error) }), { kind: 'bad' })
    }
  }
  const latest = useRef((_id: number) => {})
  useEffect(() => {
    latest.current = (id) => {
      close()
      void place(id)
    }
  })
  useEffect(() => {
    if (!container) return
    return openChartFrame({ container, address, title: t('Create a new chart'), onSaved: (id) => latest.current(id) })
  }, [container, address])
  return (
    <Dialog open bare closeOnPress={false} width={9999} height={9999} title={t('Create a new chart')} onClose={close}>
      <div ref={setContainer} className={css['frame']} />
    </Dialog>
  )
}

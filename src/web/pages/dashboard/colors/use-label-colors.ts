import { useState } from 'react'
import { dashboardColors } from '#api/dashboard.ts'
import { drawnColors, readDashboardColors, withLabelColor } from '#core/color/dashboard-colors.ts'
import type { LabelColor } from '#core/color/label-colors.ts'
import { asRecord } from '#core/query/read.ts'
import { t } from '#core/i18n/t.ts'
import { callWithEtag } from '../../../data/call.ts'
import { errorText } from '../../../data/call-error.ts'
import { say } from '../../../ui/feedback/toast.ts'
import { useMount, usePageColors } from '../state/dashboard-context.ts'
import { useSaveAtOnce } from '../state/use-save-at-once.ts'

/** The colours that the author of a dashboard gives to labels: seen in all its charts at once, saved with `save`. */
export const useLabelColors = () => {
  const { store } = useMount()
  const colors = usePageColors()
  const saveAtOnce = useSaveAtOnce()
  const [start] = useState(() => store.getState().history.present.properties.metadata)
  const [metadata, setMetadata] = useState(start)

  const setColor = (label: string, color: LabelColor | null) => {
    const next = withLabelColor(metadata, label, color)
    setMetadata(next)
    colors.pin(readDashboardColors(next).labelColors)
  }

  const save = async () => {
    if (metadata === start) return
    // The other labels keep the colours that they have beside it.
    const saved: typeof metadata = { ...metadata, map_label_colors: drawnColors(colors.store.getState().colors) }
    const changed = Object.fromEntries(
      ['label_colors', 'map_label_colors', 'shared_label_colors'].flatMap((key) => (key in saved ? [[key, saved[key]]] : [])),
    )
    try {
      await saveAtOnce({
        metadata: saved,
        description: t('Changed the colors of labels'),
        send: async (pk, headers) => {
          const { etag } = await callWithEtag(dashboardColors, { params: { pk }, body: changed }, { headers })
          return { metadata: saved, etag }
        },
      })
    } catch (error) {
      colors.pin(readDashboardColors(start).labelColors)
      say(errorText(error) || t('Sorry, an unknown error occurred'), { kind: 'bad' })
    }
  }

  const isChosen = (label: string) => Object.hasOwn(asRecord(metadata['label_colors']), label)
  return { setColor, save, isChosen }
}

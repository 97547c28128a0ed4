import { dashboardUpdate } from '#api/dashboard.ts'
import { isCrossFilter } from '#core/filters/data-mask.ts'
import { removeMask } from '#core/filters/masks.ts'
import { t } from '#core/i18n/t.ts'
import { callWithEtag } from '../../../../data/call.ts'
import { errorText } from '../../../../data/call-error.ts'
import { say } from '../../../../ui/feedback/toast.ts'
import { useDashboard, useDashboardStore, useProperties } from '../../state/dashboard-context.ts'
import { hasCrossFilters, isBarHorizontal } from '../../state/derived.ts'
import { useSaveAtOnce } from '../../state/use-save-at-once.ts'

export type Orientation = 'VERTICAL' | 'HORIZONTAL'

/** The settings of the dashboard that belong to its filter bar; a change is saved at once. */
export const useBarSettings = () => {
  const store = useDashboardStore()
  const { metadata } = useProperties()
  const isHorizontal = useDashboard(isBarHorizontal)
  const saveAtOnce = useSaveAtOnce()
  const save = async (patch: Readonly<Record<string, unknown>>, description: string): Promise<void> => {
    const next = { ...store.getState().history.present.properties.metadata, ...patch }
    try {
      await saveAtOnce({
        metadata: next,
        description,
        send: async (pk, headers) => {
          const { etag } = await callWithEtag(
            dashboardUpdate,
            { params: { pk }, body: { json_metadata: JSON.stringify(next) } },
            { headers },
          )
          return { metadata: next, etag }
        },
      })
    } catch (error) {
      say(errorText(error) || t('Sorry, an unknown error occurred'), { kind: 'bad' })
    }
  }
  return {
    orientation: isHorizontal ? ('HORIZONTAL' as const) : ('VERTICAL' as const),
    setOrientation: (to: Orientation) => save({ filter_bar_orientation: to }, t('Changed the orientation of the filter bar')),
    hasCrossFilters: useDashboard(hasCrossFilters),
    isSticky: metadata['sticky_filters'] === true,
    setSticky: (isOn: boolean) =>
      save({ sticky_filters: isOn }, isOn ? t('Filter values are remembered') : t('Filter values are not remembered')),
    /** Switched off, no chart filters the others any more. */
    setCrossFilters: (isOn: boolean) => {
      if (!isOn)
        store.getState().updateMasks((masks) =>
          Object.keys(masks.applied)
            .filter(isCrossFilter)
            .reduce((next, id) => removeMask(next, id), masks),
        )
      return save({ cross_filters_enabled: isOn }, isOn ? t('Enabled cross-filtering') : t('Disabled cross-filtering'))
    },
  }
}

import { RotateCcw } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { writtenName } from '#charts/shared/text/written-name.ts'
import { labelScheme, shownColor, type LabelColor } from '#core/color/label-colors.ts'
import { t } from '#core/i18n/t.ts'
import { PaletteSlots } from '../../../controls/color/PaletteSlots.tsx'
import { useTheme } from '../../../theme/theme.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Picker } from '../../../ui/choice/Picker.tsx'
import { Popover } from '../../../ui/overlay/Popover.tsx'
import { useDashboard, usePageColors } from '../state/dashboard-context.ts'
import css from './LabelColors.module.css'
import { useLabelColors } from './use-label-colors.ts'

/** Chooses the colour of a label for all charts of the dashboard. It is seen at once, and saved when this closes. */
export const LabelColors = ({ onClose }: { onClose: () => void }) => {
  const coloring = useDashboard((state) => state.coloring)
  const theme = useTheme((state) => state.name)
  const pageColors = usePageColors()
  const colors = useStore(pageColors.store, (state) => state.colors)
  const { setColor, save, isChosen } = useLabelColors()
  const { card = '', x = 0, y = 0 } = coloring ?? {}
  const anchor = useMemo(() => ({ getBoundingClientRect: () => new DOMRect(x, y, 0, 0) }), [x, y])
  const groups = pageColors.groupsOf(card)
  const labels = [...new Set(groups.flatMap((group) => group.labels))]
  const [label, setLabel] = useState(coloring?.label ?? labels[0] ?? '')
  const scheme: readonly LabelColor[] = groups.find((group) => group.labels.includes(label))?.scheme ?? labelScheme(undefined)
  const shown = (of: string) => shownColor(colors[of] ?? scheme[0] ?? 0, theme)
  const close = () => {
    void save()
    onClose()
  }
  return (
    <Popover open onClose={close} anchor={anchor} label={t('Label colors')} gap={8}>
      <div className={css['panel']}>
        <Picker
          label={t('Label')}
          value={label}
          options={labels.map((one) => ({
            value: one,
            label: writtenName(one, t),
            icon: <span className={css['dot']} style={{ background: shown(one) }} />,
          }))}
          onChange={setLabel}
        />
        <PaletteSlots
          colors={scheme.map((color) => shownColor(color, theme))}
          chosen={shown(label)}
          onChoose={(_, slot) => setColor(label, scheme[slot] ?? slot)}
        />
        <label className={css['free']}>
          <input type="color" value={shown(label)} onChange={(event) => setColor(label, event.target.value)} />
          {t('Another color')}
        </label>
        <div className={css['foot']}>
          <Button
            kind="quiet"
            dense
            icon={<RotateCcw />}
            focusableWhenDisabled
            disabled={!isChosen(label)}
            onClick={() => setColor(label, null)}
          >
            {t('Reset')}
          </Button>
          <Button kind="primary" dense onClick={close}>
            {t('Done')}
          </Button>
        </div>
      </div>
    </Popover>
  )
}

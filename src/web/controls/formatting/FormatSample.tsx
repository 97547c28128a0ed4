import { numberFormatter } from '#core/format/number.ts'
import { timeFormatter } from '#core/format/time.ts'
import { t } from '#core/i18n/t.ts'
import css from '../Controls.module.css'

/** Values that most formats write differently. */
const samples = {
  number: { value: 12_345.432, written: '12345.432' },
  small: { value: 0.12345, written: '0.12345' },
  time: { value: Date.UTC(2019, 0, 14, 1, 32, 10), written: '2019-01-14 01:32:10' },
} as const

type Props = { kind: keyof typeof samples; format: string | null | undefined }

/** How a number or a time reads in a format, also in one that was typed. */
export const FormatSample = ({ kind, format }: Props) => {
  const { value, written } = samples[kind]
  const text = (kind === 'time' ? timeFormatter : numberFormatter)(format, t.locale)(value)
  return <output className={css['sample']}>{t('%(value)s is shown as %(text)s', { value: written, text })}</output>
}

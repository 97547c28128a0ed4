import { useQuery } from '@tanstack/react-query'
import type { Choice, ChoiceValue } from '#charts/control.ts'
import { t } from '#core/i18n/t.ts'
import { asList, asRecord } from '#core/query/read.ts'
import { callRaw } from '../../data/call.ts'
import { errorText } from '../../data/call-error.ts'
import { parseJson } from '../../data/wire/parse-json.ts'
import { Button } from '../../ui/button/Button.tsx'
import { BlockField } from '../ControlField.tsx'
import css from '../Controls.module.css'
import type { ControlProps } from '../control-props.ts'
import { ChoiceButton } from './ChoiceButton.tsx'
import { ManyChoice } from './ManyChoice.tsx'

const isChoiceValue = (value: unknown): value is ChoiceValue =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

/** The choices of an answer that lists values, or objects with `value` or `id` and `label`, `text` or `name`. */
export const readResult = (answer: unknown): Choice[] =>
  asList(asRecord(answer)['result']).flatMap((row) => {
    if (isChoiceValue(row)) return [{ value: row, label: String(row) }]
    const held = asRecord(row)
    const value = held['value'] ?? held['id']
    return isChoiceValue(value) ? [{ value, label: String(held['label'] ?? held['text'] ?? held['name'] ?? value) }] : []
  })

/** Any endpoint of the API: what it answers is read by the control. */
const routeOf = (path: string) => ({ method: 'GET', path, summary: path, tag: 'choices', access: 'user', answers: 'bytes' }) as const

/** Choices that an endpoint of the API answers, asked when the control is first shown. */
export const AsyncSelect = ({ control, value, onChange }: ControlProps<'async-select'>) => {
  const { endpoint, readChoices = readResult, multiple = false } = control
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['async-select', endpoint],
    staleTime: 60_000,
    retry: false,
    queryFn: async ({ signal }) => {
      const { pathname, searchParams } = new URL(endpoint, location.origin)
      const query = Object.fromEntries(searchParams)
      const response = await callRaw(routeOf(pathname), { query }, { signal })
      return parseJson(await response.text())
    },
  })
  const choices = data === undefined ? [] : readChoices(data)
  const placeholder = isPending ? t('Loading…') : control.placeholder
  return (
    <BlockField control={control}>
      {(labelId) => (
        <div className={css['group']} aria-busy={isPending}>
          {multiple ? (
            <ManyChoice
              choices={choices}
              values={asList<ChoiceValue>(value)}
              onChange={onChange}
              label={t(control.label)}
              labelledBy={labelId}
              placeholder={placeholder}
            />
          ) : (
            <ChoiceButton
              choices={choices}
              value={asList(value)[0] ?? null}
              onChange={onChange}
              label={t(control.label)}
              labelledBy={labelId}
              clearable={control.clearable}
              placeholder={placeholder}
            />
          )}
          {error && (
            <p className={css['error']} role="alert">
              {t('Error while fetching data: %(error)s', { error: errorText(error) })}{' '}
              <Button kind="link" onClick={() => void refetch()}>
                {t('Try again')}
              </Button>
            </p>
          )}
        </div>
      )}
    </BlockField>
  )
}
